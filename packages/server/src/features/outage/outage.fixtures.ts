import { outage } from '@coopline/contract/outage/outage.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ portal, ofAccount, own }) => {
  portal.set({ Outage: true })
  return [
    [outage.accountInfo, ofAccount],
    [outage.status, ofAccount],
    [outage.info, ofAccount],
    [
      outage.history,
      async () => {
        const call = await own()
        return { ...call, params: { ...call.params, locationId: 'L1' } }
      },
    ],
    [
      outage.report,
      async () => ({
        ...(await own()),
        body: {
          accountNumber: '100100101',
          outageReason: 'The power is out',
          callBack: false,
          callbackNumber: '',
          remarks: '',
          outageReportOrigin: 'Web',
        },
      }),
    ],
  ]
}
