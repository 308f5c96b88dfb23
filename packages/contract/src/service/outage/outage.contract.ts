import { crewStates, outageCauses } from '@coopline/rules/service/outage-display/incident.messages'
import { longestWaitSeconds } from '@coopline/rules/service/outage-report/waiting-report'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireFlag, wireInstant, wireMemberNumber } from '../../wire.ts'

const ofAccount = z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber })

/** An outage report (DE-30). */
const report = z.strictObject({
  accountNumber: wireAccountNumber,
  /** One of the problems listed in the outage info. */
  outageReason: z.string().max(200),
  callBack: z.boolean(),
  /** '(715) 555-0100', or empty. */
  callbackNumber: z.string().max(24),
  remarks: z.string().max(2_000),
  outageReportOrigin: z.literal('Web'),
  /** The seconds that the report waited in the browser for a connection; absent when it was sent at once. */
  waitedSeconds: z.int().min(0).max(longestWaitSeconds).exactOptional(),
})

const historyRow = z.strictObject({
  accountNumber: wireAccountNumber,
  timeOfInterruption: wireInstant,
  /** Null while the power is still out. */
  timeOfRestored: wireInstant.nullable(),
  description: z.string(),
})

/** The outage status of an account (DE-32). */
export const outageStatus = z.strictObject({
  isActive: z.boolean(),
  /** Estimated restoration time; null when unknown or when the power is on. */
  estimatedTimeOfRestoration: wireInstant.nullable(),
  /** When the member reported an outage that the cooperative's system does not show yet; null without such a report. */
  reportedAt: wireInstant.nullable(),
  /** Details of the outage; null when the power is on or the outage system reports accounts only. */
  incident: z
    .strictObject({
      startedAt: wireInstant,
      cause: z.enum(outageCauses),
      crew: z.enum(crewStates),
      /** Number of customers without power; null below five, as on the public page. */
      customers: z.int().nullable(),
      /** The first estimate; null when there is none, or it is still the current one. */
      firstEstimate: wireInstant.nullable(),
    })
    .nullable(),
})

export const outage = {
  accountInfo: endpoint(
    'outage.accountInfo',
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outage-account-info',
    {
      auth: 'member',
      portalView: true,
      summary: 'Get the settings and state that decide whether an account can report an outage',
      source: 'AC-30',
      params: ofAccount,
      answer: z.strictObject({
        serviceAddress: z.string(),
        accountType: z.string(),
        derivedStatus: z.string(),
        /** Empty when the cooperative's system has no location. */
        locationId: z.string(),
      }),
      errors: [401, 403, 404],
    },
  ),
  status: endpoint('outage.status', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outage-status', {
    auth: 'member',
    portalView: true,
    summary: 'Get the outage status of an account and the estimated restoration time',
    source: 'AC-31',
    params: ofAccount,
    answer: outageStatus,
    errors: [401, 403, 404],
  }),
  info: endpoint('outage.info', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outages-info', {
    auth: 'member',
    portalView: true,
    summary: 'Get the problems and callback options of the outage form',
    source: 'AC-32',
    params: ofAccount,
    answer: z.strictObject({
      problems: z.array(z.strictObject({ outageDescription: z.string() })),
      hideOutageCallBackRequest: wireFlag,
      callbackCheckBoxDefaultValue: wireFlag,
      /** Formatted for display, primary number first. */
      contactPhones: z.array(z.strictObject({ phoneNumber: z.string() })),
    }),
    errors: [401, 403, 404],
  }),
  history: endpoint('outage.history', 'GET /v3/members/{memberNumber}/locations/{locationId}/outage-history', {
    auth: 'member',
    portalView: true,
    summary: 'List outages of the member’s accounts at a location, newest first',
    source: 'AC-33',
    params: z.strictObject({ memberNumber: wireMemberNumber, locationId: z.string().min(1).max(40) }),
    answer: z.strictObject({ results: z.array(historyRow) }),
    errors: [401, 403],
  }),
  report: endpoint('outage.report', 'POST /v3/members/{memberNumber}/outage-reports', {
    auth: 'member',
    summary: 'Report an outage; a repeat within ten minutes counts as the same report',
    source: 'AC-34',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    body: report,
    answer: z.strictObject({ statusMessage: z.string() }),
    errors: [401, 403, 404, 409],
  }),
}

export type OutageReport = z.output<typeof report>
export type OutageHistoryRow = z.output<typeof historyRow>
