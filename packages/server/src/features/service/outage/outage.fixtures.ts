import { outage } from '@coopline/contract/service/outage/outage.contract'
import { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

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

export const storeCalls: StoreCalls = {
  incidents: {
    upsertIncidents: [
      [{ incident_id: 'I', is_active: true, started_at: given.now, cause: 'tree', crew: 'none', customers: 1 }],
    ],
    insertEstimates: [[{ incident_id: 'I', stated_at: given.now, estimate_at: given.now }]],
    noteCurrentEstimates: [['I'], given.now],
    setGeneratedAt: [given.now],
    findGeneratedAt: [],
    setTerritory: ['{}'],
    clearAffected: [['I']],
    markAffected: ['I', 'account', [given.account]],
    updatePower: [['I'], '', { restoredAt: given.now, corrected: [] }],
    findIncidentOf: [given.account],
    listActiveIncidents: ['', 10],
    listUnseenIncidents: [given.now, 10],
    endIncidents: [['J'], given.now],
  },
  'corrected-starts': {
    listCorrectedStarts: [[{ incident_id: 'I', started_at: given.now }]],
    moveHistory: [[given.account], [{ incidentId: 'I', wrongStart: given.now }]],
  },
  outage: { findOutageAccountByPhone: [given.account, given.phone], listOutageAccounts: [[given.member]] },
}
