import { draftObstacle } from '@coopline/rules/drafts/draft-eligibility'
import { zeroCents } from '@coopline/rules/kernel/money'
import { Conflict, NotOwned, RuleRefused } from '../../platform/errors.ts'
import type { RunSource } from '../../platform/runs/run-source.ts'
import { chargeStoredMethod, lockOwed } from '../payments/public.ts'
import { notifyNotMade } from '../scheduled-payments/public.ts'
import { listDueDrafts } from './draft-source.ts'
import { findLanguage, lockMethodDraft } from './due-drafts.store.ts'

/** Drafts that members set up on the provider's page: due like bank drafts, and charged to the stored card or bank account. */
export const methodDraftSource: RunSource = {
  name: 'method-draft',
  listDue: async (deps, run, page) => listDueDrafts(deps, 'method_id', run, page),
  settle: async (tx, deps, due) => {
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
    return amount > zeroCents ? { state: 'pending', amount } : { state: 'skipped', reason: 'nothing-due' }
  },
  finish: async (deps, due) => {
    const { accountNumber, memberNumber, enrollmentId, dueDate, amount } = due
    const language = await findLanguage(deps.db, memberNumber)
    const key = `${enrollmentId}:${dueDate}`
    const items = [{ accountNumber, amountCents: amount }]
    const { methodId } = partsOf(enrollmentId)
    try {
      const charge = { memberNumber, methodId, items, idempotencyKey: key, reason: 'draft', language } as const
      const { transNo, outcome } = await chargeStoredMethod(deps, charge)
      if (outcome === 'processing') return { state: 'pending', amount, transNo }
      return outcome === 'confirmed'
        ? { state: 'booked', amount, transNo }
        : { state: 'failed', reason: outcome, amount, transNo }
    } catch (error) {
      if (!(error instanceof RuleRefused || error instanceof NotOwned || error instanceof Conflict)) throw error
      const sentence = error instanceof RuleRefused ? (error.errors[0]?.message ?? '') : ''
      const notMade = { memberNumber, accountNumber, amount, paymentDate: dueDate, key: `draft:${key}`, language }
      await notifyNotMade(deps, notMade, sentence)
      return { state: 'failed', reason: error instanceof RuleRefused ? 'refused' : 'not-chargeable', amount }
    }
  },
}

/** An enrollment names the event that set the draft up and its method, so that another method is another enrollment. */
function partsOf(enrollmentId: string): { readonly eventId: number; readonly methodId: string } {
  const at = enrollmentId.indexOf(':')
  return { eventId: Number(enrollmentId.slice(0, at)), methodId: enrollmentId.slice(at + 1) }
}
