import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { type PaymentGateway, providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { lookUpLogin, notifyMember } from '../../../identity/sign-in/public.ts'
import { openToken } from './method-token.ts'
import { listTokensEnding, refuseOnly } from './stored-methods.store.ts'

/** The code of Nacha for a permission that was taken back. */
const revoked = 'R07'

/**
 * Stops charges of the stored bank account that, by a reference of the provider, may no longer be charged, and notifies its member once
 * (REQ-D-415). Nothing else changes: the member may store the account again, which asks for a new permission.
 *
 * @throws Unavailable when the provider does not answer.
 */
export async function refuseEndedMethod(deps: Deps, gateway: PaymentGateway, reference: string): Promise<void> {
  const ended = await gateway.findEndedMethod?.(reference)
  if (ended === null || ended === undefined) return
  const { lastFour, token } = ended
  const own = (await listTokensEnding(deps.db, lastFour)).filter(
    (one) => providerOf(one.provider) === gateway.name && openToken(deps.keys, one.token, one.methodId) === token,
  )
  for (const { methodId } of own)
    await inTransaction(deps.db, async (tx) => {
      const memberNumber = await refuseOnly(tx, methodId, revoked)
      const login = memberNumber === undefined ? undefined : await lookUpLogin(tx, { memberNumber })
      if (login === undefined) return
      const name = { paymentType: 'echeck', cardType: null, expiry: null, lastFour } as const
      await notifyMember(deps, tx, login.loginId, 'payment-method-refused', methodId, (language) => [
        storedMethodName(name, language),
      ])
    })
}
