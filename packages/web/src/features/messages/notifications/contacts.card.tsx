import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useListDialogs } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { ContactCodeDialog } from './contact-code.dialog.tsx'
import { type CodeSent, ContactEntryDialog } from './contact-entry.dialog.tsx'
import { ContactTable } from './contact.table.tsx'
import { RemoveContactDialog } from './remove-contact.dialog.tsx'
import { displayedContact } from './displayed-contact.ts'

type OpenDialog =
  | { readonly kind: 'entry'; readonly contact: Contact | null; readonly textOffered: boolean }
  | { readonly kind: 'code'; readonly contact: Contact; readonly codeMinutes: number | null }
  | { readonly kind: 'remove'; readonly contact: Contact }

interface ContactsCardProps {
  readonly memberNumber: string
  /** Something about the contacts has changed. */
  readonly onChanged?: () => void
}

/** The member's contacts: add, confirm, edit and delete them. */
export function ContactsCard({ memberNumber, onChanged }: ContactsCardProps) {
  const text = useText('notifications')
  const list = useMemberRead('GET /v3/members/{memberNumber}/contacts', { params: { memberNumber } })
  const refresh = () => {
    void list.refetch()
    onChanged?.()
  }
  const { dialog, success, open, replaceWith, close, closeWith } = useListDialogs<OpenDialog>(refresh)
  const sent = ({ contact, codeMinutes }: CodeSent) => {
    replaceWith({ kind: 'code', contact, codeMinutes })
    refresh()
  }
  return (
    <Card title={text.contacts.title}>
      <Stack>
        {success}
        <p>{text.contacts.lead}</p>
        <Loaded query={list} loading={text.contacts.loading} height="10rem">
          {({ contacts, textOffered }) => (
            <Stack>
              <ContactTable
                contacts={contacts}
                onConfirm={(contact) => open({ kind: 'code', contact, codeMinutes: null })}
                onChange={(contact) => open({ kind: 'entry', contact, textOffered })}
                onRemove={(contact) => open({ kind: 'remove', contact })}
              />
              <Stack row>
                <Button variant="secondary" onClick={() => open({ kind: 'entry', contact: null, textOffered })}>
                  {text.contacts.add}
                </Button>
              </Stack>
            </Stack>
          )}
        </Loaded>
      </Stack>
      {dialog?.kind === 'entry' && (
        <ContactEntryDialog
          memberNumber={memberNumber}
          contact={dialog.contact}
          textOffered={dialog.textOffered}
          onSent={sent}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'code' && (
        <ContactCodeDialog
          memberNumber={memberNumber}
          contact={dialog.contact}
          codeMinutes={dialog.codeMinutes}
          onConfirmed={() => closeWith(text.code.done(displayedContact(dialog.contact)))}
          onCancel={close}
        />
      )}
      {dialog?.kind === 'remove' && (
        <RemoveContactDialog
          memberNumber={memberNumber}
          contact={dialog.contact}
          onRemoved={() => closeWith(text.removal.removed(displayedContact(dialog.contact)))}
          onCancel={close}
        />
      )}
    </Card>
  )
}
