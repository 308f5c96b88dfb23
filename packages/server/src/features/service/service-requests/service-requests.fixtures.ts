import { serviceRequests } from '@coopline/contract/service/service-requests/service-requests.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ portal, ofAccount, own }) => {
  portal.set({ OnlineServiceOrder: true })
  const named = async () => {
    const { params, ...call } = await ofAccount()
    return { ...call, params: { accountNumber: params['accountNumber'] ?? '' } }
  }
  return [
    [serviceRequests.types, named],
    [serviceRequests.list, named],
    [
      serviceRequests.submit,
      async () => ({
        ...(await own()),
        params: {},
        body: { accountNumber: '100100101', workType: '1', comments: 'Gate is open.', phone: '7155550100' },
      }),
    ],
    [serviceRequests.accountTypes, visitor],
  ]
}
