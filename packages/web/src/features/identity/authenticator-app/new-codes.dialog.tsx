import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'

interface NewCodesDialogProps {
  readonly memberNumber: string
  readonly onMade: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Asks before the recovery codes that the member has stop working. */
export function NewCodesDialog({ memberNumber, onMade, onCancel }: NewCodesDialogProps) {
  const text = useText('authenticatorApp')
  const make = useMemberSend('POST /v3/members/{memberNumber}/mfa/recovery-codes', {
    onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
  })
  return (
    <Dialog
      open
      title={text.recovery.ask}
      closeLabel={text.removal.cancel}
      onClose={onCancel}
      width={400}
      footer={
        <>
          <Button variant="secondary" onClick={onCancel}>
            {text.removal.cancel}
          </Button>
          <Button
            busy={make.isPending}
            busyLabel={text.status.busy}
            onClick={() => make.mutate({ params: { memberNumber }, body: {} })}
          >
            {text.recovery.make}
          </Button>
        </>
      }
    >
      <Stack>
        <FailureAlert error={make.error} />
        <p>{text.recovery.askMore}</p>
      </Stack>
    </Dialog>
  )
}
