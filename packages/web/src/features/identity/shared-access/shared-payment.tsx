import type { Calls } from '@coopline/contract/calls'
import type { SharedPayment } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import { isSecureTarget, buildPaymentRequest, payableFromWire, targetOf } from '../../../portal/paying/payment-wire.ts'
import { forgetMemberAttempt, keepMemberAttempt, memberAttempt } from '../../../portal/paying/stored-member-payment.ts'
import { PayAccountForm, type PaymentChoice } from '../../../portal/paying/pay-account.form.tsx'
import { OtherPayments, PayBlocked } from '../../../portal/paying/payment-notes.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import styles from './shared-access.module.css'
import type { SharedPlace } from './shared-place.ts'

const payableLine =
  'GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/payment' satisfies keyof Calls
const payLine =
  'POST /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/payment' satisfies keyof Calls

interface SharedPaymentStepProps {
  readonly place: SharedPlace
  readonly onBack: () => void
}

/** Pays a shared account on the page of the provider. */
export function SharedPaymentStep({ place, onBack }: SharedPaymentStepProps) {
  const { pay: text } = useText('sharedAccess')
  const read = useMemberRead(payableLine, { params: { ...place } })
  return (
    <Card>
      <Stack gap="large">
        <StepHeading takesFocus>{text.title}</StepHeading>
        <Loaded query={read} loading={text.loading} height="20rem">
          {(payment) => <Payment place={place} payment={payment} onStale={() => void read.refetch()} onBack={onBack} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

interface PaymentProps extends SharedPaymentStepProps {
  readonly payment: SharedPayment
  /** The server has other figures than those shown. */
  readonly onStale: () => void
}

function Payment({ place, payment, onStale, onBack }: PaymentProps) {
  const { pay: text } = useText('sharedAccess')
  const { account, settings, paymentsUnderWay } = payment
  // Other figures make the amount that was typed worthless.
  const figures = JSON.stringify(account)
  const [last, setLast] = useState<{ readonly figures: string; readonly choice: PaymentChoice } | null>(null)
  const pay = useMemberSend(payLine)
  const payable = payableFromWire(account, settings)
  if (payable.blocked.length > 0)
    return (
      <>
        <PayBlocked account={account} settings={settings} />
        <div>
          <Button variant="secondary" onClick={onBack}>
            {text.back}
          </Button>
        </div>
      </>
    )
  const send = (chosen: PaymentChoice) => {
    setLast({ figures, choice: chosen })
    const { accountNumber, memberNumber } = place
    const attempt = memberAttempt(memberNumber, {
      amounts: { [accountNumber]: chosen.amount },
      method: chosen.method,
    })
    // Before it is sent: without an answer the next press repeats it.
    keepMemberAttempt(attempt)
    const paid = { figures: account, payable: payable.account, amount: chosen.amount }
    const body = buildPaymentRequest([paid], chosen.method, payable)
    pay.mutate({ params: { ...place }, body, idempotencyKey: attempt.key }, { onError: onRefused })
  }
  const onRefused = (error: Error) => {
    if (!(error instanceof CallFailed) || error.status !== 409) return
    forgetMemberAttempt()
    onStale()
  }
  const requisition = pay.data
  const isSafe = requisition !== undefined && isSecureTarget(targetOf(requisition), window.location.protocol)
  const comeBack = () => {
    pay.reset()
    onStale()
  }
  if (isSafe) return <HandOffForm requisition={requisition} onComeBack={comeBack} />
  return (
    <>
      <p>{text.lead}</p>
      <OtherPayments underWay={paymentsUnderWay} />
      <PayAccountForm
        key={figures}
        account={account}
        settings={settings}
        payable={payable}
        choice={last?.figures === figures ? last.choice : null}
        busy={pay.isPending}
        error={requisition === undefined ? pay.error : new CallFailed(500, '', noWords)}
        buttonsClass={styles.buttons}
        onPay={send}
        onBack={onBack}
      />
    </>
  )
}

const noWords = { message: '', errors: [] }
