import type { ArrangementChoices, arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import type { Calls } from '@coopline/contract/calls'
import type { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { arrangementMessage } from '@coopline/rules/paying/arrangement/arrangement.messages'
import { checkChoice } from '@coopline/rules/paying/arrangement/check-arrangement'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { feeOfEachPayment } from '@coopline/rules/paying/convenience-fee/convenience-fee.messages'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { readFlags } from '@coopline/rules/kernel/flag'
import { addCents, type Cents, formatUsd, zeroCents } from '@coopline/rules/kernel/money'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { RadioCards } from '@coopline/ui/radio-cards'
import { SelectField } from '@coopline/ui/select-field'
import { useQueryClient } from '@tanstack/react-query'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './arrangements.module.css'
import type { MadeChoice } from './made-arrangement.tsx'

type Lines = typeof arrangements
export const choicesLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/arrangement-choices' satisfies Lines['choices']['call']
const makeLine = 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/arrangements' satisfies Lines['make']['call']
const optionsLine =
  'GET /v3/members/{memberNumber}/scheduled-payments/options' satisfies (typeof scheduledPayments)['options']['call']

/** Parses the offer, with its flag as a boolean. */
export const readOffer = (answer: ArrangementChoices) => readFlags(answer, ['hasCutoff'])

type Choice = ArrangementChoices['results'][number]

const idOf = ({ kind, count }: Choice): string => `${kind}-${count}`

type StoredChoice = Calls[typeof optionsLine]['answer']['methods'][number]

/** The fees of the payments after today, when they are made with a method. */
const feesOf = ({ payments }: Choice, today: CalendarDate, method: StoredChoice | undefined): Cents =>
  method === undefined
    ? zeroCents
    : addCents(
        ...payments
          .filter(({ dueOn }) => dueOn > today)
          .map(({ amount }) => convenienceFee(method.convenienceFee, amount)),
      )

interface OfferProps {
  readonly own: OwnAccount
  readonly offer: ReturnType<typeof readOffer>
  readonly onMade: (choice: MadeChoice) => void
}

/** The choices with every date and amount, what an arrangement means, and one confirmation. */
export function OfferForm({ own, offer, onMade }: OfferProps) {
  const { arrange: text } = useText('arrangements')
  const { language } = useLanguage()
  const { owed, pastDue, today, results, againOn, hasCutoff } = offer
  const queries = useQueryClient()
  const { allowFutureDatedPayments: enabled } = useSite().configuration
  const { memberNumber } = own
  const { data: options } = useMemberRead(optionsLine, { params: { memberNumber } }, { enabled })
  const methodOf = (id: string) => options?.methods.find(({ methodId }) => methodId === id)
  const send = useMemberSend(makeLine, { onSuccess: onMade })
  const form = useRuleForm(checkChoice, arrangementMessage, {
    start: { choice: '', methodId: '' },
    error: send.error,
    firstCheck: 'submit',
    onSubmit: ({ choice: chosen, methodId }) => {
      const choice = results.find((one) => idOf(one) === chosen)
      if (choice === undefined) return
      const { kind, count, payments } = choice
      const shown = { kind, count, owed, today, payments }
      send.mutate(
        {
          params: { ...own },
          body: {
            ...shown,
            methodId: methodId === '' ? null : methodId,
            convenienceFee: feesOf(choice, today, methodOf(methodId)),
          },
        },
        // What is owed, a fee or the day may have changed: the new figures are shown beside the refusal.
        {
          onError: () => {
            for (const line of [choicesLine, optionsLine]) void queries.invalidateQueries({ queryKey: [line] })
          },
        },
      )
    },
  })
  const method = methodOf(form.values.methodId)
  const chosen = results.find((one) => idOf(one) === form.values.choice)
  const fees = chosen !== undefined ? feesOf(chosen, today, method) : zeroCents
  const feeNote = [
    method === undefined ? '' : feeOfEachPayment(method.convenienceFee, language),
    fees > zeroCents ? text.fees(formatUsd(fees)) : '',
  ]
  const facts = [
    { label: text.owed, value: formatUsd(owed) },
    { label: text.pastDue, value: formatUsd(pastDue) },
  ]
  return (
    <PortalForm
      form={form}
      busy={send.isPending}
      error={form.failure}
      submit={{ label: text.confirm, busyLabel: text.busy }}
    >
      <Card>
        <Facts facts={facts} />
      </Card>
      <RadioCards
        {...form.text('choice')}
        legend={text.legend}
        options={results.map((choice) => ({
          value: idOf(choice),
          title: <TitleOf choice={choice} today={today} />,
          description: <PaymentsOf choice={choice} today={today} />,
        }))}
      />
      {options !== undefined && options.methods.length > 0 && (
        <SelectField
          {...form.text('methodId')}
          label={text.method}
          placeholder={text.byHand}
          hint={feeNote.join(' ').trim()}
          options={options.methods.map(({ methodId: value, paymentMethod }) => ({
            value,
            text: text.withMethod(paymentMethod),
          }))}
        />
      )}
      <Card title={text.meaning}>
        <ul className={styles.meaning}>
          <li>{text.late}</li>
          <li>{text.newBills}</li>
          {againOn !== today && <li>{text.again(formatUsDate(againOn))}</li>}
          {hasCutoff && <li>{text.cutoff}</li>}
        </ul>
      </Card>
    </PortalForm>
  )
}

interface ChoiceProps {
  readonly choice: Choice
  readonly today: CalendarDate
}

function TitleOf({ choice: { kind, count, payments }, today }: ChoiceProps) {
  const { arrange: text } = useText('arrangements')
  const [first] = payments
  if (kind === 'extension') return first === undefined ? null : text.extension(formatUsDate(first.dueOn))
  return text.installments(count, first?.dueOn === today)
}

function PaymentsOf({ choice: { payments }, today }: ChoiceProps) {
  const { arrange: text } = useText('arrangements')
  return (
    <ul className={styles.payments}>
      {payments.map(({ dueOn, amount }) => (
        <li key={dueOn}>
          {dueOn === today ? text.dueToday(formatUsd(amount)) : text.dueOn(formatUsd(amount), formatUsDate(dueOn))}
        </li>
      ))}
    </ul>
  )
}
