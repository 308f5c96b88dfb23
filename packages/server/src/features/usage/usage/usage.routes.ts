import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { usage } from '@coopline/contract/usage/usage/usage.contract'
import type { Feature, Routes } from '../../../platform/http/call.ts'
import { createMonthsJob } from './create-months.job.ts'
import { downloadUsageCsv } from './download-usage-csv.ts'
import { listDailyUsage } from './list-daily-usage.ts'
import { listIntervalBlocks } from './list-interval-blocks.ts'
import { listIntervals } from './list-intervals.ts'
import { listMonthlyUsage } from './list-monthly-usage.ts'
import { listNetMeteringPeriods } from './list-net-metering.ts'
import { listTemperatures } from './list-temperatures.ts'
import { listUsageAttributes } from './list-usage-attributes.ts'
import { listUsageByMeter } from './list-usage-by-meter.ts'
import { loadPrepaidSummary } from './load-prepaid-summary.ts'
import { loadUsageAccount } from './load-usage-account.ts'

/** Either kind of MDM shows intervals: of one day, or of every range. */
const offersIntervals = ({ MDMEnabled, MdmCloudEnabled }: Settings): boolean => MDMEnabled || MdmCloudEnabled

/** Readings are imported by the hour or the day: members see no difference when they are seconds old. */
const readings = { mayBeSecondsOld: true } as const

/** Usage by day, month and interval, with weather. */
export const usageFeature: Feature = {
  routes: (routes) => {
    routes.on(usage.account, async (call) => loadUsageAccount(call.deps, call, call.params.accountNumber), readings)
    routes.on(
      usage.daily,
      async (call) => listDailyUsage(call.deps, call, call.params.accountNumber, call.query),
      readings,
    )
    routes.on(
      usage.temperatures,
      async (call) => listTemperatures(call.deps, call, call.params.accountNumber, call.query),
      readings,
    )
    routes.on(
      usage.byMeter,
      async (call) => listUsageByMeter(call.deps, call, call.params.accountNumber, call.query),
      readings,
    )
    routes.on(
      usage.monthly,
      async (call) => listMonthlyUsage(call.deps, call, call.params.accountNumber, call.query),
      readings,
    )
    routes.on(usage.prepaidSummary, async (call) => loadPrepaidSummary(call.deps, call, call.params.accountNumber))
    routes.on(
      usage.netMetering,
      async (call) => listNetMeteringPeriods(call.deps, call, call.params.accountNumber),
      readings,
    )
    routes.on(usage.csv, async (call) => downloadUsageCsv(call.deps, call, call.params.accountNumber, call.query))
    serveIntervals(routes)
  },
  jobs: [createMonthsJob],
}

/** The calls of meter-data management. */
function serveIntervals(routes: Routes): void {
  routes.on(usage.intervals, async (call) => listIntervals(call.deps, call, call.params.accountNumber, call.query), {
    ...readings,
    isOffered: offersIntervals,
  })
  routes.on(
    usage.intervalBlocks,
    async (call) => listIntervalBlocks(call.deps, call, call.params.accountNumber, call.query),
    { ...readings, isOffered: offersIntervals },
  )
  routes.on(
    usage.attributes,
    async (call) => listUsageAttributes(call.deps, call, call.params.accountNumber, call.params.meterId),
    { ...readings, isOffered: ({ MdmCloudEnabled }) => MdmCloudEnabled },
  )
}
