import type { Contact } from '@coopline/contract/notifications/notifications.contract'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { useText } from '../../portal/text.tsx'
import styles from './notifications.module.css'
import { shownContact } from './shown-contact.ts'

interface ContactTableProps {
  readonly contacts: readonly Contact[]
  readonly onConfirm: (contact: Contact) => void
  readonly onChange: (contact: Contact) => void
  readonly onRemove: (contact: Contact) => void
}

/** The member's contacts, with what can be done with each. That of the login is changed under My Profile. */
export function ContactTable({ contacts, onConfirm, onChange, onRemove }: ContactTableProps) {
  const { contacts: text } = useText('notifications')
  const stateOf = (contact: Contact): string => {
    if (contact.id === 'login') return text.login
    if (contact.isStopped) return text.stopped
    return contact.isVerified ? text.confirmed : text.notConfirmed
  }
  const columns: readonly TableColumn<Contact>[] = [
    {
      key: 'contact',
      header: text.contact,
      rowHeader: true,
      cell: (contact) => <span className={styles.value}>{shownContact(contact)}</span>,
    },
    { key: 'kind', header: text.kind, cell: ({ channel }) => text[channel] },
    { key: 'state', header: text.state, cell: stateOf },
    {
      key: 'actions',
      header: text.actions,
      align: 'end',
      cell: (contact) =>
        contact.id === 'login' ? null : (
          <div className={styles.actions}>
            {!contact.isVerified && (
              <Button
                variant="quiet"
                aria-label={text.confirmName(shownContact(contact))}
                onClick={() => onConfirm(contact)}
              >
                {text.confirm}
              </Button>
            )}
            <Button
              variant="quiet"
              aria-label={text.changeName(shownContact(contact))}
              onClick={() => onChange(contact)}
            >
              {text.change}
            </Button>
            <Button
              variant="quiet"
              aria-label={text.removeName(shownContact(contact))}
              onClick={() => onRemove(contact)}
            >
              {text.remove}
            </Button>
          </div>
        ),
    },
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
