import { z } from 'zod'
import { endpoint, fileAnswer } from '../../endpoint.ts'
import {
  requestDate,
  requestInstant,
  wireAccountNumber,
  wireCents,
  wireDate,
  wireInstant,
  wireMemberNumber,
} from '../../wire.ts'

const member = z.strictObject({ memberNumber: wireMemberNumber })
/** The id of a connection or of an app's authorization request. */
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

export const connection = z.strictObject({
  id: connectionId,
  kind: z.enum(['app', 'token']),
  name: z.string(),
  homeUrl: z.string().nullable(),
  scopes: z.array(scope),
  meters: z.array(meter),
  historyFrom: wireDate,
  createdAt: wireInstant,
  endsAt: wireInstant,
  /** The connection ends at the end of this day in the cooperative's time zone. */
  lastDay: wireDate,
  /** The reason that the connection ended early: the member ended it, the app did, or someone used a copied token. */
  endReason: z.enum(['member', 'app', 'copied-token', 'staff']).nullable(),
  isOver: z.boolean(),
  lastReadAt: wireInstant.nullable(),
  reads: z.int(),
  /** Bytes the app read. */
  bytes: z.int(),
})

const access = z.strictObject({
  /** The start of the hour. */
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
  /** In `unit`, with three decimals. */
  used: z.number(),
  /** Energy the member sent to the grid; null when the meter does not measure it. */
  received: z.number().nullable(),
  quality: z.enum(['actual', 'estimated', 'keyed']),
  /** Cost of the day for prepaid accounts. Absent when the scope does not include costs. */
  charge: wireCents.nullable().optional(),
})

const appRequest = z.strictObject({
  name: z.string(),
  homeUrl: z.string().nullable(),
  /** The host of the redirect URI. */
  returnsTo: z.string(),
  /** True when the app registered itself and the cooperative has not reviewed it. */
  isSelfRegistered: z.boolean(),
  scopes: z.array(scope),
})

/** The portal path the browser opens next. */
const continuing = z.strictObject({ continueAt: z.string() })

const readQuery = z.strictObject({
  /** The first day. Defaults to 30 days before `to` for daily values, and to `to` for intervals. */
  from: requestDate.optional(),
  /** The last day. Defaults to today. */
  to: requestDate.optional(),
  account: wireAccountNumber.optional(),
  meter: wireMeterNumber.optional(),
})

const dayOfIntervals = z.strictObject({
  day: wireDate,
  /** Interval length: 5, 15, 30 or 60. */
  minutes: z.int(),
  /** In `unit`, from local midnight; null for a missing value. A day with a clock change has 23 or 25 hours. */
  used: z.array(z.number().nullable()),
  received: z.array(z.number().nullable()).nullable(),
  quality: z.enum(['actual', 'estimated', 'keyed']),
})

export const connectedApps = {
  list: endpoint('connectedApps.list', 'GET /v3/members/{memberNumber}/connected-apps', {
    auth: 'member',
    portalView: 'access',
    summary: 'List connected apps and access tokens',
    source: 'addition: Green Button Connect My Data',
    params: member,
    answer: z.strictObject({ connections: z.array(connection) }),
    errors: [401, 403, 404],
  }),
  offer: endpoint('connectedApps.offer', 'GET /v3/members/{memberNumber}/connected-apps/offer', {
    auth: 'member',
    portalView: true,
    summary: 'List the meters that a connection can read',
    source: 'addition: Green Button Connect My Data',
    params: member,
    answer: z.strictObject({ meters: z.array(meter.extend({ street: z.string() })) }),
    errors: [401, 403, 404],
  }),
  accesses: endpoint('connectedApps.accesses', 'GET /v3/members/{memberNumber}/connected-apps/{id}/accesses', {
    auth: 'member',
    portalView: 'access',
    summary: 'List the reads of a connection, by hour',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: z.strictObject({ accesses: z.array(access) }),
    errors: [401, 403, 404],
  }),
  end: endpoint('connectedApps.end', 'DELETE /v3/members/{memberNumber}/connected-apps/{id}', {
    auth: 'member',
    summary: 'End a connection immediately',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: z.strictObject({ ended: z.literal(true) }),
    errors: [401, 403, 404],
  }),
  makeToken: endpoint('connectedApps.makeToken', 'POST /v3/members/{memberNumber}/access-tokens', {
    auth: 'member',
    proof: 'always',
    summary: 'Create an access token for the member’s own scripts and show it once',
    source: 'addition: Green Button Connect My Data',
    params: member,
    body: choice.extend({ name: z.string().max(120) }),
    answer: z.strictObject({ connection, token: z.string() }),
    errors: [401, 403, 404, 409],
  }),
  request: endpoint('connectedApps.request', 'GET /v3/members/{memberNumber}/app-requests/{id}', {
    auth: 'member',
    summary: 'Show the request of an app, only in the browser that started it',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    answer: appRequest,
    errors: [401, 403, 404],
  }),
  allow: endpoint('connectedApps.allow', 'POST /v3/members/{memberNumber}/app-requests/{id}/allow', {
    auth: 'member',
    proof: 'always',
    summary: 'Connect an app to the chosen meters',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    body: choice,
    answer: continuing,
    errors: [401, 403, 404, 409],
  }),
  decline: endpoint('connectedApps.decline', 'POST /v3/members/{memberNumber}/app-requests/{id}/decline', {
    auth: 'member',
    summary: 'Deny the request of an app',
    source: 'addition: Green Button Connect My Data',
    params: member.extend({ id: connectionId }),
    body: z.strictObject({}),
    answer: continuing,
    errors: [401, 403, 404],
  }),
  daily: endpoint('connectedApps.daily', 'GET /v3/connected-data/daily', {
    auth: 'data-token',
    summary: 'Get daily usage of the meters that the member chose',
    source: 'addition: Green Button Connect My Data',
    query: readQuery,
    answer: z.strictObject({
      from: wireDate,
      to: wireDate,
      meters: z.array(
        meter.extend({
          unit: z.string(),
          /** The sum over all days. */
          used: z.number(),
          latest: dayOfUse.nullable(),
          days: z.array(dayOfUse),
        }),
      ),
    }),
    errors: [401, 403],
    foreignClients: true,
  }),
  batch: endpoint('connectedApps.batch', 'GET /espi/1_1/resource/Batch/Subscription/{subscriptionId}', {
    auth: 'data-token',
    summary: 'Read the usage of a connection as a Green Button feed (ESPI)',
    source: 'addition: Green Button Connect My Data',
    /** `own`: the connection of the token. */
    params: z.strictObject({ subscriptionId: z.union([z.literal('own'), connectionId]) }),
    query: z.strictObject({ 'published-min': requestInstant.optional(), 'published-max': requestInstant.optional() }),
    answer: fileAnswer,
    media: 'application/atom+xml',
    errors: [401, 403, 404],
    foreignClients: true,
  }),
  intervals: endpoint('connectedApps.intervals', 'GET /v3/connected-data/intervals', {
    auth: 'data-token',
    summary: 'Get interval usage of the meters that the member chose; requires an interval scope',
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
