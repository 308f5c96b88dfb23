import { insights } from '@coopline/contract/insights/insights.contract'
import type { Feature } from '../../platform/http/call.ts'
import { loadBillChange } from './load-bill-change.ts'

/** What bills and readings say when they are compared. */
export const insightsFeature: Feature = {
  routes: (routes) => {
    routes.onMember(insights.billChange, async (call) => loadBillChange(call.deps, call, call.params))
  },
}
