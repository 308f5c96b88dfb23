import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { requestDate, wireAccountNumber, wireCents, wireDate, wireFlag, wireMemberNumber } from '../../wire.ts'

export const ownAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

const meterId = z
  .string()
  .regex(/^\P{Cc}{1,40}(?![\s\S])/u)
  .meta({ description: 'Number of a meter' })

/** .NET ticks that defeat HTTP caches (REQ-D-226). */
const ticks = z.string().regex(/^[0-9]{1,20}(?![\s\S])/u)

/** Account type and ZIP code from the client. The server ignores them and uses its own records. */
const hints = {
  commodity: z.string().max(40).optional(),
  zipcode: z.string().max(10).optional(),
}

/** Usage request (DU-01). Member and account are in the path. The range includes both days. */
const usageQuery = z.strictObject({ fromDate: requestDate, toDate: requestDate, ...hints, ticks: ticks.optional() })

const status = z.enum(['Actual', 'Estimate', 'Keyed'])

/** A value and its day; null without a measurement. */
const onDay = z.strictObject({ value: z.number(), date: wireDate }).nullable()

/** In the unit of the rows; demand in kW. */
const summarization = z.strictObject({
  lowestUsage: onDay,
  highestUsage: onDay,
  averageConsumption: z.number().nullable(),
  totalConsumption: z.number().nullable(),
  maxDemand: z.number().nullable(),
})

const meterUsage = z.strictObject({
  date: wireDate,
  /** In `unitOfMeasure`. Days without a reading have no row. */
  usageValue: z.number(),
  unitOfMeasure: z.string(),
  status,
  isWeekend: z.boolean(),
  prepaidVendor: z.string().nullable(),
  prepaidAccountFlag: wireFlag,
  // sic: `prepaidDailyTotal` in the rows by meter (REQ-D-237).
  prepaiddailytotal: wireCents.nullable(),
  /** Highest demand of the day, in kW (addition: REQ-D-234). */
  demandValue: z.number().nullable(),
  /** Energy a solar member sent to the grid (addition). */
  receivedValue: z.number().nullable(),
  /** True when the day is not over (addition). */
  isPartial: z.boolean(),
})

const dailyAnswer = z.strictObject({
  usagesByMeter: z.array(
    z.strictObject({
      meterId: z.string(),
      summarization,
      meterUsages: z.array(meterUsage),
      /** Usage of the same days a year earlier, keyed by this year's day; present only when requested. */
      previousYear: z.array(z.strictObject({ date: wireDate, usageValue: z.number() })).exactOptional(),
    }),
  ),
})

const temperatures = z.strictObject({
  weatherOverlays: z.array(
    z.strictObject({ date: wireDate, lowTemp: z.number(), highTemp: z.number(), avgTemp: z.number() }),
  ),
  weatherSummarization: z.strictObject({
    lowestTemperature: onDay,
    highestTemperature: onDay,
    /** Degree days of the range, from 65 °F (addition). */
    heatingDegreeDays: z.number(),
    coolingDegreeDays: z.number(),
  }),
})

const usagesWeather = z.strictObject({
  date: wireDate,
  meterId: z.string(),
  endReading: z.number().nullable(),
  status,
  lowTemperature: z.number().nullable(),
  highTemperature: z.number().nullable(),
  usageValue: z.number(),
  unitOfMeasure: z.string(),
  prepaidDailyTotal: wireCents.nullable(),
})

const monthlyUsage = z.strictObject({
  /** `yyyy-MM`. */
  month: z.string(),
  usageValue: z.number(),
  unitOfMeasure: z.string(),
  demandValue: z.number().nullable(),
  receivedValue: z.number().nullable(),
  prepaidTotal: wireCents.nullable(),
  /** Days of the month with a reading, and how many of those are estimated or keyed. */
  days: z.int(),
  estimatedDays: z.int(),
  /** True when the range does not cover the whole month. */
  isPartial: z.boolean(),
})

const prepaidSummary = z.strictObject({
  currentBalance: wireCents,
  avgDailyChg: wireCents.nullable(),
  lastEnergyUsage: z.number().nullable(),
  lastDailyEnergyChg: wireCents.nullable(),
  lastPaymentAmount: wireCents.nullable(),
  /** Remaining arrears that prepaid payments pay off. */
  arreCapture: wireCents,
  lastPaymentDate: wireDate.nullable(),
  unitOfMeasure: z.string(),
})

const netMetering = z.strictObject({
  /** Billing periods, newest first; the first one has the bank of today. Empty for accounts without net metering. */
  periods: z.array(
    z.strictObject({
      periodEnd: wireDate,
      /** Energy that went into the bank, was taken from it, and left it unused, in kWh. */
      addedKwh: z.number(),
      usedKwh: z.number(),
      expiredKwh: z.number(),
      /** The bank after the period, in kWh, and its value if the cooperative gives one. */
      bankKwh: z.number(),
      bankValue: wireCents.nullable(),
      expiresOn: wireDate.nullable(),
      trueUpOn: wireDate.nullable(),
    }),
  ),
})

/** Contents of the file. The range includes both days. Without `meterId`, the file contains every meter of the account. */
export const fileQuery = z.strictObject({
  fromDate: requestDate,
  toDate: requestDate,
  meterId: meterId.optional(),
  /** `interval` (default): each day at its stored resolution. `day`: daily readings. */
  detail: z.enum(['day', 'interval']).optional(),
})

/** Interval request (DU-06). Member and account are in the path. `meterId` defaults to the first meter. */
const intervalQuery = z.strictObject({
  fromDate: requestDate,
  toDate: requestDate,
  urlGeneratedDateTimeTicks: ticks.optional(),
  commodity: hints.commodity,
  meterId: meterId.optional(),
})

const intervalAnswer = z.strictObject({
  intervals: z.array(
    z.strictObject({
      meterId: z.string(),
      unitOfMeasure: z.string(),
      /**
       * Ordered by start, without gaps. `startTime` is local time with its UTC offset, such as `2026-11-01T01:30:00-05:00`.
       * `value` is the usage in the interval.
       */
      values: z.array(
        z.strictObject({
          startTime: z.string(),
          value: z.number(),
          /** Energy a solar member sent to the grid in the interval (addition). */
          received: z.number().exactOptional(),
        }),
      ),
      /** Interval length of the last day, in minutes (addition). */
      minutes: z.int(),
    }),
  ),
})

const thousandths = z.array(z.int().nullable())

const intervalBlocks = z.strictObject({
  meterId: z.string(),
  unitOfMeasure: z.string(),
  /**
   * Ordered by start. A new block starts where days are missing, where the interval length changes and where clocks change, so
   * that all intervals of a block have its UTC offset. Empty when the range has no interval with a value.
   */
  blocks: z.array(
    z.strictObject({
      /** Start of the first interval, as in the interval response. */
      startTime: z.string(),
      /** Interval length. */
      minutes: z.int(),
      /** Usage by interval, in thousandths of `unitOfMeasure`; `null` is a gap. */
      used: thousandths,
      /** Energy a solar member sent to the grid by interval, likewise; absent when the meter does not measure it. */
      received: thousandths.exactOptional(),
    }),
  ),
})

const accountInfo = z.strictObject({
  accountNumber: wireAccountNumber,
  accountType: z.string(),
  accountHolderName: z.string(),
  serviceAddress: z.string(),
  zip: z.string(),
  locationId: z.string(),
  isPrepaidAccount: wireFlag,
  meters: z.array(z.strictObject({ meterId: z.string(), unitOfMeasure: z.string(), isNetMetered: z.boolean() })),
  showUsageSuspendedMsg: z.boolean(),
  /** False when the page must say that usage is not supported (addition: REQ-D-239). */
  isUsageSupported: z.boolean(),
  /** Today in the cooperative's time zone (addition). */
  today: wireDate,
})

const account = '/v3/members/{memberNumber}/accounts/{accountNumber}/usage'
const member = { auth: 'member', params: ownAccount, errors: [401, 403, 404] } as const

export const usage = {
  account: endpoint('usage.account', `GET ${account}`, {
    ...member,
    portalView: true,
    summary: 'Get the account data of the usage page',
    source: 'DU-09',
    answer: accountInfo,
  }),
  daily: endpoint('usage.daily', `GET ${account}/daily`, {
    ...member,
    portalView: true,
    summary: 'Get daily usage by meter',
    source: 'AS-02, DU-01, DU-02',
    query: usageQuery.extend({ previousYear: wireFlag.optional() }),
    answer: dailyAnswer,
  }),
  temperatures: endpoint('usage.temperatures', `GET ${account}/temperatures`, {
    ...member,
    portalView: true,
    summary: 'Get the weather for a date range',
    source: 'AS-03, DU-03',
    query: usageQuery,
    answer: temperatures,
  }),
  byMeter: endpoint('usage.byMeter', `GET ${account}/by-meter`, {
    ...member,
    portalView: true,
    summary: 'Get usage and weather by meter',
    source: 'AS-04, DU-04',
    query: usageQuery,
    answer: z.strictObject({
      usagesWeatherByMeterId: z.array(z.strictObject({ meterId: z.string(), usagesWeather: z.array(usagesWeather) })),
    }),
  }),
  monthly: endpoint('usage.monthly', `GET ${account}/monthly`, {
    ...member,
    portalView: true,
    summary: 'Get usage by meter and calendar month, for a range or the last 12 months',
    source: 'US-04, REQ-D-227',
    query: usageQuery.partial(),
    answer: z.strictObject({
      usagesByMeter: z.array(z.strictObject({ meterId: z.string(), monthlyUsages: z.array(monthlyUsage) })),
    }),
  }),
  prepaidSummary: endpoint('usage.prepaidSummary', `GET ${account}/prepaid-summary`, {
    ...member,
    portalView: true,
    summary: 'Get the summary of a prepaid account',
    source: 'AS-05, DU-05',
    answer: prepaidSummary,
  }),
  netMetering: endpoint('usage.netMetering', `GET ${account}/net-metering`, {
    ...member,
    portalView: true,
    summary: 'Get the net-metering ledger of an account',
    source: 'addition: solar members',
    answer: netMetering,
  }),
  intervals: endpoint('usage.intervals', `GET ${account}/intervals`, {
    ...member,
    portalView: true,
    summary: 'Get the intervals of a meter',
    source: 'AS-06, DU-06, DU-07',
    query: intervalQuery,
    answer: intervalAnswer,
  }),
  intervalBlocks: endpoint('usage.intervalBlocks', `GET ${account}/interval-blocks`, {
    ...member,
    portalView: true,
    summary: 'Get the intervals of a meter as arrays, in about a tenth of the bytes',
    source: 'addition: interval charts',
    query: usageQuery.pick({ fromDate: true, toDate: true }).extend({ meterId: meterId.optional() }),
    answer: intervalBlocks,
  }),
  csv: endpoint('usage.csv', `GET ${account}/csv`, {
    ...member,
    summary: 'Download all stored usage as CSV',
    source: 'addition: downloads',
    query: fileQuery,
    answer: fileAnswer,
    media: 'text/csv',
  }),
  attributes: endpoint(
    'usage.attributes',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meters/{meterId}/usage-attributes',
    {
      ...member,
      portalView: true,
      params: ownAccount.extend({ meterId }),
      summary: 'Get the attributes of a meter; requires MdmCloudEnabled',
      source: 'AS-07, DU-08',
      answer: z.strictObject({
        attributeCategoryName: z.literal('Interval Data'),
        attributes: z.array(z.strictObject({ interval: z.enum(['five', 'fifteen', 'thirty', 'sixty']) })),
      }),
    },
  ),
}

export type UsageAccount = z.output<typeof accountInfo>
export type DailyAnswer = z.output<typeof dailyAnswer>
export type MeterUsage = z.output<typeof meterUsage>
export type Summarization = z.output<typeof summarization>
export type Temperatures = z.output<typeof temperatures>
export type UsagesWeather = z.output<typeof usagesWeather>
export type MonthlyUsage = z.output<typeof monthlyUsage>
export type PrepaidSummary = z.output<typeof prepaidSummary>
export type NetMetering = z.output<typeof netMetering>
export type IntervalAnswer = z.output<typeof intervalAnswer>
export type IntervalBlocks = z.output<typeof intervalBlocks>
