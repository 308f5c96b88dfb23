import type { InsightsAnswer } from '@coopline/contract/usage/insights/insights.contract'
import type {
  DailyAnswer,
  IntervalBlocks,
  MeterUsage,
  MonthlyUsage,
  NetMetering,
  PrepaidSummary,
  Temperatures,
  UsageAccount,
} from '@coopline/contract/usage/usage/usage.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { isWeekend } from '@coopline/rules/usage/usage/usage-days'
import { aSite, type SiteChanges } from './a-site.ts'
import { renderPortal } from './render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from './sign-in-answers.ts'

const account = 'GET /v3/members/M1001/accounts/000100200300'
export const usageLines = {
  account: `${account}/usage`,
  daily: `${account}/usage/daily`,
  temperatures: `${account}/usage/temperatures`,
  byMeter: `${account}/usage/by-meter`,
  monthly: `${account}/usage/monthly`,
  prepaidSummary: `${account}/usage/prepaid-summary`,
  intervals: `${account}/usage/interval-blocks`,
  netMetering: `${account}/usage/net-metering`,
  attributes: `${account}/meters/E-1/usage-attributes`,
  settings: 'GET /v3/site/ats-config-settings',
  disclaimer: 'GET /v3/site/contents/openUsageDisclaimer',
  suspended: 'GET /v3/site/contents/usageSuspendedMessage',
} as const

export const insightsLine = `${account}/insights`
/** The response for an account with few readings and no bill. */
export const noInsights: InsightsAnswer = {
  through: null,
  baseLoad: null,
  comparison: null,
  highestHour: null,
  projectedBill: null,
  newestBill: null,
}

/** An account as of November 20, 2026. */
export const aUsageAccount = (changes: Partial<UsageAccount> = {}): UsageAccount => ({
  accountNumber: '000100200300',
  accountType: 'Electric',
  accountHolderName: 'Ada Lindqvist',
  serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
  zip: '54701',
  locationId: 'L1',
  isPrepaidAccount: 'N',
  meters: [{ meterId: 'E-1', unitOfMeasure: 'kWh', isNetMetered: false }],
  showUsageSuspendedMsg: false,
  isUsageSupported: true,
  today: calendarDate('2026-11-20'),
  ...changes,
})

export const aDay = (date: string, usageValue: number, changes: Partial<MeterUsage> = {}): MeterUsage => ({
  date: calendarDate(date),
  usageValue,
  unitOfMeasure: 'kWh',
  status: 'Actual',
  isWeekend: isWeekend(calendarDate(date)),
  prepaidVendor: null,
  prepaidAccountFlag: 'N',
  prepaiddailytotal: null,
  demandValue: null,
  receivedValue: null,
  isPartial: false,
  ...changes,
})

export const daily = (...meterUsages: readonly MeterUsage[]): DailyAnswer => ({
  usagesByMeter: [
    {
      meterId: 'E-1',
      summarization: {
        lowestUsage: { value: 12.5, date: calendarDate('2026-11-14') },
        highestUsage: { value: 41, date: calendarDate('2026-11-16') },
        averageConsumption: 26.75,
        totalConsumption: 53.5,
        maxDemand: 6.2,
      },
      meterUsages: [...meterUsages],
    },
  ],
})

const theWeather: Temperatures = {
  weatherOverlays: [{ date: calendarDate('2026-11-16'), lowTemp: 20, highTemp: 41.5, avgTemp: 31 }],
  weatherSummarization: {
    lowestTemperature: { value: 20, date: calendarDate('2026-11-16') },
    highestTemperature: { value: 41.5, date: calendarDate('2026-11-16') },
    heatingDegreeDays: 34,
    coolingDegreeDays: 0,
  },
}

export const aMonth = (month: string, usageValue: number, changes: Partial<MonthlyUsage> = {}): MonthlyUsage => ({
  month,
  usageValue,
  unitOfMeasure: 'kWh',
  demandValue: null,
  receivedValue: null,
  prepaidTotal: null,
  days: 30,
  estimatedDays: 0,
  isPartial: false,
  ...changes,
})

/** Hours from `startTime` on, in kWh; `null` is a gap. */
export const intervals = (startTime: string, ...values: readonly (number | null)[]): IntervalBlocks => ({
  meterId: 'E-1',
  unitOfMeasure: 'kWh',
  blocks: [{ startTime, minutes: 60, used: values.map((value) => (value === null ? null : value * 1_000)) }],
})

const aPrepaidSummary: PrepaidSummary = {
  currentBalance: cents(1_244),
  avgDailyChg: cents(351),
  lastEnergyUsage: 25,
  lastDailyEnergyChg: cents(401),
  lastPaymentAmount: cents(2_500),
  arreCapture: cents(700),
  lastPaymentDate: calendarDate('2026-11-10'),
  unitOfMeasure: 'kWh',
}

/** A ledger whose bank was emptied at the true-up. */
export const aNetMeteringLedger: NetMetering = {
  periods: [
    {
      periodEnd: calendarDate('2026-10-22'),
      addedKwh: 180,
      usedKwh: 92,
      expiredKwh: 0,
      bankKwh: 300,
      bankValue: cents(1_860),
      expiresOn: calendarDate('2027-04-01'),
      trueUpOn: calendarDate('2027-03-31'),
    },
    {
      periodEnd: calendarDate('2026-09-22'),
      addedKwh: 212,
      usedKwh: 0,
      expiredKwh: 1234.5,
      bankKwh: 212,
      bankValue: null,
      expiresOn: null,
      trueUpOn: null,
    },
  ],
}

/** Opens the page with days of 41 and 12.5 kWh and every feature on. */
export const openUsage = async ({
  answers = {},
  site = {},
  ...options
}: Omit<NonNullable<Parameters<typeof renderPortal>[0]>, 'site'> & { readonly site?: SiteChanges } = {}) =>
  renderPortal({
    path: '/usage-tracker',
    session: storedMember,
    site: aSite({ features: ['Usages', 'MDMEnabled', 'MdmCloudEnabled'], ...site }),
    visits: ['/view-all-accounts', '/login'],
    ...options,
    answers: {
      [accountsLine]: theirAccounts(),
      [usageLines.account]: aUsageAccount(),
      [insightsLine]: noInsights,
      [usageLines.daily]: daily(aDay('2026-11-14', 12.5), aDay('2026-11-16', 41)),
      [usageLines.temperatures]: theWeather,
      [usageLines.monthly]: {
        usagesByMeter: [{ meterId: 'E-1', monthlyUsages: [aMonth('2026-10', 800), aMonth('2026-11', 400)] }],
      },
      [usageLines.prepaidSummary]: aPrepaidSummary,
      [usageLines.intervals]: intervals('2026-11-16T00:00:00-06:00', 0.5, null, 3),
      [usageLines.attributes]: { attributeCategoryName: 'Interval Data', attributes: [{ interval: 'sixty' }] },
      [usageLines.settings]: { results: [] },
      [usageLines.disclaimer]: { key: 'openUsageDisclaimer', content: [] },
      [usageLines.suspended]: { key: 'usageSuspendedMessage', content: [] },
      ...answers,
    },
  })
