import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { MethodChange } from '../../../../platform/payment-gateway/method-news.ts'
import { type PaymentGateway, providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { lookUpLogin, notifyMember } from '../../../identity/sign-in/public.ts'
import { openToken } from './method-token.ts'
import { removeStoredMethods } from './remove-stored-methods.ts'
import {
  goneCode,
  listMethodUses,
  listTokensEnding,
  listTokensUnder,
  lockStoredMethods,
  refuseOnly,
  renewStoredMethod,
  type StoredMethod,
} from './stored-methods.store.ts'

/** The code of Nacha for a permission that was taken back. */
const revoked = 'R07'

/**
 * Applies what a provider says, by a reference of its own, of methods that the portal has stored: one that may no longer be charged is not
 * charged (REQ-D-415), one that the provider no longer has is removed (REQ-D-465), and facts that changed are taken over (REQ-D-466).
 *
 * @throws Unavailable when the provider does not answer.
 */
export async function applyMethodNews(deps: Deps, gateway: PaymentGateway, reference: string): Promise<void> {
  const news = await gateway.findMethodNews?.(reference)
  if (news === null || news === undefined) return
  const found =
    'lastFour' in news.of
      ? await listTokensEnding(deps.db, news.of.lastFour)
      : await listTokensUnder(deps.db, news.of.providerReference)
  for (const { methodId, memberNumber, provider, token } of found) {
    const isOwn = providerOf(provider) === gateway.name
    const change = isOwn ? news.changeOf(openToken(deps.keys, token, methodId)) : null
    if (change !== null)
      await inTransaction(deps.db, async (tx) => {
        const method = (await lockStoredMethods(tx, memberNumber)).find((one) => one.methodId === methodId)
        if (method !== undefined) await applyChange(deps, tx, method, change)
      })
  }
}

async function applyChange(deps: Deps, tx: Tx, method: StoredMethod, change: MethodChange): Promise<void> {
  if (change.kind === 'facts') await renewStoredMethod(tx, method.methodId, change.facts)
  else if (change.kind === 'gone') await endGone(deps, tx, method)
  else if (await refuseOnly(tx, method.methodId, revoked)) await tell(deps, tx, method, 'payment-method-refused')
}

/** Removes a method that the provider no longer has. One that still pays something stays, uncharged, until its member has chosen another. */
async function endGone(deps: Deps, tx: Tx, method: StoredMethod): Promise<void> {
  const { memberNumber, methodId } = method
  if ((await listMethodUses(tx, memberNumber, [methodId])).length === 0) {
    await removeStoredMethods(deps, tx, { memberNumber }, (one) => one.methodId === methodId)
    await tell(deps, tx, method, 'payment-method-removed')
  } else if (await refuseOnly(tx, methodId, goneCode)) await tell(deps, tx, method, 'payment-method-gone')
}

async function tell(
  deps: Deps,
  tx: Tx,
  method: StoredMethod,
  event: 'payment-method-gone' | 'payment-method-refused' | 'payment-method-removed',
): Promise<void> {
  const login = await lookUpLogin(tx, { memberNumber: method.memberNumber })
  if (login === undefined) return
  await notifyMember(deps, tx, login.loginId, event, method.methodId, (language) => [
    storedMethodName(method, language),
  ])
}
