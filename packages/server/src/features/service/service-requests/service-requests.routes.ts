import { serviceRequests } from '@coopline/contract/service/service-requests/service-requests.contract'
import { accountTypeName } from '@coopline/rules/service/service-applications/account-type-name'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { listOrderTypes, listServiceOrders } from './list-service-orders.ts'
import { requestService } from './request-service.ts'

/** Requires the page's own flag or the flag of the Start/Stop Service link. */
const options: RouteOptions = {
  isOffered: ({ OnlineServiceOrder, accountServiceEnabled }) => OnlineServiceOrder || accountServiceEnabled,
}

/** Service requests and their status. */
export const serviceRequestsFeature: Feature = {
  routes: (routes) => {
    routes.on(
      serviceRequests.types,
      async (call) => listOrderTypes(call.deps, call, call.params.accountNumber),
      options,
    )
    routes.on(
      serviceRequests.list,
      async (call) => listServiceOrders(call.deps, call, call.params.accountNumber),
      options,
    )
    routes.on(serviceRequests.submit, async (call) => requestService(call.deps, call, call.body), options)
    routes.on(serviceRequests.accountTypes, async ({ deps, request: { language } }) => ({
      results: deps.settings
        .current()
        .serviceAccountTypes.map((type) => ({ id: type.id, description: accountTypeName(type, language) })),
    }))
  },
}
