import { Card } from '@coopline/ui/card'
import { Skeleton } from '@coopline/ui/skeleton'
import { Steps } from '@coopline/ui/steps'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { type AccountPrefill, nothingTyped } from './account-prefill.ts'
import { AccountStep } from './account.step.tsx'
import type { Failure } from './failure.ts'
import { GoodToKnow } from './good-to-know.tsx'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import { lazyPayStep } from './lazy-pay-step.ts'
import { payableFromWire } from '../../../portal/paying/payment-wire.ts'
import styles from './quick-pay.module.css'
import { type QuickPay, useQuickPay } from './use-quick-pay.ts'
import type { Stage } from './wizard-state.ts'
import type { AccountFigures } from '@coopline/contract/paying/payments/payment-request'
import { Button } from '@coopline/ui/button'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { StepButtons } from './step-buttons.tsx'

const positions: Record<Stage['at'], number> = { account: 0, verify: 1, pay: 2, 'hand-off': 2, returning: 2 }

/** The three steps, the alert above them and help beside them (QP-02, QP-33). */
export function Wizard({ start }: { readonly start: AccountPrefill }) {
  const text = useText('quickPay').steps
  const quickPay = useQuickPay()
  const { stage, failure, turn } = quickPay.state
  const position = positions[stage.at]

  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {failure !== null && <WizardFailure failure={failure} />}
        {stage.at === 'pay' && <Blocked key={turn} stage={stage} />}
        <Steps
          label={text.label}
          steps={text.names}
          current={position}
          compactText={text.compact(position + 1, text.names[position] ?? '')}
          doneText={text.done}
        />
        <Card>
          <Step key={turn} quickPay={quickPay} start={turn === 0 ? start : nothingTyped} />
        </Card>
      </div>
      <GoodToKnow isFirstStep={position === 0} />
    </div>
  )
}

/** Shows what went wrong and what the payer can do. */
function WizardFailure({ failure: { kind, error, mayBePaid } }: { readonly failure: Failure }) {
  const text = useText('quickPay').failure
  const hints: Record<Failure['kind'], string | null> = {
    refused: null,
    'not-verified': text.notVerified,
    'session-ended': mayBePaid ? text.sessionEndedMayBePaid : text.sessionEnded,
    'no-answer': text.noAnswer,
    'pay-no-answer': mayBePaid ? text.payNoAnswerMayBePaid : text.payNoAnswer,
    'figures-changed': text.figuresChanged,
  }
  return (
    <FailureAlert error={error} focusOnMount>
      {hints[kind] !== null && <p>{hints[kind]}</p>}
    </FailureAlert>
  )
}

function Blocked({ stage }: { readonly stage: Extract<Stage, { at: 'pay' }> }) {
  const { PayBlocked } = lazyPayStep()
  return <PayBlocked account={stage.verification.account} settings={stage.settings} />
}

interface StepProps {
  readonly quickPay: QuickPay
  readonly start: AccountPrefill
}

function Step({ quickPay, start }: StepProps) {
  const { state, startOver } = quickPay
  const { stage, failure, busy, turn } = state
  const takesFocus = turn > 0 && failure === null

  switch (stage.at) {
    case 'account':
      return <AccountStep start={start} busy={busy} takesFocus={takesFocus} onVerify={quickPay.verify} />
    case 'verify':
      return (
        <VerifyStep
          account={stage.verification.account}
          busy={busy}
          takesFocus={takesFocus}
          onVerified={() => quickPay.openPay(stage.verification)}
          onBack={startOver}
        />
      )
    case 'pay': {
      const { account } = stage.verification
      const { PayStep } = lazyPayStep()
      return (
        <PayStep
          account={account}
          settings={stage.settings}
          choice={stage.choice}
          busy={busy}
          takesFocus={takesFocus && payableFromWire(account, stage.settings).blocked.length === 0}
          onPay={(choice) => quickPay.pay(stage, choice)}
          onBack={() => quickPay.stepBack()}
          onCancel={startOver}
        />
      )
    }
    case 'hand-off':
      return <HandOffForm requisition={stage.requisition} onComeBack={() => quickPay.comeBack()} />
    case 'returning':
      break
  }
  return <Skeleton height="24rem" />
}

interface VerifyStepProps {
  readonly account: AccountFigures
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onVerified: () => void
  readonly onBack: () => void
}

/** Step 2: the payer looks whether it is the right account. */
function VerifyStep({ account, busy, takesFocus, onVerified, onBack }: VerifyStepProps) {
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
