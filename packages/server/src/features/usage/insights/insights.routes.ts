import { insights } from '@coopline/contract/usage/insights/insights.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { offersNotifications } from '../../../platform/notices/offers-notifications.ts'
import { evaluateAlertsJob } from './evaluate-alerts.job.ts'
import { loadBillChange } from './load-bill-change.ts'
import { loadInsights } from './load-insights.ts'
import { changeUsageAlerts, loadUsageAlerts } from './usage-alerts.ts'

/** Insights from bills and readings, and usage alerts. */
export const insightsFeature: Feature = {
  routes: (routes) => {
    const ofAlerts = { isOffered: offersNotifications }
    const ofBillsAndReadings = { mayBeSecondsOld: true } as const
    routes.on(insights.billChange, async (call) => loadBillChange(call.deps, call, call.params), ofBillsAndReadings)
    routes.on(
      insights.show,
      async (call) => loadInsights(call.deps, call, call.params.accountNumber),
      ofBillsAndReadings,
    )
    routes.on(insights.alerts, async (call) => loadUsageAlerts(call.deps, call, call.params.accountNumber), ofAlerts)
    routes.on(
      insights.saveAlerts,
      async (call) => changeUsageAlerts(call.deps, call, call.params.accountNumber, call.body),
      ofAlerts,
    )
  },
  jobs: [evaluateAlertsJob],
}
