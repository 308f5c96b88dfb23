import type { Endpoint } from '@coopline/contract/endpoint'
import { payMultiple } from '@coopline/contract/pay-multiple/pay-multiple.contract'
import { findLoginOfMember } from '../features/sign-in/public.ts'
import type { CallSource, ValidCall } from './endpoint-fixture.ts'
import { amountsOf, memberRequest, payAsMember } from './member-payer.ts'
import { encodedReturn } from './provider-double.ts'
import { asMember, keepSession } from './sign-in-calls.ts'
import type { TestPortal } from './test-portal.ts'

/** Calls of paying while signed in that are answered: Ada pays her account. */
export async function payMultipleCalls(portal: TestPortal): Promise<readonly (readonly [Endpoint, CallSource])[]> {
  const login = await findLoginOfMember(portal.db, '10001')
  if (login === undefined) throw new Error('Ada has no login')
  const sessionOf = keepSession(portal, login.loginId)
  const own = async (): Promise<ValidCall> => asMember(await sessionOf())
  const session = await sessionOf()
  const amounts = [['100100101', 5_000]] as const
  const body = memberRequest(await amountsOf(portal, session), amounts)
  const { transNo } = (await payAsMember(portal, session, amounts)).paymentRequisitionSettings
  return [
    [payMultiple.amounts, own],
    [payMultiple.settings, async () => ({ ...(await own()), query: { applicationId: 'Web' } })],
    [payMultiple.tax, own],
    [payMultiple.pay, async () => ({ ...(await own()), body })],
    [payMultiple.status, async () => ({ ...(await own()), query: { encryptedPayload: encodedReturn(transNo) } })],
  ]
}
