import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { useText } from '../../../portal/text/text.tsx'

interface LeaveDialogProps {
  readonly onStay: () => void
  readonly onContinue: () => void
}

/** The phones have changed: members who get texts may want to check their notifications. */
export function LeaveDialog({ onStay, onContinue }: LeaveDialogProps) {
  const { leave } = useText('accountProfile')
  return (
    <Dialog
      open
      title={leave.title}
      closeLabel={leave.cancel}
      onClose={onStay}
      width={600}
      footer={
        <>
          <Button variant="secondary" onClick={onStay}>
            {leave.cancel}
          </Button>
          <Button onClick={onContinue}>{leave.continue}</Button>
        </>
      }
    >
      <p>{leave.ask}</p>
    </Dialog>
  )
}
