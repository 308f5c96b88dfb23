import { outage } from '@coopline/contract/service/outage/outage.contract'
import { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { listOutageHistory, loadAccountInfo, loadOutageInfo, loadOutageStatus } from './load-outage.ts'
import { loadPublicOutages, loadTerritory } from './load-public-outages.ts'
import { loadReportOptions, takePublicReport } from './public-report.ts'
import { recordPublicReportJob } from './record-public-report.job.ts'
import { reportOutage } from './report-outage.ts'

const options: RouteOptions = { isOffered: ({ Outage }) => Outage }

/** Outage status, outage reports and past outages. */
export const outageFeature: Feature = {
  routes: (routes) => {
    routes.on(outage.accountInfo, async (call) => loadAccountInfo(call.deps, call, call.params.accountNumber), options)
    routes.on(
      outage.status,
      async ({ deps, caller, params }) => loadOutageStatus(deps, caller.memberNumber, params.accountNumber),
      options,
    )
    routes.on(outage.info, async (call) => loadOutageInfo(call.deps, call, call.params.accountNumber), options)
    routes.on(outage.history, async (call) => listOutageHistory(call.deps, call, call.params.locationId), options)
    routes.on(publicOutages.summary, async ({ deps }) => loadPublicOutages(deps))
    routes.on(publicOutages.territory, async ({ deps }) => loadTerritory(deps))
    routes.on(publicOutages.reportOptions, async ({ deps, request }) => loadReportOptions(deps, request))
    routes.on(publicOutages.report, async ({ deps, request, body }) => takePublicReport(deps, request, body))
    routes.on(outage.report, async (call) => reportOutage(call.deps, call, call.body), options)
  },
  jobs: [recordPublicReportJob],
}
