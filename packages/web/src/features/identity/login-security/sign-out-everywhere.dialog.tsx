import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'

interface SignOutEverywhereDialogProps {
  readonly onSignedOut: () => void
  readonly onCancel: () => void
}

/** Asks before every session of the member ends. */
export function SignOutEverywhereDialog({ onSignedOut, onCancel }: SignOutEverywhereDialogProps) {
  const { sessions: text } = useText('loginSecurity')
  const endAll = useMemberSend('POST /v3/session/end', { onSuccess: onSignedOut })
  return (
    <Dialog
      open
      title={text.ask}
      closeLabel={text.cancel}
      onClose={onCancel}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {text.cancel}
          </Button>
          <Button
            busy={endAll.isPending || endAll.isSuccess}
            busyLabel={text.everywhereBusy}
            onClick={() => endAll.mutate({ body: { everywhere: true } })}
          >
            {text.everywhere}
          </Button>
        </>
      }
    >
      <Stack>
        <FailureAlert error={endAll.error} />
        <p>{text.askMore}</p>
      </Stack>
    </Dialog>
  )
}
