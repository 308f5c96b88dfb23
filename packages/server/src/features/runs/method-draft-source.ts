import { draftObstacle } from '@coopline/rules/drafts/draft-eligibility'
import { zeroCents } from '@coopline/rules/kernel/money'
import { type RunSource, settleEach } from '../../platform/runs/run-source.ts'
import { findLanguage } from '../accounts/public.ts'
import { lockOwed } from '../payments/public.ts'
import { chargeWhenDue } from '../scheduled-payments/public.ts'
import { listDueDrafts } from './draft-source.ts'
import { lockMethodDraft } from './due-drafts.store.ts'
import { postponedReason } from './runs.store.ts'

/** Drafts that members set up on the provider's page: due like bank drafts, and charged to the stored card or bank account. */
export const methodDraftSource: RunSource = {
  name: 'method-draft',
  listDue: async (deps, run, page) => listDueDrafts(deps, 'method_id', run, page),
  settle: settleEach(async (tx, deps, due) => {
    const found = await lockOwed(tx, deps, due)
    const draft = await lockMethodDraft(tx, { accountNumber: due.accountNumber, ...partsOf(due.enrollmentId) })
    if (found === undefined || draft === undefined) return { state: 'skipped', reason: 'removed' }
    const { account, owed: amount } = found
    const candidate = {
      ...account,
      hasDraft: false,
      hasAutopay: draft.hasAutopay,
      isCardEligible: account.cardEligible,
    }
    const obstacle = draftObstacle(candidate, draft.isCard ? 'CREDIT' : 'BANK', false)
    if (obstacle !== null) return { state: 'skipped', reason: obstacle }
    if (amount > zeroCents) return { state: 'pending', amount }
    return { state: 'skipped', reason: found.isCoveredByOpen ? postponedReason : 'nothing-due' }
  }),
  finish: async (deps, { accountNumber, memberNumber, enrollmentId, dueDate, amount }) => {
    const charge = {
      memberNumber,
      methodId: partsOf(enrollmentId).methodId,
      items: [{ accountNumber, amountCents: amount }],
      idempotencyKey: `${enrollmentId}:${dueDate}`,
      reason: 'draft',
      language: await findLanguage(deps.db, memberNumber),
    } as const
    return chargeWhenDue(deps, charge, dueDate)
  },
}

/** An enrollment names the event that set the draft up and its method, so that another method is another enrollment. */
function partsOf(enrollmentId: string): { readonly eventId: number; readonly methodId: string } {
  const at = enrollmentId.indexOf(':')
  return { eventId: Number(enrollmentId.slice(0, at)), methodId: enrollmentId.slice(at + 1) }
}
