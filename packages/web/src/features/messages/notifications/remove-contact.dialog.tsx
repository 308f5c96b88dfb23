import type { Contact } from '@coopline/contract/messages/notifications/notifications.contract'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { displayedContact } from './displayed-contact.ts'

interface RemoveContactDialogProps {
  readonly memberNumber: string
  readonly contact: Contact
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before a contact is deleted. */
export function RemoveContactDialog({ memberNumber, contact, onRemoved, onCancel }: RemoveContactDialogProps) {
  const { removal: text, cancel } = useText('notifications')
  const remove = useMemberSend('DELETE /v3/members/{memberNumber}/contacts/{contactId}', { onSuccess: onRemoved })
  const onRemove = () => remove.mutate({ params: { memberNumber, contactId: contact.id } })
  return (
    <AskFirstDialog text={text} cancel={cancel} task={remove} onSubmit={onRemove} onCancel={onCancel}>
      {text.ask(displayedContact(contact))}
    </AskFirstDialog>
  )
}
