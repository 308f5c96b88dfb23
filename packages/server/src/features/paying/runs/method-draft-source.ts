import { draftObstacle } from '@coopline/rules/paying/drafts/draft-eligibility'
import { allowedDraftOptions } from '@coopline/rules/paying/drafts/draft-types'
import { addDays, isBefore } from '@coopline/rules/kernel/calendar-date'
import { minCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import {
  type DueItem,
  type ItemOutcome,
  type PendingDue,
  type RunSource,
  settleEach,
} from '../../../platform/runs/run-source.ts'
import { todayOf } from '../../../platform/today.ts'
import { findLanguage } from '../../accounts/accounts/public.ts'
import { findStoredCharge, isHeldUp, lockOwed } from '../payments/public.ts'
import { chargeWhenDue, notifyNotMade } from '../scheduled-payments/public.ts'
import { listBilledLater, listDueDrafts } from './draft-source.ts'
import { lockMethodDraft } from './due-drafts.store.ts'
import { reportMissed } from './notify-held-draft.ts'
import { missedReason, postponedReason } from './runs.store.ts'

/** Drafts that members set up on the provider's page. They are due like bank drafts, and charged to the stored card or bank account. */
export const methodDraftSource: RunSource = {
  name: 'method-draft',
  listDue: async (deps, run, page) => listDueDrafts(deps, 'method_id', run, page),
  settle: settleEach(decide),
  finish: async (deps, due) => {
    const { accountNumber, memberNumber, enrollmentId, dueDate } = due
    const named = { memberNumber, reason: 'draft', idempotencyKey: `${enrollmentId}:${dueDate}` } as const
    const { methodId } = partsOf(enrollmentId)
    const { decided, agreedFees } = await inTransaction(deps.db, async (tx) => {
      const again = await decideAgain(deps, tx, due, named)
      const draft = await lockMethodDraft(tx, { accountNumber, ...partsOf(enrollmentId) })
      return { decided: again, agreedFees: draft?.feeTerms ?? null }
    })
    if (decided.state !== 'pending') return decided
    // Members could not remove the draft (REQ-D-381), so it is not charged. A charge that may have been sent is completed.
    if (decided.isSent !== true && allowedDraftOptions(deps.settings.current()).length === 0)
      return { state: 'pending', amount: due.amount }
    const charge = {
      ...named,
      methodId,
      agreedFees,
      items: [{ accountNumber, amountCents: decided.amount ?? zeroCents }],
      language: await findLanguage(deps.db, memberNumber),
    }
    const outcome = await chargeWhenDue(deps, charge, dueDate)
    // The charge was not sent, so the next run may collect the whole amount.
    return outcome.state === 'pending' && outcome.transNo === undefined ? { ...outcome, amount: due.amount } : outcome
  },
}

/** Decides the amount to charge for a due date. Locks the account and the draft until the transaction ends. */
async function decide(deps: Deps, tx: Tx, due: DueItem): Promise<ItemOutcome> {
  const found = await lockOwed(deps, tx, due)
  const draft = await lockMethodDraft(tx, { accountNumber: due.accountNumber, ...partsOf(due.enrollmentId) })
  if (found === undefined || draft === undefined) return { state: 'skipped', reason: 'removed' }
  const { account } = found
  const [billedLater = zeroCents] = await listBilledLater(deps, tx, [due])
  const amount = subtractCents(found.owed, billedLater)
  const candidate = {
    ...account,
    hasDraft: false,
    hasAutopay: draft.hasAutopay,
    isCardEligible: account.cardEligible,
  }
  const obstacle = draftObstacle(candidate, draft.isCard ? 'CREDIT' : 'BANK', false)
  if (obstacle !== null) return { state: 'skipped', reason: obstacle }
  if (isHeldUp(found, billedLater)) return { state: 'skipped', reason: postponedReason }
  if (amount <= zeroCents) return { state: 'skipped', reason: 'nothing-due' }
  return due.isTooLate === true ? { state: 'skipped', reason: missedReason } : { state: 'pending', amount }
}

/**
 * Decides again about a due date that an earlier run left pending, because days may have passed. A charge that may have been sent keeps
 * its amount. A due date that is too old is not charged, and its member is notified.
 */
async function decideAgain(
  deps: Deps,
  tx: Tx,
  due: PendingDue,
  named: Parameters<typeof findStoredCharge>[1],
): Promise<ItemOutcome & { readonly isSent?: boolean }> {
  const decided = await decide(deps, tx, due)
  // Read after the open payments, so that a charge that another process sends in between does not count as an open payment.
  const sent = await findStoredCharge(tx, named)
  if (sent !== undefined) return { state: 'pending', amount: sent.amount, isSent: true }
  const isTooOld = isBefore(due.dueDate, addDays(todayOf(deps), -lookBackDays))
  if (decided.reason === postponedReason && isTooOld) {
    await reportMissed(deps, tx, due)
    return { state: 'skipped', reason: missedReason }
  }
  if (decided.state !== 'pending') return decided
  if (!isTooOld) return { ...decided, amount: minCents(due.amount, decided.amount ?? zeroCents) }
  const { memberNumber, dueDate: paymentDate } = due
  const key = `draft:${due.enrollmentId}:${due.dueDate}`
  const language = await findLanguage(tx, memberNumber)
  await notifyNotMade(deps, tx, { ...due, paymentDate, key, language })
  return { state: 'skipped', reason: missedReason }
}

/** Splits an enrollment id into the event that set up the draft and its method. Another method makes another enrollment. */
function partsOf(enrollmentId: string): { readonly eventId: number; readonly methodId: string } {
  const at = enrollmentId.indexOf(':')
  return { eventId: Number(enrollmentId.slice(0, at)), methodId: enrollmentId.slice(at + 1) }
}
