import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { paths } from '@coopline/contract/paths'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './notifications.module.css'
import { displayedContact } from './displayed-contact.ts'

interface ContactTableProps {
  readonly contacts: readonly Contact[]
  readonly onConfirm: (contact: Contact) => void
  readonly onChange: (contact: Contact) => void
  readonly onRemove: (contact: Contact) => void
}

/** The member's contacts, with what can be done with each. That of the login is changed under My Profile. */
export function ContactTable({ contacts, ...handlers }: ContactTableProps) {
  const { contacts: text } = useText('notifications')
  const columns: readonly TableColumn<Contact>[] = [
    { key: 'contact', header: text.contact, rowHeader: true, cell: nameCell },
    { key: 'kind', header: text.kind, cell: ({ channel }) => text[channel] },
    { key: 'state', header: text.state, cell: (contact) => stateOf(contact, text) },
    { key: 'actions', header: text.actions, align: 'end', cell: actionsCell({ text, ...handlers }) },
  ]
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={columns}
      rows={contacts}
      rowKey={({ id }) => id}
      empty={text.empty}
    />
  )
}

type Texts = TextsOf<'notifications'>['contacts']

const nameCell = (contact: Contact): ReactNode => <span className={styles.value}>{displayedContact(contact)}</span>

function stateOf(contact: Contact, text: Texts): string {
  if (contact.id === 'login') return text.login
  if (contact.isStopped) return text.stopped
  return contact.isVerified ? text.confirmed : text.notConfirmed
}

interface ActionsCell extends Omit<ContactTableProps, 'contacts'> {
  readonly text: Texts
}

const actionsCell =
  ({ text, onConfirm, onChange, onRemove }: ActionsCell) =>
  (contact: Contact): ReactNode => {
    if (contact.id === 'login') return <a href={paths.myProfile()}>{text.elsewhere}</a>
    const name = displayedContact(contact)
    return (
      <div className={styles.actions}>
        {!contact.isVerified && (
          <Button variant="quiet" aria-label={text.confirmName(name)} onClick={() => onConfirm(contact)}>
            {text.confirm}
          </Button>
        )}
        <Button variant="quiet" aria-label={text.changeName(name)} onClick={() => onChange(contact)}>
          {text.change}
        </Button>
        <Button variant="quiet" aria-label={text.removeName(name)} onClick={() => onRemove(contact)}>
          {text.remove}
        </Button>
      </div>
    )
  }
