import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import { Button } from '@coopline/ui/button'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { StepButtons } from './step-buttons.tsx'

interface VerifyStepProps {
  readonly account: AccountFigures
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onVerified: () => void
  readonly onBack: () => void
}

/** Step 2: the payer looks whether it is the right account. */
export function VerifyStep({ account, busy, takesFocus, onVerified, onBack }: VerifyStepProps) {
  const text = useText('quickPay').verify
  return (
    <Stack gap="large">
      <StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>
      <Facts
        facts={[
          { label: text.number, value: account.accountNumber },
          { label: text.name, value: account.accountHolderName },
          { label: text.address, value: account.serviceAddress },
        ]}
      />
      <StepButtons>
        <Button variant="secondary" onClick={onBack}>
          {text.back}
        </Button>
        <Button busy={busy} busyLabel={text.busy} onClick={onVerified}>
          {text.submit}
        </Button>
      </StepButtons>
    </Stack>
  )
}
