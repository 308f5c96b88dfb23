import type { DraftOutcome } from '@coopline/contract/paying/drafts/drafts.contract'
import { allowedDraftOptions } from '@coopline/rules/paying/drafts/draft-types'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { failAfterLast } from '../../../platform/jobs/isolate-failures.ts'
import { findMethodOf, lockStoredMethod, lookUpMethodOf, type StoredMethod } from '../payments/public.ts'
import { findIn, obstacleOf } from './check-drafts.ts'
import {
  type DraftRequest,
  findDraftRequest,
  listOpenDraftRequests,
  lockDraftRequest,
  settleDraftRequest,
} from './draft-requests.store.ts'
import { listDraftAccounts, lockDraftAccounts, type NewDraft } from './drafts.store.ts'
import { recordDraft } from './record-draft.ts'

/**
 * Sets up the drafts of a member who returns from the provider's page (DR-34). The address alone proves nothing: the provider's signed
 * pointer identifies the request, and the provider confirms that it has stored a method.
 *
 * @throws NotFound when the provider did not make the pointer, or the request is another member's.
 */
export async function finishDraft(
  deps: Deps,
  { caller }: MemberRequest,
  encodedParam: string,
): Promise<{ readonly outcome: DraftOutcome }> {
  const request = await findDraftRequest(deps.db, deps.gateways.readReturn(encodedParam))
  if (request?.memberNumber !== caller.memberNumber) throw new NotFound('The member has no such request')
  const outcome = request.outcome ?? (await settle(deps, request, await lookUpMethodOf(deps, request)))
  return { outcome: outcome === null ? 'processing' : outcome === 'set-up' ? 'set-up' : 'not-set-up' }
}

/** The most requests that one run finishes. The next run, a minute later, takes the others. */
const atOnce = 1_000
/** The time that an expired request waits for a provider that does not answer. */
const longestWaitMs = 24 * 3_600_000

/**
 * Sets up the drafts of members who did not return. The provider is asked when a request expires; its postback usually arrives long
 * before. While the provider does not answer, a request stays open for up to a day, and that run asks about no other request. A request
 * that fails stays open as long.
 */
export async function finishDrafts(deps: Deps): Promise<void> {
  let isSilent = false
  const now = deps.clock.now().getTime()
  const isLate = ({ expiresAt }: DraftRequest) => now - expiresAt.getTime() > longestWaitMs
  const finishOne = async (request: DraftRequest) => {
    const isAsked = now > request.expiresAt.getTime() && !isSilent
    const method = isAsked
      ? await lookUpMethodOf(deps, request)
      : { methodId: (await findMethodOf(deps, request)).methodId, isFinal: false }
    if (isAsked && !method.isFinal) isSilent = true
    const isOver = method.isFinal || isLate(request)
    if ((await settle(deps, request, method)) === null && isOver)
      await settleDraftRequest(deps.db, request.reference, 'expired')
  }
  await failAfterLast(deps.log, async (take) => {
    for (const request of await listOpenDraftRequests(deps.db, atOnce))
      await take([request], async () => {
        try {
          await finishOne(request)
        } catch (error) {
          // Without an end, a request that always fails would be asked about every minute.
          if (isLate(request)) await settleDraftRequest(deps.db, request.reference, 'expired')
          throw error
        }
      })
  })
}

/** @returns the outcome; `null` while the provider has stored no method. */
async function settle(
  deps: Deps,
  { reference, memberNumber }: DraftRequest,
  { methodId }: { readonly methodId: string | null },
): Promise<DraftRequest['outcome']> {
  if (methodId === null) return null
  return inTransaction(deps.db, async (tx) => {
    await lockDraftAccounts(tx, memberNumber)
    const request = await lockDraftRequest(tx, reference)
    if (request === undefined || request.outcome !== null) return request?.outcome ?? null
    const method = await lockStoredMethod(tx, memberNumber, methodId)
    const outcome = method !== undefined && (await setUp(deps, tx, request, method)) ? 'set-up' : 'refused'
    await settleDraftRequest(tx, reference, outcome)
    deps.log.info({ reference, outcome }, 'Drafts that waited for the provider')
    return outcome
  })
}

/** @returns false, with nothing recorded, when such drafts are no longer offered or an account can no longer have one. */
async function setUp(deps: Deps, tx: Tx, request: DraftRequest, method: StoredMethod): Promise<boolean> {
  const { memberNumber, option, items, authorization, feeTerms } = request
  if (!allowedDraftOptions(deps.settings.current()).includes(option)) return false
  const accounts = await listDraftAccounts(tx, memberNumber)
  const isFree = items.every(({ accountNumber }) => {
    const account = findIn(accounts, accountNumber)
    return account !== undefined && obstacleOf(deps, account, option) === null
  })
  if (!isFree) return false
  for (const { accountNumber, type, day, startDate } of items) {
    const draft: NewDraft = {
      type,
      day,
      startDate,
      accountKind: method.paymentType === 'cc' ? 'Card' : '',
      accountEnding: method.lastFour,
      institution: '',
      bankNumbers: null,
      methodId: method.methodId,
      authorization,
      feeTerms,
    }
    await recordDraft(deps, tx, { memberNumber, accountNumber, draft })
  }
  return true
}
