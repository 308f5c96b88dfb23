import { chargeObstacle } from '@coopline/rules/paying/auto-pay/auto-pay'
import { addDays, type CalendarDate, isBefore } from '@coopline/rules/kernel/calendar-date'
import { maxCents, minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Language } from '@coopline/rules/kernel/problem'
import { Conflict, NotOwned, Refused } from '../../../platform/errors.ts'
import { type DueItem, type ItemOutcome, type RunSource, settleEach } from '../../../platform/runs/run-source.ts'
import { todayOf } from '../../../platform/today.ts'
import { findLanguage } from '../../accounts/accounts/public.ts'
import {
  chargeStoredMethod,
  findStoredCharge,
  isPaymentUnderWay,
  lockOwed,
  type Owed,
  settleUnderWay,
} from '../payments/public.ts'
import {
  type AutopayAccount,
  type Charge,
  listWaitingCharges,
  lockAutopayAccount,
  lockCharge,
  sumLaterBills,
  updateCharge,
} from './auto-pay.store.ts'
import type { NotChargedReason } from './autopay-notice.messages.ts'
import { notifyNotCharged, notifyWaiting } from './notify-autopay.ts'

/** The maximum age, in days, of a missed charge that is still made. After that, the member is asked to pay. */
const latestDays = 5

/**
 * Charges AutoPay payments on the announced day, weekends included, because cards do not depend on banking days. The
 * amount is stored with the payment before it is sent; the charge's identity in runs and its due date form the idempotency
 * key (decision 0056).
 */
export const autoPaySource: RunSource = {
  name: 'autopay',
  listDue: async ({ db, settings }, { runDate }, { after, limit }) => {
    if (!settings.current().Autopay) return { due: [], next: undefined }
    const [chargeOn = '', accountNumber = ''] = after.split(' ')
    const from = after === '' ? { chargeOn: '1970-01-01', accountNumber: '' } : { chargeOn, accountNumber }
    const charges = await listWaitingCharges(db, runDate, from, limit)
    const last = charges.length < limit ? undefined : charges.at(-1)
    return {
      due: charges.map((charge) => ({
        kind: 'autopay',
        enrollmentId: charge.enrollmentId,
        dueDate: charge.dueDate,
        accountNumber: charge.accountNumber,
        memberNumber: charge.memberNumber,
      })),
      next: last && `${last.chargeOn} ${last.accountNumber}`,
    }
  },
  settle: settleEach(async (deps, tx, due) => (await decide(deps, tx, due, false)).outcome),
  finish: async (deps, due) => {
    const decideNow = async (hasAsked: boolean): Promise<Decision> =>
      inTransaction(deps.db, async (tx) => {
        const decided = await decide(deps, tx, due, hasAsked)
        const { charge: next } = decided
        if (next?.state === 'waiting')
          await updateCharge(tx, next, { state: 'waiting', outcome: next.outcome, methodId: next.methodId })
        return decided
      })
    const first = await decideNow(false)
    const { heldUp } = first
    if (heldUp !== undefined)
      await settleUnderWay(deps, [due.accountNumber], {
        limit: mostAsked,
        endsQuickPay: heldUp === 'late' ? 'all' : undefined,
      })
    const { outcome, charge } = heldUp === undefined ? first : await decideNow(true)
    return charge === undefined ? outcome : send(deps, due, charge)
  },
}

/** The maximum number of pages that the provider is asked about for one charge. The others wait for the next run. */
const mostAsked = 50

interface Decision {
  readonly outcome: ItemOutcome
  /** The charge to send; omitted when nothing is charged now. */
  readonly charge?: Charge
  /** Given when the charge waits for other payments of the account: on its day, or later and only because of them. */
  readonly heldUp?: 'on-its-day' | 'late'
}

/**
 * Decides the amount to charge now, with the account and the charge locked. The amount owed is read again before every charge, because
 * days may have passed since the run started on the due date. While payments under way cover a part of the announced amount, the charge
 * waits for them, so that one charge collects the rest (decision 0260). From the next day on unpaid pages of Quick Pay are ended for it,
 * because a stranger may open them repeatedly (REQ-D-348).
 *
 * @param hasAsked true when the provider has just been asked about the payments under way.
 */
async function decide(
  deps: Deps,
  tx: Tx,
  { accountNumber, memberNumber, dueDate }: DueItem,
  hasAsked: boolean,
): Promise<Decision> {
  const account = await lockAutopayAccount(tx, memberNumber, accountNumber)
  const held = await lockCharge(tx, { accountNumber, memberNumber, dueDate })
  if (held === undefined) return skipped('stopped')
  // A charge that may have been sent keeps its amount and method, even if other facts have changed.
  const sent = await findStoredCharge(tx, nameOf(held))
  if (sent !== undefined) return toSend({ ...held, amount: sent.amount, methodId: sent.handOff.storedMethodId ?? '' })
  if (held.state !== 'waiting') return skipped('stopped')
  const end = async (state: 'stopped' | 'above-limit' | 'done', outcome: string): Promise<Decision> => {
    await updateCharge(tx, held, { state, outcome })
    return skipped(outcome)
  }
  const { enrollment } = account ?? {}
  if (account === undefined || enrollment?.state !== 'active') return end('stopped', 'not-enrolled')
  const { Autopay: isOffered } = deps.settings.current()
  const today = todayOf(deps)
  const isLate = isBefore(held.chargeOn, today)
  const { due, owed } = await lockOwedOfBill(deps, tx, account, { dueDate, today })
  if (due <= zeroCents) return end('done', 'nothing-due')
  const notify = async (reason: NotChargedReason) => notifyNotCharged(deps, tx, held, { ...held, reason })
  const obstacle = chargeObstacle(account)
  if (obstacle !== null) {
    await notify(obstacle)
    return end('stopped', obstacle)
  }
  if (isBefore(held.chargeOn, addDays(today, -latestDays))) {
    await notify(owed < due ? 'payment-open' : 'late')
    return end('stopped', 'missed')
  }
  // Never charge more than the announced amount.
  const [most, amount] = [minCents(held.amount, due), minCents(held.amount, owed)]
  const limit = enrollment.maxAmount ?? most
  const isHeldUp = amount < most
  if (!isOffered || isHeldUp) {
    // Payments of the same day end within hours: most of their payers are at the provider's page.
    const isNew = isHeldUp && hasAsked && held.waitingNotifiedAt === null && isLate
    if (isNew) await notifyWaiting(deps, tx, held, held)
    // The member can still stop it, by the link or by a pause.
    const waits = { state: 'waiting', outcome: '' } as const
    await updateCharge(tx, held, isNew ? { ...waits, waitingNotifiedAt: deps.clock.now() } : waits)
    const heldUp = isLate && isOffered && most <= limit ? 'late' : 'on-its-day'
    return { outcome: { state: 'pending', amount: most }, ...(isHeldUp && { heldUp }) }
  }
  if (amount > limit) {
    await notify({ sentence: '' })
    return end('above-limit', 'limit-lowered')
  }
  return toSend({ ...held, outcome: 'charging', amount, methodId: enrollment.methodId })
}

/** Finds the amount due for the announced bill, and that amount less open payments, in whole cents. Locks the account. */
async function lockOwedOfBill(
  deps: Deps,
  tx: Tx,
  account: AutopayAccount,
  { dueDate, today }: { readonly dueDate: CalendarDate; readonly today: CalendarDate },
): Promise<Pick<Owed, 'due' | 'owed'>> {
  const found = await lockOwed(deps, tx, account)
  if (found === undefined) return { due: zeroCents, owed: zeroCents }
  // The bills are read after the open payments, like the amount due.
  const { pastDue, dueDate: nextDue } = found.account
  const isNextBilled = nextDue !== null && isBefore(dueDate, nextDue)
  if (!isNextBilled) return found
  // After its due date, only the past-due amount can belong to the announced bill. Before it, later bills are subtracted.
  const ofBill = isBefore(dueDate, today)
    ? pastDue
    : maxCents(pastDue, subtractCents(found.due, await sumLaterBills(tx, account.accountNumber, dueDate)))
  if (ofBill >= found.due) return found
  return { ...found, due: ofBill, owed: subtractCents(ofBill, found.open) }
}

const skipped = (reason: string): Decision => ({ outcome: { state: 'skipped', reason } })

const toSend = (charge: Charge): Decision => ({ outcome: { state: 'pending', amount: charge.amount }, charge })

/** Returns the idempotency key of a charge, with its member and reason. */
const nameOf = ({ memberNumber, dueDate, enrollmentId }: Charge) =>
  ({ memberNumber, reason: 'autopay', idempotencyKey: `${enrollmentId}:${dueDate}` }) as const

/** Thrown when the second decision differs from the first: the member paused AutoPay or paid in between. */
class DecidedDifferently extends Error {}

async function send(deps: Deps, due: DueItem, charge: Charge): Promise<ItemOutcome> {
  const { accountNumber, memberNumber, methodId, amount, feeTerms } = charge
  const language = await findLanguage(deps.db, memberNumber)
  deps.failPoints.reach('autopay.before-charge')
  try {
    const { outcome, transNo } = await chargeStoredMethod(deps, {
      ...nameOf(charge),
      methodId,
      items: [{ accountNumber, amountCents: amount }],
      agreedFees: feeTerms,
      language,
      confirm: async (tx) => {
        const { charge: again } = await decide(deps, tx, due, true)
        if (again?.amount !== amount || again.methodId !== methodId) throw new DecidedDifferently()
      },
    })
    deps.failPoints.reach('autopay.after-charge')
    // A declined or open payment needs nothing here: the member is notified, and the sweeper asks the provider.
    await updateCharge(deps.db, charge, { state: 'done', outcome, amount, transNo })
    if (outcome === 'processing') return { state: 'pending', amount, transNo }
    return outcome === 'confirmed'
      ? { state: 'booked', amount, transNo }
      : { state: 'failed', reason: outcome, amount, transNo }
  } catch (error) {
    // The next run decides again.
    if (error instanceof DecidedDifferently) return { state: 'pending', amount }
    const sentence = sentenceOf(error, language)
    if (sentence === null) throw error
    return inTransaction(deps.db, async (tx) => {
      const held = await lockCharge(tx, charge)
      // Another payment, or another process with this charge, was first. The next run decides again.
      const isRecorded = (await findStoredCharge(tx, nameOf(charge))) !== undefined
      if (isRecorded || isPaymentUnderWay(error)) return { state: 'pending', amount }
      if (held?.state === 'waiting') {
        await updateCharge(tx, charge, { state: 'done', outcome: 'refused' })
        await notifyNotCharged(deps, tx, charge, { ...charge, reason: { sentence } })
      }
      return { state: 'failed', reason: 'refused', amount }
    })
  }
}

/** Writes the sentence of a rule that refused the charge before it was sent; `null` for any other error. */
function sentenceOf(error: unknown, language: Language): string | null {
  if (error instanceof Refused) return error.refusals[0]?.sentenceIn(language) ?? ''
  return error instanceof NotOwned || error instanceof Conflict ? '' : null
}
