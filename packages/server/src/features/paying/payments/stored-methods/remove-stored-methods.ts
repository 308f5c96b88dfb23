import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import { recordAudit } from '../../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { Conflict, Unavailable } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { failAfterLast } from '../../../../platform/jobs/isolate-failures.ts'
import { type ProviderName, providerOf, RefusedMethod } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { openToken } from './method-token.ts'
import {
  deleteStoredMethod,
  listMethodUses,
  listRemovedMethods,
  listTokensEnding,
  lockStoredMethods,
  markRemoved,
  type MethodToken,
  setDefaultMethod,
  type StoredMethod,
} from './stored-methods.store.ts'

/** The maximum number of methods that one run makes the provider delete. */
const mostPerRun = 50

/**
 * Removes methods of a member. They are no longer charged once the transaction ends, and a job makes the provider delete them. When the
 * default method is removed, the oldest of the others becomes the default.
 *
 * @param request the call that removes them; none when their provider no longer has them.
 * @param isWanted returns true for the methods to remove.
 * @returns the methods that were removed.
 * @throws Conflict (MP-20) when an active enrollment pays with one of them; nothing is removed then.
 */
export async function removeStoredMethods(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { memberNumber, request }: { readonly memberNumber: string; readonly request?: RequestFacts },
  isWanted: (method: StoredMethod) => boolean,
): Promise<readonly StoredMethod[]> {
  const all = await lockStoredMethods(tx, memberNumber)
  const removed = all.filter(isWanted)
  const methodIds = removed.map((method) => method.methodId)
  if (removed.length === 0) return []
  if ((await listMethodUses(tx, memberNumber, methodIds)).length > 0)
    throw new Conflict(refusal(profileMessage, 'active-payment-setup'))
  const now = deps.clock.now()
  await markRemoved(tx, methodIds, now)
  const [next] = all
    .filter((method) => !methodIds.includes(method.methodId))
    .toSorted((a, b) => +a.addedAt - +b.addedAt)
  if (next !== undefined && removed.some((method) => method.isDefault))
    await setDefaultMethod(tx, memberNumber, next.methodId)
  for (const methodId of methodIds) {
    await recordAudit(tx, {
      kind: 'payment-method.removed',
      at: now,
      memberNumber,
      ...(request && { clientAddress: request.clientAddress, requestId: request.id }),
      detail: { methodId },
    })
  }
  return removed
}

/**
 * Makes the provider delete methods that were removed, then deletes their rows. After a failure the next run continues, and tries the
 * method that failed last.
 */
export async function forgetMethods(deps: ForgetDeps): Promise<void> {
  const away = new Set<ProviderName>()
  await failAfterLast(deps.log, async (take) => {
    for (const method of await listRemovedMethods(deps.db, mostPerRun)) {
      if (away.has(providerOf(method.provider))) continue
      try {
        await take([method], async () => forgetOrPostpone(deps, method))
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        deps.log.warn(
          { methodId: method.methodId, reason: error.message },
          'Removed payment methods wait for the provider',
        )
        if (!(error instanceof RefusedMethod)) away.add(providerOf(method.provider))
      }
    }
  })
}

type ForgetDeps = Pick<Deps, 'db' | 'keys' | 'gateways' | 'log' | 'clock'>

async function forgetOrPostpone(deps: ForgetDeps, method: MethodToken): Promise<void> {
  try {
    await forget(deps, method)
  } catch (error) {
    await markRemoved(deps.db, [method.methodId], deps.clock.now())
    throw error
  }
}

async function forget(
  { db, keys, gateways }: ForgetDeps,
  { methodId, lastFour, token, provider }: MethodToken,
): Promise<void> {
  const removed = openToken(keys, token, methodId)
  // When two members of a household store the same card, the provider may issue the same token for both.
  const isKept = (await listTokensEnding(db, lastFour)).some(
    (one) => openToken(keys, one.token, one.methodId) === removed,
  )
  if (!isKept) await gateways.of(provider).forget(removed)
  await deleteStoredMethod(db, methodId)
}
