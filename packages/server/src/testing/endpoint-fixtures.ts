import { createHmac } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, type Endpoint } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach } from 'vitest'
import { contentTypeOf } from '../platform/http/send-file.ts'
import {
  asMember,
  type Attempt,
  type CallSource,
  type EndpointFixture,
  type FixtureBase,
  type SliceFixtures,
  type Texts,
  type ValidCall,
} from './endpoint-fixture.ts'
import { seedPortalOnce } from './seed-once.ts'
import { seedAccount } from './seed-account.ts'
import { seedLogin, seedSession, type SignedIn } from './seed-login.ts'
import { type TestPortal, testSigningKey } from './test-portal.ts'

const features = join(import.meta.dirname, '../features')

/**
 * Builds a fixture for every endpoint of the contract from the `*.fixtures.ts` of the slices.
 *
 * @throws Error when an endpoint has no valid call there, so that tests over all endpoints miss none.
 */
export async function createEndpointFixtures(
  portal: TestPortal,
  unused = keepUnused(portal),
): Promise<readonly EndpointFixture[]> {
  await seedAccount(portal.db)
  const base = signedInAda(portal, await seedLogin(portal))
  const calls = new Map<Endpoint, CallSource>()
  for (const file of globSync('*/*/*.fixtures.ts', { cwd: features }).toSorted()) {
    const { fixtures } = (await import(join(features, file))) as { readonly fixtures?: SliceFixtures }
    for (const [endpoint, source] of (await fixtures?.(base)) ?? []) calls.set(endpoint, source)
  }
  return Promise.all(
    allEndpoints.map(async (endpoint) => {
      const source = calls.get(endpoint)
      if (source === undefined) throw new Error(`No *.fixtures.ts of a slice has a call for ${endpoint.id}`)
      const call = await makeCall(source)
      return {
        endpoint,
        ...call,
        send: async (attempt: Attempt = {}) =>
          unused.attempt(source, async (valid) => send(portal, endpoint, valid, attempt)),
      }
    }),
  )
}

/** Answers to a call whose form is wrong: nothing that it names was looked at, so nothing is used up. */
const refusedByForm: ReadonlySet<number> = new Set([400, 405, 413, 415])

/**
 * Gives the valid call of the last attempt to the next one, when both are of one endpoint and moment and the first was refused by its
 * form: most attempts are, and building a call takes as long as such a refusal.
 */
function keepUnused(portal: TestPortal) {
  let kept: { readonly source: CallSource; readonly call: ValidCall; readonly time: number } | undefined
  return {
    forget: () => void (kept = undefined),
    attempt: async (source: CallSource, attempt: (call: ValidCall) => Promise<LightMyRequestResponse>) => {
      const time = portal.clock.now().getTime()
      const call = kept?.source === source && kept.time === time ? kept.call : await makeCall(source)
      kept = undefined
      const response = await attempt(call)
      if (refusedByForm.has(response.statusCode)) kept = { source, call, time }
      return response
    },
  }
}

/**
 * Makes a function that gives a test the fixtures for every endpoint, in a database that is empty before. The first call builds them;
 * later calls give the same ones and copy back the rows that they began with.
 */
export function keepEndpointFixtures(portal: TestPortal): () => Promise<readonly EndpointFixture[]> {
  let fixtures: readonly EndpointFixture[] = []
  const unused = keepUnused(portal)
  const fill = seedPortalOnce(portal, async () => {
    fixtures = await createEndpointFixtures(portal, unused)
  })
  return async () => {
    unused.forget()
    await fill()
    return fixtures
  }
}

/** Fixtures for every endpoint before each test of a file, as `keepEndpointFixtures` gives them. There are none until then. */
export function useEndpointFixtures(portal: TestPortal): readonly EndpointFixture[] {
  const fixtures: EndpointFixture[] = []
  const kept = keepEndpointFixtures(portal)
  beforeEach(async () => void fixtures.splice(0, fixtures.length, ...(await kept())))
  return fixtures
}

/** True when a response matches the contract: its fields, or a file of the right type. */
export function isOfContract(endpoint: Endpoint, response: LightMyRequestResponse): boolean {
  if (endpoint.media === 'application/json') return endpoint.answer.safeParse(response.json()).success
  const { 'content-type': type, 'content-disposition': disposition } = response.headers
  return type === contentTypeOf(endpoint) && /^attachment; filename="[\w.-]+"$/u.test(String(disposition))
}

function signedInAda(portal: TestPortal, loginId: string): FixtureBase {
  const signedIn = keepSession(portal, loginId)
  const own = async (): Promise<ValidCall> => asMember(await signedIn())
  const ofAccount = async (): Promise<ValidCall> => {
    const call = await own()
    return { ...call, params: { ...call.params, accountNumber: '100100101' } }
  }
  return { portal, loginId, signedIn, own, ofAccount }
}

/** A live session with a recent proof: the same one until a call ends it or time passes. */
function keepSession(portal: TestPortal, loginId: string): () => Promise<SignedIn> {
  let kept: (SignedIn & { readonly sessionId: string }) | undefined
  return async () => {
    const live = await portal.db
      .selectFrom('portal.session')
      .select('session_id')
      .where('session_id', '=', kept?.sessionId ?? null)
      .where('proven_at', '=', portal.clock.now())
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    kept = live === undefined || kept === undefined ? await seedSession(portal, loginId) : kept
    return kept
  }
}

/** Systems that sign their calls. */
const signers: readonly Endpoint['auth'][] = ['provider', 'partner', 'text-service']

const makeCall = async (source: CallSource): Promise<ValidCall> => (typeof source === 'function' ? source() : source)

async function send(portal: TestPortal, endpoint: Endpoint, call: ValidCall, attempt: Attempt) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) =>
    encodeURIComponent(({ ...call.params, ...attempt.params }[name] ?? '').toWellFormed()),
  )
  const search = attempt.search ?? new URLSearchParams({ ...call.query, ...attempt.query }).toString()
  const body = attempt.body ?? call.body
  const payload = attempt.payload ?? (body === undefined ? call.payload : JSON.stringify(body))
  const headers: Record<string, string | undefined> = {
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
    ...(signers.includes(endpoint.auth) ? signed(portal, call, payload ?? '') : {}),
    ...attempt.headers,
    ...cookiesBeside(call, attempt),
  }
  return portal.inject({
    method: attempt.method ?? endpoint.method,
    url: `${addressOf({ ...endpoint, path })}${search === '' ? '' : `?${search}`}`,
    remoteAddress: attempt.from ?? '198.51.100.7',
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    ...(payload === undefined ? {} : { payload }),
  })
}

/**
 * Keeps the call's cookies that do not belong to a session, such as those of an app's request, for an attempt with another
 * session.
 */
function cookiesBeside({ headers }: ValidCall, attempt: Attempt): { readonly cookie?: string } {
  const session = attempt.headers?.['cookie']
  const others = (headers['cookie'] ?? '').split('; ').filter((pair) => pair.startsWith('connect_'))
  return session === undefined || others.length === 0 ? {} : { cookie: [session, ...others].join('; ') }
}

/** Signs any body with the right key, so that the endpoint checks the body. */
function signed(portal: TestPortal, call: ValidCall, payload: string | Buffer): Texts {
  const seconds = String(Math.floor(portal.clock.now().getTime() / 1000))
  const hash = createHmac('sha256', testSigningKey.secret).update(`${call.headers['webhook-id']}.${seconds}.`)
  return { 'webhook-timestamp': seconds, 'webhook-signature': `v1,${hash.update(payload).digest('base64')}` }
}
