import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import type { Feature, RouteOptions } from '../../../platform/http/call.ts'
import { checkDataToken } from './check-data-token.ts'
import { routeEspiResources } from './espi-resources.routes.ts'
import { listOfferedMeters } from './readable-meters.ts'
import { allowApp, declineApp, loadAppRequest } from './consent.ts'
import { makeToken } from './make-token.ts'
import { mountOAuth } from './mount-oauth.ts'
import { notifyAppsJob } from './notify-apps.job.ts'
import { endOwnConnection, listOwnAccesses, listOwnConnections } from './own-connections.ts'
import { readBatch } from './read-batch.ts'
import { readDaily, readIntervals } from './read-usage.ts'

const options: RouteOptions = { isOffered: ({ connectEnabled }) => connectEnabled }

/** Green Button Connect My Data: lets members share their usage with apps and scripts. */
export const connectedAppsFeature: Feature = {
  authenticators: { 'data-token': checkDataToken },
  pages: mountOAuth,
  jobs: [notifyAppsJob],
  routes: (routes) => {
    routes.on(connectedApps.list, async ({ deps, caller }) => listOwnConnections(deps, caller), options)
    routes.on(
      connectedApps.offer,
      async ({ deps, caller }) => ({ meters: [...(await listOfferedMeters(deps, caller.memberNumber))] }),
      options,
    )
    routes.on(
      connectedApps.accesses,
      async ({ deps, caller, params }) => listOwnAccesses(deps, caller, params.id),
      options,
    )
    // Members can end connections even after the cooperative turns the feature off.
    routes.on(connectedApps.end, async ({ deps, request, caller, params }) =>
      endOwnConnection(deps, request, caller, params.id),
    )
    routes.on(connectedApps.makeToken, async ({ deps, body, ...who }) => makeToken(deps, who, body), options)
    routes.on(connectedApps.request, async ({ deps, params, ...who }) => loadAppRequest(deps, who, params.id), options)
    routes.on(
      connectedApps.allow,
      async ({ deps, params, body, ...who }) => allowApp(deps, who, params.id, body),
      options,
    )
    routes.on(connectedApps.decline, async ({ deps, params, ...who }) => declineApp(deps, who, params.id), options)
    routeEspiResources(routes)
    routes.on(connectedApps.batch, async ({ deps, caller, params, query }) => readBatch(deps, caller, params, query))
    routes.on(connectedApps.intervals, async ({ deps, caller, query }) => readIntervals(deps, caller, query))
    routes.on(connectedApps.daily, async ({ deps, caller, query }) => readDaily(deps, caller, query))
  },
}
