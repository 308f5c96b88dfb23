import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { amountsOf, memberRequest, payAsMember, shownCardFee } from '../../../testing/member-payer.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedMethod } from '../../../testing/seed-method.ts'

/** Ada pays her account. */
export const fixtures: SliceFixtures = async ({ portal, signedIn, own }) => {
  portal.set(payingSettings)
  const session = await signedIn()
  const amounts = [['100100101', 5_000]] as const
  const body = memberRequest(await amountsOf(portal, session), amounts)
  const { transNo } = (await payAsMember(portal, session, amounts)).paymentRequisitionSettings
  return [
    [payMultiple.amounts, own],
    [payMultiple.settings, async () => ({ ...(await own()), query: { applicationId: 'Web' } })],
    [payMultiple.tax, own],
    [payMultiple.pay, async () => ({ ...(await own()), body })],
    [
      payMultiple.payStored,
      async () => {
        const methodId = await seedMethod(portal)
        return { ...(await own()), body: { methodId, payment: body, convenienceFee: shownCardFee(portal, 5_000) } }
      },
    ],
    [payMultiple.status, async () => ({ ...(await own()), query: { encryptedPayload: encodedReturn(transNo) } })],
  ]
}
