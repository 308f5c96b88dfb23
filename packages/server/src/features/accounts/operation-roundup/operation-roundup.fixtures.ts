import { operationRoundUp } from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'

/** Ada enrolls her account, twice with the same values. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({ RoundUp: true, RoundUpEnabled: true, RoundUpPlusEnabled: true })
  return [
    [operationRoundUp.list, own],
    [
      operationRoundUp.update,
      async () => ({
        ...(await own()),
        body: { items: [{ accountNumber: '100100101', isRoundUp: true, amount: 200, expireDate: '2027-12-31' }] },
      }),
    ],
  ]
}
