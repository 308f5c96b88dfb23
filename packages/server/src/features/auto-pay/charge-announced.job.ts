import { addDays, calendarDateIn, isBefore } from '@coopline/rules/kernel/calendar-date'
import { type Cents, minCents, zeroCents } from '@coopline/rules/kernel/money'
import { hourIn } from '@coopline/rules/runs/banking-days'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, NotOwned, RuleRefused } from '../../platform/errors.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { findLanguage } from '../accounts/public.ts'
import { chargeStoredMethod, lockOwed } from '../payments/public.ts'
import { type Charge, listWaitingCharges, lockAutopayAccount, lockCharge, updateCharge } from './auto-pay.store.ts'
import { notifyNotCharged } from './notify-autopay.ts'

export const chargeAnnouncedJob = job<Record<never, never>>('auto-pay.charge-announced')

const windowSize = 200
/** A charge that the portal missed for longer is not made up for: the member has been asked to pay by then. */
const latestDays = 5

/**
 * Charges what was announced to members, from the hour of the setting on: each due date of an account once, whatever number of
 * processes run and however often they are stopped. The amount is settled and stored first, and the payment has it as its key.
 */
export async function chargeAnnounced(deps: Deps): Promise<void> {
  const { Autopay: isOffered, timeZone, runHour } = deps.settings.current()
  const now = deps.clock.now()
  if (!isOffered || hourIn(timeZone, now) < runHour) return
  const today = calendarDateIn(timeZone, now)
  let after: { readonly chargeOn: string; readonly accountNumber: string } | null = {
    chargeOn: '1970-01-01',
    accountNumber: '',
  }
  while (after !== null) {
    const charges: readonly Charge[] = await listWaitingCharges(deps.db, today, after, windowSize)
    for (const charge of charges) await chargeOne(deps, charge)
    after = charges.length < windowSize ? null : (charges.at(-1) ?? null)
  }
}

interface Claim {
  readonly amount: Cents
  readonly methodId: string
}

async function chargeOne(deps: Deps, charge: Charge): Promise<void> {
  const { accountNumber, memberNumber, dueDate } = charge
  const claim = await inTransaction(deps.db, async (tx) => {
    const account = await lockAutopayAccount(tx, memberNumber, accountNumber)
    const held = await lockCharge(tx, accountNumber, dueDate)
    // Stopped, or charged by another process meanwhile.
    if (held?.state !== 'waiting') return null
    const { enrollment } = account ?? {}
    const end = async (state: 'stopped' | 'above-limit' | 'done', outcome: string): Promise<null> => {
      await updateCharge(tx, held, { state, outcome })
      return null
    }
    if (account === undefined || enrollment?.state !== 'active') return end('stopped', 'not-enrolled')
    // Its amount is settled, and it may have been sent: sending it again charges nothing more.
    if (held.outcome === 'charging') return { amount: held.amount, methodId: held.methodId } satisfies Claim
    const today = calendarDateIn(deps.settings.current().timeZone, deps.clock.now())
    if (isBefore(held.chargeOn, addDays(today, -latestDays))) return end('stopped', 'missed')
    const owed = (await lockOwed(tx, deps, { memberNumber, accountNumber }))?.owed ?? zeroCents
    if (owed <= zeroCents) return end('done', 'nothing-due')
    // Never more than the member was told.
    const amount = minCents(held.amount, owed)
    if (enrollment.maxAmount !== null && amount > enrollment.maxAmount) {
      await notifyNotCharged(tx, deps, { memberNumber, accountNumber }, { dueDate, reason: '' })
      return end('above-limit', 'limit-lowered')
    }
    const { methodId } = enrollment
    await updateCharge(tx, held, { state: 'waiting', outcome: 'charging', amount, methodId })
    return { amount, methodId } satisfies Claim
  })
  if (claim === null) return
  deps.failPoints.reach('autopay.after-claim')
  await send(deps, charge, claim)
}

async function send(deps: Deps, charge: Charge, { amount, methodId }: Claim): Promise<void> {
  const { accountNumber, memberNumber, dueDate } = charge
  try {
    const { outcome, transNo } = await chargeStoredMethod(deps, {
      memberNumber,
      methodId,
      items: [{ accountNumber, amountCents: amount }],
      idempotencyKey: `${accountNumber}:${dueDate}`,
      reason: 'autopay',
      language: await findLanguage(deps.db, memberNumber),
    })
    deps.failPoints.reach('autopay.after-charge')
    // A declined or open payment goes on like any other: its member is notified, and the sweeper asks the provider.
    await updateCharge(deps.db, charge, { state: 'done', outcome, transNo })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    await inTransaction(deps.db, async (tx) => {
      const held = await lockCharge(tx, accountNumber, dueDate)
      if (held?.state !== 'waiting') return
      await updateCharge(tx, charge, { state: 'done', outcome: 'refused' })
      await notifyNotCharged(tx, deps, { memberNumber, accountNumber }, { dueDate, reason })
    })
  }
}

/** The sentence of a charge that was refused before anything was sent; `null` for any other error. */
function refusalOf(error: unknown): string | null {
  if (error instanceof RuleRefused) return error.errors[0]?.message ?? ''
  return error instanceof NotOwned || error instanceof Conflict ? '' : null
}
