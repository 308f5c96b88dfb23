import { join } from 'node:path'
import { addressOf, type Endpoint } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import { defaultSettings, type Settings } from '@coopline/contract/site/site/settings-catalog'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { featureData, loadFeatures } from '../features.ts'
import type { Database, OpenDatabase } from '../platform/db/open-database.ts'
import type { Deps } from '../platform/deps.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { noFailPoints } from '../platform/fail-points.ts'
import type { Readiness } from '../platform/health/mount-health.ts'
import type { Feature } from '../platform/http/call.ts'
import { createServer, type HttpLimits } from '../platform/http/create-server.ts'
import { createClientLimit } from '../platform/http/limit-clients.ts'
import { createForgeryLimit } from '../platform/http/limit-forgeries.ts'
import { createKeys } from '../platform/keys.ts'
import { createLog } from '../platform/log.ts'
import { createPageViews } from '../platform/page-views/page-views.ts'
import { createGateways, type GatewayOptions, type PaymentGateways } from '../platform/payment-gateway/gateways.ts'
import { systemRandom } from '../platform/random.ts'
import type { HashCost } from '../platform/secrets/hash-password.ts'
import { createHeavyWorks } from '../platform/work/heavy-work.ts'
import { expectDocumentedEvents } from './documented-events.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { emptyTables, openTestDatabase, type TestDatabase } from './test-database.ts'
import { createWaitingJobs, type WaitingJobs } from './waiting-jobs.ts'

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Bearer token. */
  readonly bearer?: string
  /** `name=value` pairs. */
  readonly cookie?: string
  /** Client address. */
  readonly from?: string
}

export interface TestPortal {
  readonly server: FastifyInstance
  readonly deps: Deps
  readonly database: TestDatabase
  readonly db: Database
  readonly clock: TestClock
  readonly jobs: WaitingJobs
  /** Log lines so far. */
  readonly logLines: readonly string[]
  /** Changes settings at once, without going through the database. */
  readonly set: (settings: Partial<Settings>) => void
  /** Calls an endpoint of the contract as a browser of our own pages would. */
  readonly call: (endpoint: Endpoint, options?: CallOptions) => Promise<LightMyRequestResponse>
  /** The conditions of `/readyz`. */
  readonly readiness: Readiness
  /** Listens on a free port of 127.0.0.1, for what only a socket shows. @returns the port. */
  readonly listen: () => Promise<number>
  /** Sends anything. */
  readonly inject: (options: InjectOptions) => Promise<LightMyRequestResponse>
  /** Empties the tables, forgets changed settings and logs, and sets the clock back. For `beforeEach`. */
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface TestPortalOptions {
  /** Settings of every test that differ from the defaults. */
  readonly settings?: Partial<Settings>
  readonly env?: Readonly<Record<string, string>>
  readonly gateways?: (
    given: GatewayOptions & Pick<Deps, 'env'> & { readonly clock: TestClock },
  ) => Promise<PaymentGateways>
  readonly deps?: Partial<Deps>
  /** An open, migrated database to serve in place of a new one. */
  readonly database?: OpenDatabase
  /** Features beside the portal's own, with the endpoints that they serve. */
  readonly more?: { readonly features: readonly Feature[]; readonly endpoints: readonly Endpoint[] }
  readonly limits?: Partial<HttpLimits>
}

/** The secret shared with the Aclara portal; differs from the partner sites' secret. */
export const aclaraSecret = new Uint8Array(32).fill(8)

export const testSigningKey = { kid: 'test', secret: new Uint8Array(32).fill(7) }

const start = '2026-11-20T15:00:00Z'

/** The least that argon2 takes: a test that measures hashing passes `recommendedHashCost` in `deps`. */
const cheapHashCost: HashCost = { memory: 8, passes: 1, parallelism: 1 }

const testEnv = ({ HAS_TLS = 'Y', ...env }: NonNullable<TestPortalOptions['env']> = {}): Env => ({
  ...readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    // Every call of a test is from one address, and a file may make many.
    REQUESTS_PER_5_MINUTES: '1000000',
    PROVIDER_REFUNDS: 'parts',
    DOCUMENTS_DIR: join(import.meta.dirname, 'documents'),
    PARTNER_SIGNING_KEYS: `test:${Buffer.from(testSigningKey.secret).toString('base64')}`,
    ACLARA_SIGNING_KEYS: `aclara:${Buffer.from(aclaraSecret).toString('base64')}`,
    TEXT_MESSAGE_SIGNING_KEYS: `test:${Buffer.from(testSigningKey.secret).toString('base64')}`,
    ...env,
  }),
  // The cookies of production, although links lead to http://127.0.0.1.
  HAS_TLS: HAS_TLS === 'Y',
})

const limitsOf = (env: Env, clock: TestClock) => ({
  forgeryLimit: createForgeryLimit(clock),
  systemLimit: createClientLimit(env.SYSTEM_REQUESTS_PER_5_MINUTES, clock),
})

/** The whole server on a new database, without a socket; only time and the job queue's timing are stubbed. */
export async function startTestPortal(options: TestPortalOptions = {}): Promise<TestPortal> {
  const env = testEnv(options.env)
  const database =
    options.database === undefined ? await openTestDatabase() : { owner: options.database.db, ...options.database }
  const clock = createTestClock(start)
  const jobs = createWaitingJobs()
  const logLines: string[] = []
  const log = createLog(env.LOG_LEVEL, { write: (line) => void logLines.push(line) })
  const settings = createTestSettings(options.settings)
  const keys = createKeys([{ kid: 'test', secret: new Uint8Array(32).fill(3) }])
  const gatewayOptions = { env, clock, log, keys, signingKeys: [testSigningKey] }
  const deps: Deps = {
    env,
    db: database.db,
    clock,
    random: systemRandom,
    keys,
    log,
    settings,
    gateways: await (options.gateways ?? createGateways)(gatewayOptions),
    jobs,
    failPoints: noFailPoints,
    heavyWork: createHeavyWorks(),
    hashCost: cheapHashCost,
    ...limitsOf(env, clock),
    pageViews: createPageViews({ env, settings, clock, random: systemRandom, log }),
    featureData,
    ...options.deps,
  }
  const features = await loadFeatures()
  for (const one of features.flatMap(({ jobs: own = [] }) => own)) one.register(deps)
  const readiness: Readiness = { started: true, stopping: false }
  const server = await createTestServer(deps, options, readiness)
  const own = { server, deps, database, db: database.db, clock, jobs, logLines, readiness, set: settings.set }
  return {
    ...own,
    call: async (endpoint, call = {}) => server.inject(requestOf(endpoint, call)),
    inject: async (request) => server.inject(request),
    listen: async () => listenOnFreePort(server),
    reset: async () => {
      await emptyTables(database)
      settings.reset()
      logLines.length = 0
      Object.assign(deps, { env, ...limitsOf(env, clock) })
      clock.set(start)
    },
    close: async () => closeAll(server, database),
  }
}

/**
 * A portal for the tests of a file: started before them, emptied before each, closed after them. Each test fails when its events
 * are not those of docs/events.schema.json. It is empty until then: hooks
 * and tests use it, nothing at the top of the file does.
 *
 * @param options a function where they need what an earlier hook has started.
 */
export function useTestPortal(options: TestPortalOptions | (() => TestPortalOptions) = {}): TestPortal {
  const portal = {} as TestPortal
  beforeAll(async () => {
    Object.assign(portal, await startTestPortal(typeof options === 'function' ? options() : options))
  })
  beforeEach(async () => portal.reset())
  afterEach(async () => expectDocumentedEvents(portal.db))
  afterAll(async () => portal.close())
  return portal
}

async function closeAll(server: FastifyInstance, database: OpenDatabase): Promise<void> {
  await server.close()
  await database.close()
}

async function createTestServer(deps: Deps, { more, limits }: TestPortalOptions, readiness: Readiness) {
  const server = await createServer({
    deps,
    features: [...(await loadFeatures()), ...(more?.features ?? [])],
    endpoints: [...allEndpoints, ...(more?.endpoints ?? [])],
    readiness,
    ...(limits === undefined ? {} : { limits }),
  })
  await server.ready()
  return server
}

async function listenOnFreePort(server: FastifyInstance): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = server.addresses()[0]
  if (typeof address !== 'object') throw new Error('The server does not listen')
  return address.port
}

function createTestSettings(own: Partial<Settings> = {}) {
  // As in the portal, settings stay the same object until they change.
  let current: Settings = { ...defaultSettings, ...own }
  let version = 1
  const change = (next: Settings) => {
    current = next
    version += 1
  }
  return {
    current: () => current,
    version: () => version,
    set: (settings: Partial<Settings>) => change({ ...current, ...settings }),
    reset: () => change({ ...defaultSettings, ...own }),
  }
}

function requestOf(endpoint: Endpoint, call: CallOptions): InjectOptions {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) =>
    encodeURIComponent(call.params?.[name] ?? ''),
  )
  return {
    method: endpoint.method,
    url: addressOf({ ...endpoint, path }),
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.from === undefined ? {} : { remoteAddress: call.from }),
    headers: {
      applicationid: 'Web',
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
      ...(call.cookie === undefined ? {} : { cookie: call.cookie }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { payload: JSON.stringify(call.body) }),
  }
}
