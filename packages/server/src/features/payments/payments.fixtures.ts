import { payments } from '@coopline/contract/payments/payments.contract'
import { type SliceFixtures, visitor } from '../../testing/endpoint-fixture.ts'
import { tell } from '../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../testing/quick-payer.ts'

/** The provider confirms a payment of Ada's. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  portal.set(payingSettings)
  const form = await pay(portal, await verified(portal), 5_000)
  const { eventId, ...body } = tell(form, 'payment.succeeded')
  return [[payments.postback, { ...visitor, body, headers: { 'webhook-id': eventId } }]]
}
