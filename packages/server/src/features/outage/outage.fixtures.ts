import { outage } from '@coopline/contract/outage/outage.contract'
import { publicOutages } from '@coopline/contract/outage/public-outages.contract'
import { type SliceFixtures, visitor } from '../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ portal, ofAccount, own }) => {
  portal.set({ Outage: true, publicOutages: true, publicOutageReports: true, publicOutageReportsPerHour: 100_000 })
  return [
    [publicOutages.summary, visitor],
    [publicOutages.territory, visitor],
    [publicOutages.reportOptions, visitor],
    [
      publicOutages.report,
      {
        ...visitor,
        body: {
          accountNumber: '100100101',
          phoneNumber: '(715) 555-4821',
          outageReason: 'The power is out',
          remarks: '',
        },
      },
    ],
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
