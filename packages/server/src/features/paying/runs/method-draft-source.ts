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
import { feeTermsOf, findStoredCharge, isHeldUp, lockOwed } from '../payments/public.ts'
import { chargeWhenDue, notifyNotMade } from '../scheduled-payments/public.ts'
import { listBilledLater, listDueDrafts } from './draft-source.ts'
import { keepFeeTerms, lockMethodDraft } from './due-drafts.store.ts'
import { postponedReason } from './runs.store.ts'

/** Drafts that members set up on the provider's page: due like bank drafts, and charged to the stored card or bank account. */
export const methodDraftSource: RunSource = {
  name: 'method-draft',
  listDue: async (deps, run, page) => listDueDrafts(deps, 'method_id', run, page),
  settle: settleEach(decide),
  finish: async (deps, due) => {
    const { accountNumber, memberNumber, enrollmentId, dueDate } = due
    const named = { memberNumber, reason: 'draft', idempotencyKey: `${enrollmentId}:${dueDate}` } as const
    const { eventId, methodId } = partsOf(enrollmentId)
    const { decided, toldFees } = await inTransaction(deps.db, async (tx) => {
      const again = await decideAgain(tx, deps, due, named)
      const feesOfNow = feeTermsOf(deps.settings.current())
      const kept = again.state === 'pending' ? await keepFeeTerms(tx, { accountNumber, eventId }, feesOfNow) : undefined
      return { decided: again, toldFees: kept ?? null }
    })
    if (decided.state !== 'pending') return decided
    // Members could not remove the draft (decision 0226). A charge that may have been sent is finished.
    if (decided.isSent !== true && allowedDraftOptions(deps.settings.current()).length === 0)
      return { state: 'pending', amount: due.amount }
    const charge = {
      ...named,
      methodId,
      toldFees,
      items: [{ accountNumber, amountCents: decided.amount ?? zeroCents }],
      language: await findLanguage(deps.db, memberNumber),
    }
    const outcome = await chargeWhenDue(deps, charge, dueDate)
    // Not sent: the next run may take all that was due.
    return outcome.state === 'pending' && outcome.transNo === undefined ? { ...outcome, amount: due.amount } : outcome
  },
}

/** Decides what to take for a due date, with the account and the draft locked until the transaction ends. */
async function decide(tx: Tx, deps: Deps, due: DueItem): Promise<ItemOutcome> {
  const found = await lockOwed(tx, deps, due)
  const draft = await lockMethodDraft(tx, { accountNumber: due.accountNumber, ...partsOf(due.enrollmentId) })
  if (found === undefined || draft === undefined) return { state: 'skipped', reason: 'removed' }
  const { account } = found
  const [billedLater = zeroCents] = await listBilledLater(tx, deps, [due])
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
  return amount > zeroCents ? { state: 'pending', amount } : { state: 'skipped', reason: 'nothing-due' }
}

/**
 * Decides for a due date that a run took before, because days may have passed. A charge that may have been sent is finished with its
 * amount. One that is too long past is not charged, and its member is notified.
 */
async function decideAgain(
  tx: Tx,
  deps: Deps,
  due: PendingDue,
  named: Parameters<typeof findStoredCharge>[1],
): Promise<ItemOutcome & { readonly isSent?: boolean }> {
  const decided = await decide(tx, deps, due)
  // After the open payments: a charge that another process sends in between is not an open payment beside this one.
  const sent = await findStoredCharge(tx, named)
  if (sent !== undefined) return { state: 'pending', amount: sent.amount, isSent: true }
  const oldest = addDays(todayOf(deps), -lookBackDays)
  if (decided.state !== 'pending') return decided
  if (!isBefore(due.dueDate, oldest)) return { ...decided, amount: minCents(due.amount, decided.amount ?? zeroCents) }
  const { memberNumber, dueDate: paymentDate } = due
  const key = `draft:${due.enrollmentId}:${due.dueDate}`
  const language = await findLanguage(tx, memberNumber)
  await notifyNotMade(tx, deps, { ...due, paymentDate, key, language })
  return { state: 'skipped', reason: 'missed' }
}

/** An enrollment names the event that set the draft up and its method, so that another method is another enrollment. */
function partsOf(enrollmentId: string): { readonly eventId: number; readonly methodId: string } {
  const at = enrollmentId.indexOf(':')
  return { eventId: Number(enrollmentId.slice(0, at)), methodId: enrollmentId.slice(at + 1) }
}
