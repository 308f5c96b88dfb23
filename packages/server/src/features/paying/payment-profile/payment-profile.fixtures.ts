import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { encodedReturn } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedMethod, seedMethodRequest } from '../../../testing/seed-method.ts'

/** Ada's stored card. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set(payingSettings)
  const methodId = await seedMethod(portal)
  const reference = await seedMethodRequest(portal, methodId)
  const ofMethod = async () => {
    const { params, ...call } = await own()
    return { ...call, params: { ...params, methodId } }
  }
  return [
    [paymentProfile.list, own],
    [paymentProfile.add, async () => ({ ...(await own()), body: {} })],
    [paymentProfile.added, async () => ({ ...(await own()), query: { encryptedPayload: encodedReturn(reference) } })],
    [paymentProfile.update, async () => ({ ...(await ofMethod()), body: { nickname: 'Blue card', isDefault: true } })],
    [
      paymentProfile.remove,
      async () => {
        const removable = await seedMethod(portal)
        const { params, ...call } = await own()
        return { ...call, params: { ...params, methodId: removable } }
      },
    ],
  ]
}
