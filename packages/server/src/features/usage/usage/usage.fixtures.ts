import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { createMonths, upsertDailyReadings, upsertIntervalDays } from './write-readings.store.ts'
import { eachOf, given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Ada's account has a meter with one day of readings. */
export const fixtures: SliceFixtures = async ({ portal, ofAccount }) => {
  portal.set({ MDMEnabled: true, MdmCloudEnabled: true, usageFilesPerHour: 100_000 })
  const [accountNumber, meterNumber, day] = ['100100101', 'E-1', calendarDate('2026-11-18')]
  const own = { accountNumber, meterNumber, day, status: 'actual', received: null } as const
  await portal.db.insertInto('cis.meter').values({ account_number: accountNumber, meter_number: meterNumber }).execute()
  await createMonths(portal.db, day, day)
  await upsertDailyReadings(portal.db, [
    { ...own, used: 31_250, demand: 4_200, unit: 'kWh', endReading: null, charge: null, prepaidVendor: null },
  ])
  await upsertIntervalDays(portal.db, [{ ...own, minutes: 60, used: Array.from({ length: 24 }, () => 1_000) }])
  await portal.db
    .insertInto('cis.net_metering')
    .values({ account_number: accountNumber, period_end: day, added_kwh: '210', used_kwh: '0', bank_kwh: '410' })
    .execute()
  const inRange = async () => ({ ...(await ofAccount()), query: { fromDate: '2026-11-01', toDate: '2026-11-20' } })
  const ofMeter = async () => {
    const call = await ofAccount()
    return { ...call, params: { ...call.params, meterId: meterNumber } }
  }
  return [
    [usage.account, ofAccount],
    [usage.daily, inRange],
    [usage.temperatures, inRange],
    [usage.byMeter, inRange],
    [usage.monthly, ofAccount],
    [usage.prepaidSummary, ofAccount],
    [usage.netMetering, ofAccount],
    [usage.intervals, inRange],
    [usage.intervalBlocks, inRange],
    [usage.csv, inRange],
    [usage.attributes, ofMeter],
  ]
}

const onMeter = { accountNumber: given.account, meterNumber: 'E-1', day: given.day }

export const storeCalls: StoreCalls = {
  'daily-charges': { sumDailyCharges: [[given.account], { from: given.day, to: given.day }] },
  'write-readings': {
    createMonths: [given.day, given.day],
    upsertDailyReadings: [
      [
        {
          ...onMeter,
          used: 1,
          received: null,
          demand: null,
          status: 'actual',
          unit: 'kWh',
          endReading: null,
          charge: null,
          prepaidVendor: null,
        },
      ],
    ],
    upsertIntervalDays: [[{ ...onMeter, minutes: 60, used: [1], received: null, status: 'actual' }]],
    updateReceived: [[{ ...onMeter, received: 1 }]],
    sumIntervalDays: [[{ ...onMeter, unit: 'kWh' }]],
    upsertWeather: ['A', [{ day: given.day, low: 1, high: 2, average: 1.5 }]],
    setWeatherStation: [['54701'], 'A'],
  },
  'known-meters': { listKnownMeters: [[onMeter]] },
  readings: {
    listMeters: [given.account],
    loadDailyReadings: [{ ...onMeter, from: given.day, to: given.day }],
    loadIntervalDays: [{ ...onMeter, from: given.day, to: given.day }],
    monthlyTotals: [{ accountNumber: given.account, from: given.day, to: given.day }],
    hasStoredSeries: eachOf(
      [null, 60].map((minutes) => [
        [onMeter],
        { from: given.day, to: given.day, detail: 'interval', minutes, unit: 'kWh', isReceived: false },
      ]),
    ),
    loadWeather: [{ zip: '54701', from: given.day, to: given.day }],
  },
}
