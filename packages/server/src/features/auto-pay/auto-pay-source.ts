import { addDays, calendarDateIn, isBefore } from '@coopline/rules/kernel/calendar-date'
import { minCents, zeroCents } from '@coopline/rules/kernel/money'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, NotOwned, RuleRefused } from '../../platform/errors.ts'
import { type DueItem, type ItemOutcome, type RunSource, settleEach } from '../../platform/runs/run-source.ts'
import { findLanguage } from '../accounts/public.ts'
import { chargeStoredMethod, findByRequest, lockOwed, memberPayer } from '../payments/public.ts'
import { type Charge, listWaitingCharges, lockAutopayAccount, lockCharge, updateCharge } from './auto-pay.store.ts'
import { notifyNotCharged } from './notify-autopay.ts'

/** Oldest missed charge that is still made, in days; after that, the member has been asked to pay. */
const latestDays = 5

/**
 * Charges AutoPay payments on the announced day, weekends included, because cards do not depend on banking days. Settles and
 * stores the amount first; account and due date form the idempotency key (decision 0056).
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
        enrollmentId: charge.accountNumber,
        dueDate: charge.dueDate,
        accountNumber: charge.accountNumber,
        memberNumber: charge.memberNumber,
      })),
      next: last && `${last.chargeOn} ${last.accountNumber}`,
    }
  },
  settle: settleEach(async (tx, deps, { accountNumber, memberNumber, dueDate }) => {
    const account = await lockAutopayAccount(tx, memberNumber, accountNumber)
    const held = await lockCharge(tx, accountNumber, dueDate)
    if (held?.state !== 'waiting') return { state: 'skipped', reason: 'stopped' }
    const end = async (state: 'stopped' | 'above-limit' | 'done', outcome: string): Promise<ItemOutcome> => {
      await updateCharge(tx, held, { state, outcome })
      return { state: 'skipped', reason: outcome }
    }
    const { enrollment } = account ?? {}
    if (account === undefined || enrollment?.state !== 'active') return end('stopped', 'not-enrolled')
    // An earlier version settled the amount and may have sent it; the key makes sending it again safe.
    if (held.outcome === 'charging') return { state: 'pending', amount: held.amount }
    const today = calendarDateIn(deps.settings.current().timeZone, deps.clock.now())
    if (isBefore(held.chargeOn, addDays(today, -latestDays))) return end('stopped', 'missed')
    const owed = (await lockOwed(tx, deps, { memberNumber, accountNumber }))?.owed ?? zeroCents
    if (owed <= zeroCents) return end('done', 'nothing-due')
    // Never charge more than the announced amount.
    const amount = minCents(held.amount, owed)
    if (enrollment.maxAmount !== null && amount > enrollment.maxAmount) {
      await notifyNotCharged(tx, deps, { memberNumber, accountNumber }, { dueDate, reason: '' })
      return end('above-limit', 'limit-lowered')
    }
    await updateCharge(tx, held, { state: 'waiting', outcome: 'charging', amount, methodId: enrollment.methodId })
    return { state: 'pending', amount }
  }),
  finish: async (deps, due) => {
    const charge = await inTransaction(deps.db, (tx) => loadCharge(tx, due))
    return charge === undefined ? { state: 'skipped', reason: 'stopped' } : send(deps, charge)
  },
}

/** Loads the charge to send; `undefined` when the member stopped AutoPay, unless the charge may already have been sent. */
async function loadCharge(tx: Tx, { accountNumber, memberNumber, dueDate }: DueItem): Promise<Charge | undefined> {
  const account = await lockAutopayAccount(tx, memberNumber, accountNumber)
  const held = await lockCharge(tx, accountNumber, dueDate)
  if (held === undefined) return undefined
  const sent = await findByRequest(tx, memberPayer(memberNumber, 'autopay').scope, keyOf(held))
  if (sent !== undefined || (held.state === 'waiting' && account?.enrollment?.state === 'active')) return held
  if (held.state === 'waiting') await updateCharge(tx, held, { state: 'stopped', outcome: 'not-enrolled' })
  return undefined
}

const keyOf = ({ accountNumber, dueDate }: Charge): string => `${accountNumber}:${dueDate}`

async function send(deps: Deps, charge: Charge): Promise<ItemOutcome> {
  const { accountNumber, memberNumber, dueDate, methodId, amount } = charge
  deps.failPoints.reach('autopay.before-charge')
  try {
    const { outcome, transNo } = await chargeStoredMethod(deps, {
      memberNumber,
      methodId,
      items: [{ accountNumber, amountCents: amount }],
      idempotencyKey: keyOf(charge),
      reason: 'autopay',
      language: await findLanguage(deps.db, memberNumber),
    })
    deps.failPoints.reach('autopay.after-charge')
    // A declined or open payment takes the usual path: the member is notified, and the sweeper asks the provider.
    await updateCharge(deps.db, charge, { state: 'done', outcome, transNo })
    if (outcome === 'processing') return { state: 'pending', amount, transNo }
    return outcome === 'confirmed'
      ? { state: 'booked', amount, transNo }
      : { state: 'failed', reason: outcome, amount, transNo }
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === null) throw error
    await inTransaction(deps.db, async (tx) => {
      const held = await lockCharge(tx, accountNumber, dueDate)
      if (held?.state !== 'waiting') return
      await updateCharge(tx, charge, { state: 'done', outcome: 'refused' })
      await notifyNotCharged(tx, deps, { memberNumber, accountNumber }, { dueDate, reason })
    })
    return { state: 'failed', reason: 'refused', amount }
  }
}

/** The message when a rule refused the charge before sending; `null` for any other error. */
function refusalOf(error: unknown): string | null {
  if (error instanceof RuleRefused) return error.errors[0]?.message ?? ''
  return error instanceof NotOwned || error instanceof Conflict ? '' : null
}
