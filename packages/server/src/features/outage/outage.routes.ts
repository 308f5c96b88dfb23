import { outage } from '@coopline/contract/outage/outage.contract'
import type { Feature, MemberRouteOptions } from '../../platform/http/call.ts'
import { listOutageHistory, loadAccountInfo, loadOutageInfo, loadStatus } from './load-outage.ts'
import { reportOutage } from './report-outage.ts'

const options: MemberRouteOptions = { isOffered: ({ Outage }) => Outage }

/** Outages: whether there is one, reports of members, and the past ones. */
export const outageFeature: Feature = {
  routes: (routes) => {
    routes.onMember(
      outage.accountInfo,
      async (call) => loadAccountInfo(call.deps, call, call.params.accountNumber),
      options,
    )
    routes.onMember(outage.status, async (call) => loadStatus(call.deps, call, call.params.accountNumber), options)
    routes.onMember(outage.info, async (call) => loadOutageInfo(call.deps, call, call.params.accountNumber), options)
    routes.onMember(outage.history, async (call) => listOutageHistory(call.deps, call, call.params.locationId), options)
    routes.onMember(outage.report, async (call) => reportOutage(call.deps, call, call.body), options)
  },
}
