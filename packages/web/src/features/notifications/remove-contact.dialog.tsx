import type { Contact } from '@coopline/contract/notifications/notifications.contract'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { shownContact } from './shown-contact.ts'

interface RemoveContactDialogProps {
  readonly memberNumber: string
  readonly contact: Contact
  readonly onRemoved: () => void
  readonly onCancel: () => void
}

/** Asks before a contact is deleted. */
export function RemoveContactDialog({ memberNumber, contact, onRemoved, onCancel }: RemoveContactDialogProps) {
  const { removal: text, cancel } = useText('notifications')
  const { language } = useLanguage()
  const remove = useMemberSend('DELETE /v3/members/{memberNumber}/contacts/{contactId}', { onSuccess: onRemoved })
  return (
    <Dialog
      open
      title={text.title}
      closeLabel={cancel}
      onClose={onCancel}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {cancel}
          </Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            busyLabel={text.busy}
            onClick={() => remove.mutate({ params: { memberNumber, contactId: contact.id } })}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <Stack>
        {remove.isError && <Alert tone="error" title={failureMessage(remove.error, language)} />}
        <p>{text.ask(shownContact(contact))}</p>
      </Stack>
    </Dialog>
  )
}
