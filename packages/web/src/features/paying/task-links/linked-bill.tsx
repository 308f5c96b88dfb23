import type { Calls } from '@coopline/contract/calls'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { RadioCards } from '@coopline/ui/radio-cards'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { HandOffForm } from '../../../portal/paying/hand-off.form.tsx'
import { isSecureTarget, targetOf } from '../../../portal/paying/payment-wire.ts'
import { MethodChoice } from '../../../portal/paying/method-choice.tsx'
import { PaymentTotal, paymentTotalId } from '../../../portal/paying/payment-total.tsx'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'
import { cardsOf } from './cards-of.ts'
import { keepLink } from './stored-link.ts'

const payLine = 'POST /v3/task-links/bill/pay' satisfies keyof Calls

type Bill = Calls['POST /v3/task-links/bill']['answer']

interface LinkedBillProps {
  readonly token: string
  readonly bill: Bill
  /** Loads the bill again, as its amounts have changed. */
  readonly reload: () => void
}

/** Shows the bill of a link with its amount and due date, and the form to pay one of the offered amounts. */
export function LinkedBill({ token, bill, reload }: LinkedBillProps) {
  const text = useText('taskLinks')
  const { language } = useLanguage()
  const { phoneNumber } = useSite().settings
  if (bill.state === 'elsewhere')
    return (
      <Alert tone="warning" title={text.elsewhere}>
        {text.elsewhereText} {phoneNumber !== '' && <PhoneLink number={phoneNumber} />}
      </Alert>
    )
  return (
    <Stack gap="large">
      <Card title={text.lead(bill.accountEnding)}>
        <Facts
          facts={[
            ...(bill.dueDate === null || bill.state === 'nothing-due'
              ? []
              : [{ label: text.dueDate, value: formatUsDate(bill.dueDate) }]),
            { label: text.amountDue, value: formatUsd(bill.amountDue), total: true },
          ]}
        />
      </Card>
      {bill.inProgress > 0 && (
        <Alert tone="warning" title={text.inProgress(formatUsd(bill.inProgress))}>
          {bill.state === 'in-progress' &&
            (bill.inProgressUntil === null
              ? text.covered
              : text.coveredUntil(formatInstant(bill.inProgressUntil, language)))}
        </Alert>
      )}
      {bill.state === 'nothing-due' && <Alert tone="success" title={text.nothingDue} />}
      {bill.state === 'due' && <PayForm token={token} bill={bill} reload={reload} />}
      <p>{text.until(formatInstant(bill.expiresAt, language))}</p>
    </Stack>
  )
}

function PayForm({ token, bill, reload }: LinkedBillProps) {
  const text = useText('taskLinks')
  const { choices, methods, settings } = bill
  const [kind, setKind] = useState(choices[0]?.kind)
  const [method, setMethod] = useState(methods.forced ?? 'cc')
  // The same wish keeps its key, so that the server does it once however often it is sent.
  const [attempt, setAttempt] = useState({ wish: '', key: '' })
  const pay = useSend(payLine)
  const chosen = choices.find((choice) => choice.kind === kind) ?? choices[0]
  if (chosen === undefined) return null
  const { amount } = chosen
  const submit = () => {
    const fee = convenienceFee(settings.convenienceFees[method], amount)
    const wish = `${amount} ${method} ${fee}`
    const next = attempt.wish === wish ? attempt : { wish, key: crypto.randomUUID() }
    setAttempt(next)
    keepLink(token)
    const body = { token, amount, paymentType: method, convenienceFee: fee }
    pay.mutate({ body, idempotencyKey: next.key }, { onError: (error) => isStale(error) && begin() })
  }
  /** The next press is a new payment of the bill as it is now: the one before cannot be continued. */
  const begin = () => {
    setAttempt({ wish: '', key: '' })
    reload()
  }
  const requisition = pay.data
  const isSafe = requisition !== undefined && isSecureTarget(targetOf(requisition), window.location.protocol)
  if (isSafe) return <HandOffForm requisition={requisition} onComeBack={pay.reset} />
  return (
    <Stack gap="large">
      <FailureAlert error={requisition === undefined ? pay.error : new CallFailed(500, '', noWords)} focusOnMount />
      {choices.length > 1 && (
        <RadioCards
          legend={text.choose}
          name="amount"
          value={chosen.kind}
          onChange={({ currentTarget: { value } }) => setKind(choices.find((choice) => choice.kind === value)?.kind)}
          options={choices.map((choice) => ({
            value: choice.kind,
            title: formatUsd(choice.amount),
            description: text.choices[choice.kind],
          }))}
        />
      )}
      <MethodChoice
        methods={methods}
        cards={cardsOf(settings)}
        settings={settings}
        value={method}
        onChange={setMethod}
      />
      <PaymentTotal amount={amount} feeOption={settings.convenienceFees[method]} settings={settings} />
      <p>
        {text.next} {text.receipt}
      </p>
      <div>
        <Button busy={pay.isPending} busyLabel={text.busy} aria-describedby={paymentTotalId} onClick={submit}>
          {text.submit}
        </Button>
      </div>
    </Stack>
  )
}

const noWords = { message: '', errors: [] }

/** True when the portal no longer offers the amounts on the page. */
const isStale = (error: unknown): boolean => error instanceof CallFailed && error.status === 409
