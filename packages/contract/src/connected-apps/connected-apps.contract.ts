import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireCents, wireDate, wireInstant, wireMemberNumber } from '../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
/** The id of a connection, or of an app's request. */
const connectionId = z.string().regex(/^[A-Za-z0-9_-]{20,64}(?![\s\S])/u)
const wireMeterNumber = z.string().min(1).max(40)
const wireScope = z.string().min(1).max(200)
const meter = z.strictObject({ accountNumber: wireAccountNumber, meterNumber: wireMeterNumber })

const scope = z.strictObject({
  text: wireScope,
  detail: z.enum(['day', 'interval']),
  hasCost: z.boolean(),
  months: z.int(),
})

const connection = z.strictObject({
  id: connectionId,
  kind: z.enum(['app', 'token']),
  name: z.string(),
  homeUrl: z.string().nullable(),
  scopes: z.array(scope),
  meters: z.array(meter),
  historyFrom: wireDate,
  createdAt: wireInstant,
  endsAt: wireInstant,
  /** The day at whose end, at the cooperative, it ends. */
  lastDay: wireDate,
  /** Why it ended before its day: the member ended it, the app did, or a copied token was used. */
  endReason: z.enum(['member', 'app', 'copied-token']).nullable(),
  isOver: z.boolean(),
  lastReadAt: wireInstant.nullable(),
  reads: z.int(),
  /** Bytes that were read. */
  bytes: z.int(),
})

const access = z.strictObject({
  /** The hour in which the reads began. */
  hour: wireInstant,
  what: z.string(),
  reads: z.int(),
  bytes: z.int(),
})

const choice = z.strictObject({
  scopes: z.array(wireScope).max(5),
  meters: z.array(meter).max(100),
  historyMonths: z.int().min(0).max(1_000),
  endsOn: z.string().max(10),
})

const dayOfUse = z.strictObject({
  day: wireDate,
  /** In `unit`, three decimals. */
  used: z.number(),
  /** What the member gave back; null when it is not measured. */
  received: z.number().nullable(),
  quality: z.enum(['actual', 'estimated', 'keyed']),
  /** Prepaid: what the day cost. Absent where the scope does not include costs. */
  charge: wireCents.nullable().optional(),
})

const appRequest = z.strictObject({
  name: z.string(),
  homeUrl: z.string().nullable(),
  /** The host to which the member is sent back. */
  returnsTo: z.string(),
  /** True when the cooperative has not looked at the app. */
  isSelfRegistered: z.boolean(),
  scopes: z.array(scope),
})

/** A path of this portal, with which the browser goes on. */
const continuing = z.strictObject({ continueAt: z.string() })

const readQuery = z.strictObject({
  /** The first day; 30 days before `to` (daily) or `to` itself (intervals) unless given. */
  from: wireDate.optional(),
  /** The last day; today unless given. */
  to: wireDate.optional(),
  account: wireAccountNumber.optional(),
  meter: wireMeterNumber.optional(),
})

const dayOfIntervals = z.strictObject({
  day: wireDate,
  /** The length of one interval: 5, 15, 30 or 60. */
  minutes: z.int(),
  /** In `unit`, from local midnight on; null where a value is missing. The day of a time change has 23 or 25 hours of them. */
  used: z.array(z.number().nullable()),
  received: z.array(z.number().nullable()).nullable(),
  quality: z.enum(['actual', 'estimated', 'keyed']),
})

export const connectedApps = {
  list: endpoint('connectedApps.list', 'GET /v3/members/{memberNumber}/connected-apps', {
    auth: 'member',
    summary: 'List connected apps and access tokens',
    source: 'addition: Green Button Connect My Data',
    params: member,
    answer: z.strictObject({ connections: z.array(connection) }),
    errors: [401, 403, 404],
  }),
  offer: endpoint('connectedApps.offer', 'GET /v3/members/{memberNumber}/connected-apps/offer', {
    auth: 'member',
    summary: 'List the meters that a connection can read',
    source: 'addition: Green Button Connect My Data',
    params: member,
    answer: z.strictObject({ meters: z.array(meter.extend({ street: z.string() })) }),
    errors: [401, 403, 404],
  }),
  accesses: endpoint('connectedApps.accesses', 'GET /v3/members/{memberNumber}/connected-apps/{id}/accesses', {
    auth: 'member',
    summary: 'List what a connection has read',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: z.strictObject({ accesses: z.array(access) }),
    errors: [401, 403, 404],
  }),
  end: endpoint('connectedApps.end', 'DELETE /v3/members/{memberNumber}/connected-apps/{id}', {
    auth: 'member',
    summary: 'End a connection at once',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: z.strictObject({ ended: z.literal(true) }),
    errors: [401, 403, 404],
  }),
  makeToken: endpoint('connectedApps.makeToken', 'POST /v3/members/{memberNumber}/access-tokens', {
    auth: 'member',
    summary: 'Make an access token for the member’s own scripts; it is shown once',
    source: 'addition: Green Button Connect My Data',
    params: member,
    body: choice.extend({ name: z.string().max(120) }),
    answer: z.strictObject({ connection, token: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  request: endpoint('connectedApps.request', 'GET /v3/members/{memberNumber}/app-requests/{id}', {
    auth: 'member',
    summary: 'Show what an app asks for, in the browser in which it began',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: appRequest,
    errors: [401, 403, 404],
  }),
  allow: endpoint('connectedApps.allow', 'POST /v3/members/{memberNumber}/app-requests/{id}/allow', {
    auth: 'member',
    summary: 'Connect the app to the chosen meters',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    body: choice,
    answer: continuing,
    errors: [401, 403, 404, 409],
  }),
  decline: endpoint('connectedApps.decline', 'POST /v3/members/{memberNumber}/app-requests/{id}/decline', {
    auth: 'member',
    summary: 'Decline the request of an app',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    body: z.strictObject({}),
    answer: continuing,
    errors: [401, 403, 404],
  }),
  daily: endpoint('connectedApps.daily', 'GET /v3/connected-data/daily', {
    auth: 'data-token',
    summary: 'Daily usage of the meters that the member chose',
    source: 'addition: Green Button Connect My Data',
    query: readQuery,
    answer: z.strictObject({
      from: wireDate,
      to: wireDate,
      meters: z.array(
        meter.extend({
          unit: z.string(),
          /** The sum of the days. */
          used: z.number(),
          latest: dayOfUse.nullable(),
          days: z.array(dayOfUse),
        }),
      ),
    }),
    errors: [401, 403],
    foreignClients: true,
  }),
  intervals: endpoint('connectedApps.intervals', 'GET /v3/connected-data/intervals', {
    auth: 'data-token',
    summary: 'Usage by the interval of the meters that the member chose, for a scope of intervals',
    source: 'addition: Green Button Connect My Data',
    query: readQuery,
    answer: z.strictObject({
      from: wireDate,
      to: wireDate,
      meters: z.array(meter.extend({ unit: z.string(), days: z.array(dayOfIntervals) })),
    }),
    errors: [401, 403],
    foreignClients: true,
  }),
}

export type Connection = z.output<typeof connection>
export type AppRequest = z.output<typeof appRequest>
export type ConnectedMeter = z.output<typeof meter>
export type ConnectionChoice = z.output<typeof choice>
