import type { ArrangementChoices, arrangements } from '@coopline/contract/arrangements/arrangements.contract'
import { paths } from '@coopline/contract/paths'
import { arrangementMessage } from '@coopline/rules/arrangement/arrangement.messages'
import { checkChoice } from '@coopline/rules/arrangement/check-arrangement'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { isOn } from '@coopline/rules/kernel/flag'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { RadioCards } from '@coopline/ui/radio-cards'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountPage } from '../../portal/account-page.tsx'
import { Loaded } from '../../portal/loaded.tsx'
import { PortalForm } from '../../portal/portal-form.tsx'
import { RequireFeature } from '../../portal/require-feature.tsx'
import { hasFeature, useSite } from '../../portal/site.tsx'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { useRuleForm } from '../../portal/use-rule-form.ts'
import styles from './arrangements.module.css'

type Lines = typeof arrangements
const choicesLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/arrangement-choices' satisfies Lines['choices']['call']
const makeLine = 'POST /v3/members/{memberNumber}/accounts/{accountNumber}/arrangements' satisfies Lines['make']['call']

const height = '24rem'

type Choice = ArrangementChoices['results'][number]

interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** Pays a past-due account later or in installments (an addition: decision 0060). */
export function ArrangePage() {
  const { arrange: text } = useText('arrangements')
  const site = useSite()
  return (
    <RequireFeature when={hasFeature(site, 'Arrangements') && hasFeature(site, 'OnlineArrangements')}>
      <AccountPage title={text.heading} height={height}>
        {({ accountNumber }, memberNumber) => <ArrangeOf key={accountNumber} own={{ memberNumber, accountNumber }} />}
      </AccountPage>
    </RequireFeature>
  )
}

function ArrangeOf({ own }: { readonly own: OwnAccount }) {
  const { arrange: text } = useText('arrangements')
  const query = useMemberRead(choicesLine, { params: { ...own } })
  const [made, setMade] = useState<{ readonly choice: Choice; readonly today: CalendarDate } | null>(null)
  if (made !== null) return <Made own={own} {...made} />
  return (
    <Loaded query={query} loading={text.loading} height={height}>
      {(offer) => {
        const { obstacle, results, today } = offer
        if (obstacle !== null) return <Obstacle own={own} {...obstacle} />
        if (results.length === 0) return <Alert tone="info" title={text.none} />
        return <Offer own={own} offer={offer} onMade={(choice) => setMade({ choice, today })} />
      }}
    </Loaded>
  )
}

/** Why there is nothing to choose, and what to do instead. */
function Obstacle({
  own,
  code,
  message,
}: {
  readonly own: OwnAccount
  readonly code: string
  readonly message: string
}) {
  const { arrange: text } = useText('arrangements')
  return (
    <Stack>
      <Alert tone="info" title={message} />
      <Stack row>
        {code === 'has-arrangement' ? (
          <ButtonLink href={paths.viewArrangements()}>{text.view}</ButtonLink>
        ) : (
          <ButtonLink href={paths.payMultiple({ accountno: own.accountNumber })}>{text.pay}</ButtonLink>
        )}
      </Stack>
    </Stack>
  )
}

const idOf = ({ kind, count }: Choice): string => `${kind}-${count}`

interface OfferProps {
  readonly own: OwnAccount
  readonly offer: ArrangementChoices
  readonly onMade: (choice: Choice) => void
}

/** The choices with every date and amount, what an arrangement means, and one confirmation. */
function Offer({ own, offer, onMade }: OfferProps) {
  const { arrange: text } = useText('arrangements')
  const { owed, pastDue, today, results, againOn, hasCutoff } = offer
  const queries = useQueryClient()
  const send = useMemberSend(makeLine, { onSuccess: onMade })
  const form = useRuleForm(checkChoice, arrangementMessage, {
    start: { choice: '' },
    error: send.error,
    firstCheck: 'submit',
    onSubmit: ({ choice: chosen }) => {
      const choice = results.find((one) => idOf(one) === chosen)
      if (choice === undefined) return
      send.mutate(
        { params: { ...own }, body: { kind: choice.kind, count: choice.count, owed, today } },
        // What is owed or the day may have changed: the new figures are shown beside the refusal.
        { onError: () => void queries.invalidateQueries({ queryKey: [choicesLine] }) },
      )
    },
  })
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
      <Card title={text.meaning}>
        <ul className={styles.meaning}>
          <li>{text.late}</li>
          <li>{text.newBills}</li>
          {againOn !== today && <li>{text.again(formatUsDate(againOn))}</li>}
          {isOn(hasCutoff) && <li>{text.cutoff}</li>}
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

/** The arrangement that was made, with what is to be paid when. */
function Made({ own, choice: { payments }, today }: ChoiceProps & { readonly own: OwnAccount }) {
  const { arrange: text } = useText('arrangements')
  const [first] = payments
  const facts = payments.map(({ dueOn, amount }) => ({
    label: dueOn === today ? text.today : formatUsDate(dueOn),
    value: formatUsd(amount),
  }))
  return (
    <Stack>
      <SuccessAlert title={text.done} />
      <Card title={text.payments}>
        <Facts facts={facts} />
      </Card>
      <Stack row>
        {first?.dueOn === today && (
          <ButtonLink href={paths.payMultiple({ accountno: own.accountNumber })}>{text.payToday}</ButtonLink>
        )}
        <ButtonLink href={paths.viewArrangements()} variant="secondary">
          {text.view}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}
