import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import { requestInstant } from '../../wire.ts'

/** An id in the URL of a resource. Any text is well-formed: an id that does not exist is not found. */
const id = z.string().min(1).max(100)
/** `own`: the connection of the token. */
const subscription = z.strictObject({ subscriptionId: id })
const usagePoint = subscription.extend({ usagePointId: id })
const meterReading = usagePoint.extend({ meterReadingId: id })
const one = z.strictObject({ id })

/** A page of a feed (ESPI query parameters). */
const page = z.strictObject({
  /** Position of the first entry, counted from 1. Default: 1. */
  'start-index': z
    .string()
    .regex(/^[1-9][0-9]{0,5}$/u)
    .optional(),
  /** Entries per page, 1 to 400. Default: 100. */
  'max-results': z
    .string()
    .regex(/^(?:[1-9][0-9]?|[123][0-9]{2}|400)$/u)
    .optional(),
})
/** Limits a feed to the days between two times, both days included. */
const period = page.extend({ 'published-min': requestInstant.optional(), 'published-max': requestInstant.optional() })

const resource = {
  auth: 'data-token',
  source: 'addition: Green Button Connect My Data',
  answer: fileAnswer,
  media: 'application/atom+xml',
  errors: [401, 403, 404],
  foreignClients: true,
} as const

const root = '/espi/1_1/resource'
const points = `${root}/Subscription/{subscriptionId}/UsagePoint` as const
const point = `${points}/{usagePointId}` as const
const readings = `${point}/MeterReading` as const
const reading = `${readings}/{meterReadingId}` as const

/** Single resources of Green Button Connect My Data (NAESB ESPI 3.3): as a feed of their collection, and by id. */
export const espiResources = {
  usagePoints: endpoint('espiResources.usagePoints', `GET ${points}`, {
    ...resource,
    summary: 'List the usage points of a connection (ESPI)',
    params: subscription,
    query: page,
  }),
  usagePoint: endpoint('espiResources.usagePoint', `GET ${point}`, {
    ...resource,
    summary: 'Read a usage point (ESPI)',
    params: usagePoint,
  }),
  meterReadings: endpoint('espiResources.meterReadings', `GET ${readings}`, {
    ...resource,
    summary: 'List the meter readings of a usage point: one per interval length, unit and direction (ESPI)',
    params: usagePoint,
    query: page,
  }),
  meterReading: endpoint('espiResources.meterReading', `GET ${reading}`, {
    ...resource,
    summary: 'Read a meter reading (ESPI)',
    params: meterReading,
  }),
  intervalBlocks: endpoint('espiResources.intervalBlocks', `GET ${reading}/IntervalBlock`, {
    ...resource,
    summary: 'List the interval blocks of a meter reading, oldest first (ESPI)',
    params: meterReading,
    query: period,
  }),
  intervalBlock: endpoint('espiResources.intervalBlock', `GET ${reading}/IntervalBlock/{intervalBlockId}`, {
    ...resource,
    summary: 'Read an interval block (ESPI)',
    params: meterReading.extend({ intervalBlockId: id }),
  }),
  usageSummaries: endpoint('espiResources.usageSummaries', `GET ${point}/UsageSummary`, {
    ...resource,
    summary: 'List the usage of a usage point by billing period, without charges (ESPI)',
    params: usagePoint,
    query: period,
  }),
  usageSummary: endpoint('espiResources.usageSummary', `GET ${point}/UsageSummary/{usageSummaryId}`, {
    ...resource,
    summary: 'Read the usage of one billing period, without charges (ESPI)',
    params: usagePoint.extend({ usageSummaryId: id }),
  }),
  readingTypes: endpoint('espiResources.readingTypes', `GET ${root}/ReadingType`, {
    ...resource,
    summary: 'List the reading types of a connection (ESPI)',
    query: page,
  }),
  readingType: endpoint('espiResources.readingType', `GET ${root}/ReadingType/{id}`, {
    ...resource,
    summary: 'Read a reading type (ESPI)',
    params: one,
  }),
  localTimes: endpoint('espiResources.localTimes', `GET ${root}/LocalTimeParameters`, {
    ...resource,
    summary: 'List the local time parameters (ESPI)',
    query: page,
  }),
  localTime: endpoint('espiResources.localTime', `GET ${root}/LocalTimeParameters/{id}`, {
    ...resource,
    summary: 'Read the local time parameters (ESPI)',
    params: one,
  }),
  authorizations: endpoint('espiResources.authorizations', `GET ${root}/Authorization`, {
    ...resource,
    summary: 'List the authorization of the token (ESPI)',
    query: page,
  }),
  authorization: endpoint('espiResources.authorization', `GET ${root}/Authorization/{id}`, {
    ...resource,
    summary: 'Read the authorization of the token (ESPI)',
    params: one,
  }),
  applications: endpoint('espiResources.applications', `GET ${root}/ApplicationInformation`, {
    ...resource,
    summary: 'List the registration of the app that holds the token (ESPI)',
    query: page,
  }),
  application: endpoint('espiResources.application', `GET ${root}/ApplicationInformation/{id}`, {
    ...resource,
    summary: 'Read the registration of the app that holds the token (ESPI)',
    params: one,
  }),
  serviceStatus: endpoint('espiResources.serviceStatus', `GET ${root}/ReadServiceStatus`, {
    ...resource,
    summary: 'Read whether the service is operational (ESPI)',
  }),
}
