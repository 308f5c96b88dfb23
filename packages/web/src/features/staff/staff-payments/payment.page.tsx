import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type { staffPayments, StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { staffCall, useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { AlarmTable } from './alarm.table.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { ReasonDialog } from './reason.dialog.tsx'
import { RefundDialog } from './refund.dialog.tsx'
import { useStateNames } from './use-state-names.ts'

const viewLine = 'GET /v3/staff/payments/{transNo}' satisfies (typeof staffPayments)['view']['call']

const countLine = 'GET /v3/staff/alarms/count' satisfies (typeof staffPayments)['countAlarms']['call']

/** A payment with everything that became of it, and what staff can decide about it. */
export function PaymentPage() {
  const { payment: text } = useText('staffPayments')
  const transNo = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.title} roles={staffRights.payments}>
      <p>
        <a href={paths.staffPayments()}>{text.back}</a>
      </p>
      {transNo === '' ? <Alert tone="info" title={text.noNumber} /> : <Payment transNo={transNo} />}
    </StaffPage>
  )
}

type Decision = ReviewDecision | 'refund'
type ReviewDecision = 'accept' | 'reject'

function Payment({ transNo }: { readonly transNo: string }) {
  const { payment: text, decide: words } = useText('staffPayments')
  const queries = useQueryClient()
  const { dialog: decision, open, close, replaceWith } = useOneDialog<Decision>()
  const { success, succeedWith, clearSuccess } = useSuccess()
  const input = { params: { transNo } }
  const query = useStaffRead(viewLine, input)
  const onDone = (kind: Decision, story: StaffPaymentStory, before: StaffPaymentStory) => {
    // The decision has answered with the payment: loading it again would be another view in the member's activity.
    queries.setQueryData([viewLine, input], story)
    // The menu shows the number of open alarms, and the decision may have settled one.
    void queries.invalidateQueries({ queryKey: [countLine] })
    replaceWith(null)
    const waits = story.alarms.some((one) => one.kind === 'second-person' && one.settled === null)
    succeedWith(waits ? words.proposed : kind === 'refund' ? refundDone(words.refund, story, before) : words[kind].done)
  }
  const onCancel = (isStale: boolean) => {
    close()
    if (isStale) void queries.invalidateQueries({ queryKey: [viewLine, input] })
  }
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(story) => (
        <>
          {success}
          <Summary
            story={story}
            onDecide={(kind) => {
              clearSuccess()
              open(kind)
            }}
          />
          <PaymentHistory story={story} />
          {story.alarms.length > 0 && (
            <Card title={text.alarms}>
              <AlarmTable alarms={story.alarms} caption={text.alarms} />
            </Card>
          )}
          {decision === 'refund' && story.refund !== null && (
            <RefundDialog
              transNo={transNo}
              refund={story.refund}
              onDone={(next) => onDone('refund', next, story)}
              onCancel={onCancel}
            />
          )}
          {decision !== null && decision !== 'refund' && (
            <DecisionDialog
              kind={decision}
              story={story}
              onDone={(next) => onDone(decision, next, story)}
              onCancel={onCancel}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Tells whether the refund is booked, and what it left. */
function refundDone(
  words: TextsOf<'staffPayments'>['decide']['refund'],
  { state, booked }: StaffPaymentStory,
  before: StaffPaymentStory,
): string {
  if (state === 'refunded') return words.done
  const moved = (before.booked?.left ?? 0) - (booked?.left ?? 0)
  if (booked === null || moved <= 0) return words.pending
  return words.partDone(formatUsd(cents(moved)), formatUsd(booked.left))
}

interface SummaryProps {
  readonly story: StaffPaymentStory
  readonly onDecide: (kind: Decision) => void
}

function describeProvider(
  { status, sum }: NonNullable<StaffPaymentStory['provider']>,
  { providerStatuses, providerHolds }: TextsOf<'staffPayments'>['payment'],
): string {
  const names: Readonly<Record<string, string>> = providerStatuses
  const name = names[status] ?? status
  return sum === null ? name : providerHolds(name, formatUsd(sum))
}

function Summary({ story, onDecide }: SummaryProps) {
  const { payment: text, decide: words } = useText('staffPayments')
  const { language } = useLanguage()
  const nameOf = useStateNames()
  const origins: Readonly<Record<string, string>> = text.origins
  const { transNo, state, amount, fee, memberNumber, accounts, confirmationNumber, lastFour, message, provider } = story
  const decisions: readonly Decision[] =
    state === 'under-review' ? ['accept', 'reject'] : story.refund !== null ? ['refund'] : []
  const buttons = decisions.filter((kind) => kind !== 'accept' || acceptable(story).length > 0)
  return (
    <Card title={transNo}>
      <Stack gap="large">
        {state === 'under-review' && (
          <Alert tone="warning" title={text.underReview}>
            <p>{acceptable(story).length > 0 ? text.underReviewMore : text.nothingToAccept}</p>
          </Alert>
        )}
        <FactList
          facts={[
            [text.state, nameOf(state)],
            [text.amount, formatUsd(amount)],
            [text.fee, fee === null ? text.none : formatUsd(fee)],
            ...refundFacts(story, text),
            [text.method, `${text.methods[story.paymentType]}${lastFour === null ? '' : ` ${text.ending(lastFour)}`}`],
            [text.confirmation, confirmationNumber ?? text.none],
            [
              text.member,
              <a key="member" href={paths.staffMember({ number: memberNumber })}>
                {memberNumber}
              </a>,
            ],
            [text.accounts, accounts.map((one) => `${one.accountNumber}: ${formatUsd(one.amount)}`).join(', ')],
            ...(story.paidBy === null ? [] : [[text.paidBy, story.paidBy] as const]),
            [text.origin, origins[story.origin] ?? story.origin],
            [text.requested, formatInstant(story.requestedAt, language)],
            [text.settled, story.settledAt === null ? text.none : formatInstant(story.settledAt, language)],
            [text.message, message ?? text.none],
            ...(provider === null ? [] : [[text.provider, describeProvider(provider, text)] as const]),
          ]}
        />
        {buttons.length > 0 && (
          <Stack row>
            {buttons.map((kind) => (
              <Button key={kind} variant="secondary" onClick={() => onDecide(kind)}>
                {words[kind].button}
              </Button>
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

/** The amount that was refunded, and what is left of the payment, once anything went back. */
function refundFacts(
  { booked }: StaffPaymentStory,
  text: TextsOf<'staffPayments'>['payment'],
): readonly (readonly [string, string])[] {
  if (booked === null || booked.left === booked.received) return []
  return [
    [text.refunded, text.partOf(formatUsd(booked.refunded), formatUsd(booked.received))],
    [text.left, formatUsd(booked.left)],
  ]
}

/** Returns the quarantined reports that staff can accept: the charges or, without a charge, all of them. */
function acceptable({ reports }: StaffPaymentStory): StaffPaymentStory['reports'] {
  const aside = reports.filter(({ outcome }) => outcome === 'quarantined')
  const charges = aside.filter(({ type }) => type === 'payment.succeeded')
  return charges.length > 0 ? charges : aside
}

interface DecisionDialogProps {
  readonly kind: ReviewDecision
  readonly story: StaffPaymentStory
  readonly onDone: (story: StaffPaymentStory) => void
  readonly onCancel: (isStale: boolean) => void
}

function DecisionDialog({ kind, story, onDone, onCancel }: DecisionDialogProps) {
  const { decide: words } = useText('staffPayments')
  const { language } = useLanguage()
  const params = { transNo: story.transNo }
  const choices = acceptable(story).map(({ eventId, at, amount, fee }) => ({
    value: eventId,
    text: words.choice(
      amount === null ? '–' : formatUsd(amount),
      fee === null ? '–' : formatUsd(fee),
      formatInstant(at, language),
    ),
  }))
  const { title, more, button } = words[kind]
  const act = async (reason: string, eventId: string): Promise<StaffPaymentStory> => {
    if (kind === 'accept')
      return staffCall('POST /v3/staff/payments/{transNo}/accept', { params, body: { reason, eventId } })
    return staffCall('POST /v3/staff/payments/{transNo}/reject', { params, body: { reason } })
  }
  return (
    <ReasonDialog
      words={{
        title,
        button,
        more: kind === 'accept' && choices.length === 1 ? `${more} ${choices[0]?.text ?? ''}` : more,
      }}
      isDanger={kind !== 'accept'}
      choices={kind === 'accept' ? choices : []}
      act={act}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}
