import { crewStates, outageCauses } from '@coopline/rules/service/outage-display/incident.messages'
import { longestWaitSeconds } from '@coopline/rules/service/outage-report/waiting-report'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant } from '../../wire.ts'

/** Longitude and latitude in degrees, WGS 84. */
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
const ring = z
  .array(position)
  .min(4)
  .refine((points) => String(points[0]) === String(points.at(-1)), 'A ring ends where it begins')
const polygon = z.array(ring).min(1)

/** An area of the territory: a county or a feeder's area. */
const area = z.object({
  type: z.literal('Feature'),
  id: z.string().min(1).max(60),
  properties: z.object({
    name: z.string().min(1).max(80),
    /** Absent when the Spanish name is the same. */
    nameInSpanish: z.string().min(1).max(80).exactOptional(),
  }),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: polygon }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(polygon).min(1) }),
  ]),
})

/** GeoJSON of the cooperative's territory (RFC 7946), limited to the members that the map uses. */
export const territory = z.object({ type: z.literal('FeatureCollection'), features: z.array(area).max(500) })

/**
 * Number of customers; null below five, because a small count could identify a household. In totals, an incident below five
 * counts as five.
 */
const customers = z.int().nullable()

const incident = z.strictObject({
  id: z.string(),
  startedAt: wireInstant,
  cause: z.enum(outageCauses),
  crew: z.enum(crewStates),
  /** Estimated restoration time, even if it has passed; null when unknown. */
  estimate: wireInstant.nullable(),
  /** The first estimate, if it differed. */
  firstEstimate: wireInstant.nullable(),
  customers,
  /** Rounded to about a kilometer; null when unknown or with too few customers. */
  point: position.nullable(),
  /** Id of an area of the territory, or empty. */
  area: z.string(),
})

const summary = z.strictObject({
  /** When the outage system wrote this data; null before its first file. */
  generatedAt: wireInstant.nullable(),
  /** The cooperative's time zone. */
  timeZone: z.string(),
  incidentCount: z.int(),
  customers,
  /** The incidents with the most customers, at most 500. */
  incidents: z.array(incident),
  areas: z.array(z.strictObject({ id: z.string(), incidentCount: z.int(), customers })),
})

/** An outage report without sign-in. */
const publicReport = z.strictObject({
  accountNumber: z.string().max(40),
  /** '(715) 555-0100', a phone number that the cooperative has for the account. */
  phoneNumber: z.string().max(24),
  /** One of the problems listed in the report options. */
  outageReason: z.string().max(200),
  remarks: z.string().max(2_000),
  /** The seconds that the report waited in the browser for a connection; absent when it was sent at once. */
  waitedSeconds: z.int().min(0).max(longestWaitSeconds).exactOptional(),
})

export const publicOutages = {
  summary: endpoint('publicOutages.summary', 'GET /v3/outages', {
    auth: 'public',
    summary: 'Get the active outages of the cooperative, without member data',
    source: 'addition: decision 0084',
    answer: summary,
    caching: 'revalidated',
    foreignClients: true,
    errors: [403],
  }),
  territory: endpoint('publicOutages.territory', 'GET /v3/outages/territory', {
    auth: 'public',
    summary: 'Get the areas of the cooperative as GeoJSON',
    source: 'addition: decision 0084',
    answer: territory,
    caching: 'revalidated',
    foreignClients: true,
    errors: [403],
  }),
  reportOptions: endpoint('publicOutages.reportOptions', 'GET /v3/outages/report-options', {
    auth: 'public',
    summary: 'Get the problems of an outage report without sign-in',
    source: 'addition: REQ-D-386',
    answer: z.strictObject({ problems: z.array(z.strictObject({ outageDescription: z.string() })) }),
    errors: [403],
  }),
  report: endpoint('publicOutages.report', 'POST /v3/outages/reports', {
    auth: 'public',
    summary: 'Report an outage by account and phone number; the answer does not depend on whether they match',
    source: 'addition: REQ-D-386',
    body: publicReport,
    answer: z.strictObject({ statusMessage: z.string() }),
    errors: [403],
  }),
}

export type OutageSummary = z.output<typeof summary>
export type PublicIncident = z.output<typeof incident>
export type Territory = z.output<typeof territory>
export type PublicOutageReport = z.output<typeof publicReport>
