import type { Endpoint } from '@coopline/contract/endpoint'
import { site } from '@coopline/contract/site/site/site.contract'
import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import type { DailyReading } from './readings.store.ts'
import {
  createMonths,
  setWeatherStation,
  upsertDailyReadings,
  upsertIntervalDays,
  upsertWeather,
} from './write-readings.store.ts'

const portal = useTestPortal({ settings: { MDMEnabled: true, MdmCloudEnabled: true } })
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => createMonths(portal.db, calendarDate('2025-11-01'), calendarDate('2026-11-30')))

const [memberNumber, accountNumber] = ['10001', '100100101']
const params = { memberNumber, accountNumber }
const today = calendarDate('2026-11-20')
const november = { fromDate: '2026-11-01', toDate: '2026-11-20' }

const ask = async (endpoint: Endpoint, query: Record<string, string> = november, more: Record<string, string> = {}) =>
  portal.call(endpoint, { ...ada, params: { ...params, ...more }, query })
const answerTo = async (...call: Parameters<typeof ask>): Promise<unknown> => {
  const response = await ask(...call)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const refusalOf = async (...call: Parameters<typeof ask>) => {
  const response = await ask(...call)
  const { errors } = response.json<{ errors?: { code: string; field?: string; message: string }[] }>()
  return { status: response.statusCode, errors: errors?.map(({ code, field, message }) => [code, field, message]) }
}

const meters = async (...rows: readonly { number: string; unit?: string; minutes?: number; net?: boolean }[]) =>
  portal.db
    .insertInto('cis.meter')
    .values(
      rows.map(({ number, unit = 'kWh', minutes = null, net = false }) => ({
        account_number: accountNumber,
        meter_number: number,
        unit,
        interval_minutes: minutes,
        is_net_metered: net,
      })),
    )
    .execute()
const reading = (day: string, used: number, over: Partial<DailyReading> = {}): DailyReading => ({
  accountNumber,
  meterNumber: 'E-1',
  day: calendarDate(day),
  used,
  received: null,
  demand: null,
  status: 'actual',
  unit: 'kWh',
  endReading: null,
  charge: null,
  prepaidVendor: null,
  ...over,
})
const weather = async (...days: readonly [day: string, low: number, high: number, average: number][]) => {
  await setWeatherStation(portal.db, ['54701'], 'KEAU')
  await upsertWeather(
    portal.db,
    'KEAU',
    days.map(([day, low, high, average]) => ({ day: calendarDate(day), low, high, average })),
  )
}
const detail = async (values: { shows_usage_history?: boolean; usage_suspended?: boolean }) =>
  portal.db
    .insertInto('cis.account_detail')
    .values({ account_number: accountNumber, ...values })
    .execute()

describe('usage account', () => {
  it('returns the account’s holder, address, meters and whether it shows usage [DU-09]', async () => {
    await meters({ number: 'E-1', net: true }, { number: 'W-2', unit: 'Gallons' })
    expect(await answerTo(usage.account, {})).toEqual({
      accountNumber,
      accountType: 'Electric',
      accountHolderName: 'Ada Lindqvist',
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      zip: '54701',
      locationId: 'L1',
      isPrepaidAccount: 'N',
      meters: [
        { meterId: 'E-1', unitOfMeasure: 'kWh', isNetMetered: true },
        { meterId: 'W-2', unitOfMeasure: 'Gallons', isNetMetered: false },
      ],
      showUsageSuspendedMsg: false,
      isUsageSupported: true,
      today,
    })
  })

  it('does not support usage for an account without a meter [US-37]', async () => {
    expect(await answerTo(usage.account, {})).toMatchObject({ isUsageSupported: false })
    expect(await refusalOf(usage.daily)).toEqual({
      status: 400,
      errors: [['usage-unsupported', undefined, 'Usage data is not supported for the selected account.']],
    })
  })

  it('does not support usage for an account with usage history turned off [US-37]', async () => {
    await meters({ number: 'E-1' })
    await detail({ shows_usage_history: false })
    expect(await answerTo(usage.account, {})).toMatchObject({ isUsageSupported: false })
  })

  it('supports usage of non-electric accounts unless the cooperative hides it [US-38, ST-52]', async () => {
    await meters({ number: 'W-2', unit: 'Gallons' })
    await portal.db.updateTable('cis.account').set({ account_type: 'Water' }).execute()
    expect(await answerTo(usage.account, {})).toMatchObject({ isUsageSupported: true })
    portal.set({ hideNonElectricUsage: true })
    expect(await answerTo(usage.account, {})).toMatchObject({ isUsageSupported: false })
    for (const endpoint of [
      usage.daily,
      usage.temperatures,
      usage.byMeter,
      usage.monthly,
      usage.intervals,
      usage.intervalBlocks,
    ])
      expect((await refusalOf(endpoint)).errors?.[0]?.[0]).toBe('usage-unsupported')
  })

  it('reports suspended usage and returns none', async () => {
    await meters({ number: 'E-1' })
    await detail({ usage_suspended: true })
    expect(await answerTo(usage.account, {})).toMatchObject({ showUsageSuspendedMsg: true })
    expect((await refusalOf(usage.daily)).errors?.[0]?.[0]).toBe('usage-suspended')
  })

  it('treats another member’s account like a missing one [US-08]', async () => {
    await seedAccount(portal.db, bensAccount)
    for (const endpoint of Object.values(usage))
      for (const number of ['100200101', '999999999'])
        expect((await ask(endpoint, {}, { accountNumber: number, meterId: 'E-1' })).statusCode, endpoint.id).toBeOneOf(
          endpoint.query === usage.account.query || endpoint === usage.monthly ? [404] : [400, 404],
        )
    for (const endpoint of [usage.daily, usage.temperatures, usage.byMeter, usage.intervals, usage.intervalBlocks])
      expect((await ask(endpoint, november, { accountNumber: '100200101' })).statusCode, endpoint.id).toBe(404)
  })
})

describe('daily usage', () => {
  beforeEach(async () => meters({ number: 'E-1' }, { number: 'W-2', unit: 'Gallons' }))

  it('returns daily usage by meter with status, weekend, demand and summary [AS-02, DU-02]', async () => {
    await upsertDailyReadings(portal.db, [
      reading('2026-11-13', 31_250, { demand: 5_500, status: 'estimated', received: 1_500 }),
      reading('2026-11-14', 20_000, { status: 'keyed' }),
      reading('2026-11-20', 4_000),
      reading('2026-11-14', 180_000, { meterNumber: 'W-2', unit: 'Gallons' }),
    ])
    const kept = { prepaidVendor: null, prepaidAccountFlag: 'N', prepaiddailytotal: null }
    const common = { ...kept, unitOfMeasure: 'kWh', demandValue: null, receivedValue: null, isPartial: false }
    expect(await answerTo(usage.daily)).toEqual({
      usagesByMeter: [
        {
          meterId: 'E-1',
          summarization: {
            lowestUsage: { value: 20, date: '2026-11-14' },
            highestUsage: { value: 31.25, date: '2026-11-13' },
            averageConsumption: 25.625,
            totalConsumption: 55.25,
            maxDemand: 5.5,
          },
          meterUsages: [
            {
              ...common,
              date: '2026-11-13',
              usageValue: 31.25,
              status: 'Estimate',
              isWeekend: false,
              demandValue: 5.5,
              receivedValue: 1.5,
            },
            { ...common, date: '2026-11-14', usageValue: 20, status: 'Keyed', isWeekend: true },
            { ...common, date: '2026-11-20', usageValue: 4, status: 'Actual', isWeekend: false, isPartial: true },
          ],
        },
        expect.objectContaining({
          meterId: 'W-2',
          meterUsages: [
            {
              ...common,
              date: '2026-11-14',
              usageValue: 180,
              unitOfMeasure: 'Gallons',
              status: 'Actual',
              isWeekend: true,
            },
          ],
        }),
      ],
    })
  })

  it('includes the daily cost and vendor of a prepaid account', async () => {
    await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
    await upsertDailyReadings(portal.db, [reading('2026-11-13', 1_000, { charge: cents(412), prepaidVendor: 'PayGo' })])
    expect(await answerTo(usage.daily)).toMatchObject({
      usagesByMeter: [{ meterUsages: [{ prepaidAccountFlag: 'Y', prepaiddailytotal: 412, prepaidVendor: 'PayGo' }] }],
    })
  })

  it('accepts commodity, ZIP code and ticks, with dates as yyyy-MM-dd [DU-01, US-56]', async () => {
    await upsertDailyReadings(portal.db, [reading('2026-11-13', 1_000)])
    const whole = { ...november, commodity: 'Electric', zipcode: '54701', ticks: '638993664000000000' }
    expect(await answerTo(usage.daily, whole)).toMatchObject({ usagesByMeter: [{ meterId: 'E-1' }] })
    expect((await ask(usage.daily, { fromDate: '11/01/2026', toDate: '11/20/2026' })).statusCode).toBe(400)
    expect((await ask(usage.daily, { fromDate: '2026-11-01' })).statusCode).toBe(400)
  })

  it('compares with the same days a year earlier on request', async () => {
    await upsertDailyReadings(portal.db, [reading('2026-11-13', 1_000), reading('2025-11-13', 2_500)])
    expect(await answerTo(usage.daily, { ...november, previousYear: 'Y' })).toMatchObject({
      usagesByMeter: [{ meterUsages: [{ usageValue: 1 }], previousYear: [{ date: '2026-11-13', usageValue: 2.5 }] }],
    })
  })

  it('refuses the same ranges as the form, with its messages and fields [US-49, US-51, US-52]', async () => {
    const daily = async (fromDate: string, toDate: string) => refusalOf(usage.daily, { fromDate, toDate })
    expect((await daily('1989-12-31', today)).errors).toEqual([['date-too-early', 'fromDate', 'Choose a later date.']])
    expect((await daily('2026-11-02', '2026-11-01')).errors).toEqual([
      ['range-invalid', 'toDate', 'Invalid date range.'],
    ])
    expect((await daily(addDays(today, -181), today)).errors).toEqual([
      ['range-too-long', 'toDate', 'The search date range should not exceed 180 days.'],
    ])
    expect((await daily(addDays(today, -180), today)).status).toBe(200)
  })

  it('applies the 180-day limits only while MDM is on [ST-64, US-53]', async () => {
    const old = { fromDate: '2026-01-01', toDate: '2026-01-31' }
    expect((await refusalOf(usage.daily, old)).errors?.[0]?.[2]).toBe(
      'The start date should be within 180 days before today.',
    )
    portal.set({ MDMEnabled: false })
    expect((await ask(usage.daily, old)).statusCode).toBe(200)
    expect((await ask(usage.daily, { fromDate: '2024-01-01', toDate: today })).statusCode).toBe(200)
  })
})

describe('weather', () => {
  beforeEach(async () => {
    await meters({ number: 'E-1' })
    await weather(['2026-11-13', 20, 41.5, 31], ['2026-11-14', -3, 30, 15])
  })

  it('returns daily weather at the service address with extremes and degree days [AS-03, DU-03]', async () => {
    expect(await answerTo(usage.temperatures, { ...november, zipcode: '99999' })).toEqual({
      weatherOverlays: [
        { date: '2026-11-13', lowTemp: 20, highTemp: 41.5, avgTemp: 31 },
        { date: '2026-11-14', lowTemp: -3, highTemp: 30, avgTemp: 15 },
      ],
      weatherSummarization: {
        lowestTemperature: { value: -3, date: '2026-11-14' },
        highestTemperature: { value: 41.5, date: '2026-11-13' },
        heatingDegreeDays: 84,
        coolingDegreeDays: 0,
      },
    })
  })

  it('includes the weather of each day in the rows by meter [AS-04, DU-04]', async () => {
    await upsertDailyReadings(portal.db, [
      reading('2026-11-12', 900, { endReading: 7_000_250, charge: cents(15) }),
      reading('2026-11-13', 31_250),
    ])
    const common = { meterId: 'E-1', status: 'Actual', unitOfMeasure: 'kWh' }
    expect(await answerTo(usage.byMeter)).toEqual({
      usagesWeatherByMeterId: [
        {
          meterId: 'E-1',
          usagesWeather: [
            {
              ...common,
              date: '2026-11-12',
              endReading: 7_000.25,
              lowTemperature: null,
              highTemperature: null,
              usageValue: 0.9,
              prepaidDailyTotal: 15,
            },
            {
              ...common,
              date: '2026-11-13',
              endReading: null,
              lowTemperature: 20,
              highTemperature: 41.5,
              usageValue: 31.25,
              prepaidDailyTotal: null,
            },
          ],
        },
      ],
    })
  })
})

describe('monthly usage', () => {
  beforeEach(async () => {
    await meters({ number: 'E-1' })
    await upsertDailyReadings(portal.db, [
      reading('2025-11-30', 99_000),
      reading('2026-10-01', 10_000, { demand: 6_000 }),
      reading('2026-10-31', 5_500, { status: 'estimated' }),
      reading('2026-11-19', 2_000),
    ])
  })
  const months = async (query: Record<string, string>) =>
    (await answerTo(usage.monthly, query)) as {
      usagesByMeter: { monthlyUsages: { month: string; usageValue: number; isPartial: boolean }[] }[]
    }

  it('sums the last 12 calendar months by month, beyond the 180 days of a search [US-04]', async () => {
    expect((await months({})).usagesByMeter[0]?.monthlyUsages).toEqual([
      expect.objectContaining({
        month: '2026-10',
        usageValue: 15.5,
        demandValue: 6,
        days: 2,
        estimatedDays: 1,
        isPartial: false,
      }),
      expect.objectContaining({ month: '2026-11', usageValue: 2, isPartial: true }),
    ])
  })

  it('sums the range of a search and marks months that it cuts', async () => {
    const cut = await months({ fromDate: '2026-10-02', toDate: '2026-10-31' })
    expect(cut.usagesByMeter[0]?.monthlyUsages).toEqual([
      expect.objectContaining({ month: '2026-10', usageValue: 5.5, isPartial: true }),
    ])
    expect((await ask(usage.monthly, { fromDate: '2026-11-05', toDate: '2026-11-04' })).statusCode).toBe(400)
  })
})

describe('prepaid summary', () => {
  it('returns balance, daily charges, arrears and the last payment [AS-05, DU-05]', async () => {
    await meters({ number: 'E-1' })
    await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(1_244), past_due: cents(700) })
      .execute()
    await upsertDailyReadings(portal.db, [
      reading('2026-11-18', 20_000, { charge: cents(300) }),
      reading('2026-11-19', 25_000, { charge: cents(401) }),
      reading('2026-11-20', 3_000, { charge: cents(40) }),
    ])
    await portal.db
      .insertInto('cis.payment')
      .values([
        {
          account_number: accountNumber,
          reference: 'P-1',
          paid_on: calendarDate('2026-11-02'),
          amount: cents(5_000),
          method: 'Card',
        },
        {
          account_number: accountNumber,
          reference: 'P-2',
          paid_on: calendarDate('2026-11-10'),
          amount: cents(2_500),
          method: 'Card',
        },
      ])
      .execute()
    expect(await answerTo(usage.prepaidSummary, {})).toEqual({
      currentBalance: 1_244,
      avgDailyChg: 351,
      lastEnergyUsage: 25,
      lastDailyEnergyChg: 401,
      lastPaymentAmount: 2_500,
      arreCapture: 700,
      lastPaymentDate: '2026-11-10',
      unitOfMeasure: 'kWh',
    })
  })
})

describe('intervals', () => {
  beforeEach(async () => meters({ number: 'E-1', minutes: 15 }, { number: 'E-2', minutes: 60 }))
  const intervals = async (meterNumber: string, day: string, minutes: number, used: readonly (number | null)[]) =>
    upsertIntervalDays(portal.db, [
      { accountNumber, meterNumber, day: calendarDate(day), minutes, used, received: null, status: 'actual' },
    ])
  const day = (text: string) => ({ fromDate: text, toDate: text })

  it('returns intervals with start, offset and value, without gaps [AS-06, DU-07]', async () => {
    await intervals('E-1', '2026-11-18', 15, [250, null, 0])
    const request = { ...day('2026-11-18'), urlGeneratedDateTimeTicks: '638993664000000000', commodity: 'Electric' }
    expect(await answerTo(usage.intervals, request)).toEqual({
      intervals: [
        {
          meterId: 'E-1',
          unitOfMeasure: 'kWh',
          minutes: 15,
          values: [
            { startTime: '2026-11-18T00:00:00-06:00', value: 0.25 },
            { startTime: '2026-11-18T00:30:00-06:00', value: 0 },
          ],
        },
      ],
    })
  })

  it('returns intervals of the requested meter, with 25 hours on the day clocks go back [DU-06]', async () => {
    await intervals(
      'E-2',
      '2026-11-01',
      60,
      Array.from({ length: 25 }, (_none, hour) => hour * 1_000),
    )
    const answer = (await answerTo(usage.intervals, { ...day('2026-11-01'), meterId: 'E-2' })) as {
      intervals: { values: { startTime: string; value: number }[] }[]
    }
    const values = answer.intervals[0]?.values ?? []
    expect(values.length).toBe(25)
    expect([values[1], values[2]]).toEqual([
      { startTime: '2026-11-01T01:00:00-05:00', value: 1 },
      { startTime: '2026-11-01T01:00:00-06:00', value: 2 },
    ])
    expect(await answerTo(usage.intervals, day('2026-11-01'))).toEqual({ intervals: [] })
    expect((await ask(usage.intervals, { ...day('2026-11-01'), meterId: 'X' })).statusCode).toBe(404)
  })

  it.each([
    [5, 'five', '00:05'],
    [15, 'fifteen', '00:15'],
    [30, 'thirty', '00:30'],
    [60, 'sixty', '01:00'],
  ])('returns intervals %i minutes apart, matching the meter’s attribute %s [US-59, AS-07, DU-08]', async (...row) => {
    const [minutes, interval, second] = row
    await portal.db.updateTable('cis.meter').set({ interval_minutes: minutes }).execute()
    await intervals('E-1', '2026-11-18', minutes, [250, 500])
    const meterId = 'E-1'
    expect(await answerTo(usage.attributes, {}, { meterId })).toEqual({
      attributeCategoryName: 'Interval Data',
      attributes: [{ interval }],
    })
    const values = ['00:00', second].map((start) => ({ startTime: `2026-11-18T${start}:00-06:00` }))
    expect(await answerTo(usage.intervals, day('2026-11-18'))).toMatchObject({ intervals: [{ minutes, values }] })
    expect((await ask(usage.attributes, {}, { meterId: 'X' })).statusCode).toBe(404)
  })

  it('returns intervals with either kind of MDM but attributes only with the cloud [ST-65]', async () => {
    const statuses = async () => [
      (await ask(usage.intervals)).statusCode,
      (await ask(usage.attributes, {}, { meterId: 'E-1' })).statusCode,
    ]
    portal.set({ MdmCloudEnabled: false })
    expect(await statuses()).toEqual([200, 403])
    portal.set({ MDMEnabled: false })
    expect(await statuses()).toEqual([403, 403])
  })
})

describe('page settings', () => {
  it('returns sort order, table columns and service request settings by key [AS-08, ST-70, ST-71]', async () => {
    const keys = 'USAGESORTORDER,USAGETABLESTRUCTURE,DISC_SO_MAX_REQ_DAYS,DISC_SO_REQUIRE_FORWARDING_ADDR'
    portal.set({ USAGESORTORDER: 'ASC', USAGETABLESTRUCTURE: ['date', 'usageValue'] })
    const { results } = (await portal.call(site.atsConfigSettings, { query: { keys } })).json<{
      results: { key: string; value: string }[]
    }>()
    expect(results.map(({ key }) => key)).toEqual(keys.split(','))
    expect(results.slice(0, 2).map(({ value }) => value)).toEqual(['ASC', 'date,usageValue'])
  })

  it('returns the cooperative’s disclaimer and its message for suspended usage [AS-09, ST-74, US-40]', async () => {
    portal.set({ openUsageDisclaimer: '<p>Not a bill.</p>', usageSuspendedMessage: '<p>Back on Monday.</p>' })
    const contents = await Promise.all(
      ['openUsageDisclaimer', 'usageSuspendedMessage'].map(async (key) =>
        (await portal.call(site.content, { params: { key } })).json<{ content: unknown }>(),
      ),
    )
    expect(contents.map(({ content }) => content)).toEqual([
      [{ t: 'p', c: ['Not a bill.'] }],
      [{ t: 'p', c: ['Back on Monday.'] }],
    ])
  })
})
