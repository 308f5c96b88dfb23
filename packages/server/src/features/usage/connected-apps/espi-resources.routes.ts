import { espiResources } from '@coopline/contract/usage/connected-apps/espi-resources.contract'
import type { Routes } from '../../../platform/http/call.ts'
import {
  listApplications,
  listAuthorizations,
  readApplication,
  readAuthorization,
  readServiceStatus,
} from './read-espi-app.ts'
import {
  listIntervalBlocks,
  listLocalTimes,
  listMeterReadings,
  listReadingTypes,
  listUsagePoints,
  listUsageSummaries,
  readIntervalBlock,
  readLocalTime,
  readMeterReading,
  readReadingType,
  readUsagePoint,
  readUsageSummary,
} from './read-espi-usage.ts'

/** Serves single ESPI resources to data tokens. */
export function routeEspiResources({ on }: Routes): void {
  const all = espiResources
  on(all.usagePoints, async ({ deps, caller, params, query }) => listUsagePoints(deps, caller, params, query))
  on(all.usagePoint, async ({ deps, caller, params }) => readUsagePoint(deps, caller, params))
  on(all.meterReadings, async ({ deps, caller, params, query }) => listMeterReadings(deps, caller, params, query))
  on(all.meterReading, async ({ deps, caller, params }) => readMeterReading(deps, caller, params))
  on(all.intervalBlocks, async ({ deps, caller, params, query }) => listIntervalBlocks(deps, caller, params, query))
  on(all.intervalBlock, async ({ deps, caller, params }) => readIntervalBlock(deps, caller, params))
  on(all.usageSummaries, async ({ deps, caller, params, query }) => listUsageSummaries(deps, caller, params, query))
  on(all.usageSummary, async ({ deps, caller, params }) => readUsageSummary(deps, caller, params))
  on(all.readingTypes, async ({ deps, caller, query }) => listReadingTypes(deps, caller, query))
  on(all.readingType, async ({ deps, caller, params }) => readReadingType(deps, caller, params.id))
  on(all.localTimes, async ({ deps, caller, query }) => listLocalTimes(deps, caller, query))
  on(all.localTime, async ({ deps, caller, params }) => readLocalTime(deps, caller, params.id))
  on(all.authorizations, async ({ deps, caller, query }) => listAuthorizations(deps, caller, query))
  on(all.authorization, async ({ deps, caller, params }) => readAuthorization(deps, caller, params.id))
  on(all.applications, async ({ deps, caller, query }) => listApplications(deps, caller, query))
  on(all.application, async ({ deps, caller, params }) => readApplication(deps, caller, params.id))
  on(all.serviceStatus, async ({ deps, caller }) => readServiceStatus(deps, caller))
}
