import type {
  LevelizedItem,
  LevelizedResult,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import {
  billingChangeMessage,
  billingChangeNotice,
  notEligibleReason,
} from '@coopline/rules/accounts/average-billing/average-billing.messages'
import {
  type BillingChangeProblem,
  checkBillingChange,
} from '@coopline/rules/accounts/average-billing/check-billing-change'
import type { Language } from '@coopline/rules/kernel/problem'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { lockLogin } from '../my-profile/public.ts'
import { type BillingAccount, listBillingAccounts, upsertBillingChoice } from './average-billing.store.ts'

interface ItemResult extends LevelizedResult {
  readonly problem: Refusal | null
}

/**
 * Changes the billing type of several accounts in one transaction, with an event for each change. A refused account does not prevent the
 * others from being changed. The last item about an account counts.
 *
 * @throws NotOwned for an account of another member; nothing is changed then.
 */
export async function updateBillings(
  deps: Pick<Deps, 'db' | 'clock'>,
  memberRequest: MemberRequest,
  sent: readonly LevelizedItem[],
): Promise<{ readonly results: LevelizedResult[] }> {
  const results = await applyItems(deps, memberRequest, sent)
  return {
    results: results.map(({ accountNumber, isUpdated, message }) => ({ accountNumber, isUpdated, message })),
  }
}

/**
 * Changes the billing type of one account, with an event.
 *
 * @returns the sentence for the member.
 * @throws NotOwned for an account of another member, and for an item that names another account than the path; Refused when
 *   a rule refuses the change.
 */
export async function updateBilling(
  deps: Pick<Deps, 'db' | 'clock'>,
  memberRequest: MemberRequest,
  { accountNumber, item }: { readonly accountNumber: string; readonly item: LevelizedItem },
): Promise<{ readonly message: string }> {
  requireOwnAccount(item.accountNumber === accountNumber ? item : undefined, item.accountNumber)
  const [result] = await applyItems(deps, memberRequest, [item])
  const { problem = null, message = '' } = result ?? {}
  if (problem !== null) throw new Refused(problem)
  return { message }
}

async function applyItems(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  memberRequest: MemberRequest,
  sent: readonly LevelizedItem[],
): Promise<readonly ItemResult[]> {
  const { caller, request } = memberRequest
  const items = [...new Map(sent.map((item) => [item.accountNumber, item])).values()]
  const now = clock.now()
  return inTransaction(db, async (tx) => {
    await lockLogin(tx, caller.loginId)
    const accounts = new Map(
      (await listBillingAccounts(tx, caller.memberNumber)).map((one) => [one.accountNumber, one]),
    )
    const changes = items.map((item) => ({
      item,
      account: requireOwnAccount(accounts.get(item.accountNumber), item.accountNumber),
    }))
    const results: ItemResult[] = []
    for (const { item, account } of changes) {
      const code = checkBillingChange(account, item)
      const problem = code === null ? null : refusalOf(code, account)
      if (problem === null) await saveChange(tx, memberRequest, item, now)
      results.push({
        accountNumber: item.accountNumber,
        isUpdated: problem === null,
        problem,
        message: problem === null ? noticeOf(item, request.language) : problem.sentenceIn(request.language),
      })
    }
    return results
  })
}

async function saveChange(
  tx: Tx,
  { caller: { memberNumber }, request }: MemberRequest,
  { action, billingType, accountNumber, estimatedBill, settlementMonth }: LevelizedItem,
  now: Date,
): Promise<void> {
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: 'account.average-billing-changed',
    body: { memberNumber, accountNumber, action, billingType, estimatedBill, settlementMonth },
    now,
  })
  await upsertBillingChoice(tx, {
    accountNumber,
    memberNumber,
    billingType: billingType === 'Average' ? 'Average' : 'Standard',
    settlementMonth,
    eventId,
    now,
  })
  await recordAudit(tx, {
    kind: 'average-billing.changed',
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId, action, billingType },
  })
}

function noticeOf({ action, billingType }: LevelizedItem, language: Language): string {
  if (action === 'Add') return billingChangeNotice('added', language)
  return billingChangeNotice(billingType === 'Average' ? 'edited' : 'removed', language)
}

const refusalOf = (code: BillingChangeProblem, account: BillingAccount): Refusal =>
  code === 'not-eligible'
    ? new Refusal(code, (language) => notEligibleReason({ ...account, message: account.notEligibleMessage }, language))
    : refusal(billingChangeMessage, code)
