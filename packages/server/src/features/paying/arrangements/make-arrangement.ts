import type { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { paths } from '@coopline/contract/paths'
import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import { arrangementChoices, type ArrangementChoice } from '@coopline/rules/paying/arrangement/arrangement-choices'
import { arrangementMessage, type ArrangementRefusal } from '@coopline/rules/paying/arrangement/arrangement.messages'
import { checkArrangement } from '@coopline/rules/paying/arrangement/check-arrangement'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, zeroCents } from '@coopline/rules/kernel/money'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { notifyAccount } from '../../../platform/notices/notify-account.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { owedOn } from '../../accounts/accounts/public.ts'
import { lockOwed } from '../payments/public.ts'
import { listScheduledWithFees, scheduleIn } from '../scheduled-payments/public.ts'
import { arrangementMadeText } from './arrangement-notice.messages.ts'
import { findArrangeable, findMadeOn, insertArrangement, lockAccount } from './arrangements.store.ts'
import { limitsOf } from './list-choices.ts'

type Confirmed = BodyOf<(typeof arrangements)['make']>
type Answer = AnswerOf<(typeof arrangements)['make']>

/**
 * Makes an arrangement with the figures that the member confirmed and records the event for the cooperative, in one transaction. The
 * same choice for the same account on the same day returns the existing arrangement, so that a double click or a second tab makes one.
 *
 * @throws NotOwned for another member's account; Conflict when the account cannot have an arrangement, when the choice is not
 *   offered, or when the amount owed, the day or a payment differs from the confirmed figures.
 */
export async function makeArrangement(
  deps: Deps,
  member: MemberRequest,
  accountNumber: string,
  confirmed: Confirmed,
): Promise<Answer> {
  // A scheduled payment is charged later without asking the member again.
  if (confirmed.methodId !== null) requireFreshProof(deps, member.caller)
  const { choice, scheduled, convenienceFee } = await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountNumber)
    // Waits for a run that is collecting the amount owed, so that the arrangement does not include it.
    await lockOwed(deps, tx, { memberNumber: member.caller.memberNumber, accountNumber })
    return choose(deps, tx, { ...member, accountNumber, confirmed })
  })
  return { kind: choice.kind, count: choice.count, payments: [...choice.payments], scheduled, convenienceFee }
}

interface Wanted extends MemberRequest {
  readonly accountNumber: string
  readonly confirmed: Confirmed
}

interface Chosen {
  readonly choice: ArrangementChoice
  readonly scheduled: number
  /** The fees of the scheduled payments, in whole cents. */
  readonly convenienceFee: Cents
}

async function choose(deps: Deps, tx: Tx, wanted: Wanted): Promise<Chosen> {
  const { clock, settings } = deps
  const { caller, request, accountNumber, confirmed } = wanted
  const { memberNumber } = caller
  const account = requireOwnAccount(await findArrangeable(tx, memberNumber, accountNumber), accountNumber)
  const now = clock.now()
  const today = calendarDateIn(settings.current().timeZone, now)
  const limits = limitsOf(settings.current(), account)
  const refuse = (problem: ArrangementRefusal) => new Conflict(refusal(arrangementMessage, problem))

  const made = await findMadeOn(tx, { memberNumber, accountNumber, madeOn: today })
  if (made?.kind === confirmed.kind && made.count === confirmed.count && made.balance === confirmed.owed)
    return { choice: made, ...(await findScheduledOf(deps, tx, wanted, made)) }
  const owed = owedOn(account)
  const problem = made
    ? ({ code: 'has-arrangement' } as const)
    : checkArrangement({ ...account, owed }, limits.monthsBetween, today)
  if (problem !== null) throw refuse(problem)
  if (confirmed.owed !== owed || confirmed.today !== today) throw refuse({ code: 'figures-changed' })
  const choice = arrangementChoices(owed, limits, today).find(
    ({ kind, count }) => kind === confirmed.kind && count === confirmed.count,
  )
  if (choice === undefined || (confirmed.methodId !== null && !settings.current().allowFutureDatedPayments))
    throw refuse({ code: 'not-offered' })
  if (!isAsDisplayed(choice, confirmed)) throw refuse({ code: 'figures-changed' })

  const { kind, count, payments } = choice
  const scheduled = laterPayments(wanted, choice).length
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: 'arrangement.made',
    body: { memberNumber, accountNumber, kind, count, madeOn: today, balance: owed, payments, scheduled },
    now,
  })
  const convenienceFee = await scheduleLater(deps, tx, wanted, { choice, eventId })
  if (confirmed.convenienceFee !== convenienceFee) throw refuse({ code: 'figures-changed' })
  await insertArrangement(tx, { memberNumber, accountNumber, choice, balance: owed, madeOn: today, eventId, now })
  await recordAudit(tx, {
    kind: 'arrangements.made',
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId, arrangement: kind, count },
  })
  await notifyOfArrangement(deps, tx, wanted, { key: `arrangement:${eventId}`, payments, scheduled, convenienceFee })
  return { choice, scheduled, convenienceFee }
}

/** False when the member saw other days or amounts for the choice. */
const isAsDisplayed = ({ payments }: ArrangementChoice, { payments: shown }: Confirmed): boolean =>
  shown.length === payments.length &&
  payments.every(({ dueOn, amount }, index) => shown[index]?.dueOn === dueOn && shown[index].amount === amount)

interface Made {
  readonly key: string
  readonly payments: ArrangementChoice['payments']
  readonly scheduled: number
  readonly convenienceFee: Cents
}

/** Confirms the arrangement with its amounts and dates, by email and text according to the member's choices. */
async function notifyOfArrangement(
  deps: Deps,
  tx: Tx,
  { caller: { memberNumber }, accountNumber }: Wanted,
  { key, payments, scheduled, convenienceFee }: Made,
): Promise<void> {
  const { coopName } = deps.settings.current()
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.viewArrangements()}`
  await notifyAccount(
    deps,
    tx,
    { memberNumber, accountNumber },
    {
      topic: 'past-due',
      dedupeKey: key,
      compose: (language) =>
        arrangementMadeText({ accountNumber, payments, scheduled, convenienceFee, coopName, address }, language),
    },
  )
}

/** Lists the payments that the portal schedules: those after today, if the member chose a method. */
const laterPayments = ({ confirmed }: Wanted, { payments }: ArrangementChoice): ArrangementChoice['payments'] =>
  confirmed.methodId === null ? [] : payments.filter(({ dueOn }) => dueOn > confirmed.today)

/** Schedules the payments after today as parts of the arrangement. @returns their fees, in whole cents. */
async function scheduleLater(
  deps: Deps,
  tx: Tx,
  wanted: Wanted,
  { choice, eventId }: { readonly choice: ArrangementChoice; readonly eventId: number },
): Promise<Cents> {
  const { accountNumber, confirmed } = wanted
  const { methodId } = confirmed
  let fees = zeroCents
  if (methodId === null) return fees
  for (const { dueOn: paymentDate, amount } of laterPayments(wanted, choice)) {
    const accountDetails = [{ accountNumber, amount }]
    const { fee } = await scheduleIn(deps, tx, wanted, { paymentDate, methodId, accountDetails }, eventId)
    fees = addCents(fees, fee)
  }
  return fees
}

/** Finds the number and the fees, in whole cents, of the scheduled payments of an arrangement. */
async function findScheduledOf(
  deps: Deps,
  tx: Tx,
  { caller: { memberNumber }, accountNumber }: Wanted,
  { payments }: ArrangementChoice,
): Promise<Omit<Chosen, 'choice'>> {
  const waiting = (await listScheduledWithFees(deps, tx, memberNumber)).filter(
    ({ items }) => items.length === 1 && items[0]?.accountNumber === accountNumber,
  )
  const found = payments.flatMap(({ dueOn, amount }) => {
    const one = waiting.find((scheduled) => scheduled.paymentDate === dueOn && scheduled.amount === amount)
    return one === undefined ? [] : [one]
  })
  return { scheduled: found.length, convenienceFee: addCents(...found.map(({ fee }) => fee)) }
}
