import { addressOf, type Endpoint } from '@coopline/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/audit.store.ts'
import { withGuard } from '../db/in-transaction.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { BadInput, NotAllowed, NotOwned, NotSignedIn, TooLarge } from '../errors.ts'
import { protocolRefusal } from '../refusal.ts'
import type {
  AnswerFacts,
  Authenticator,
  Authenticators,
  Call,
  Caller,
  Feature,
  MemberCaller,
  RequestFacts,
  RouteOptions,
  Routes,
  StaffCaller,
} from './call.ts'
import type { HeavyWorkKind } from '../work/heavy-work.ts'
import { checkOrigin } from './check-origin.ts'
import { checkTexts } from './check-texts.ts'
import type { parseTrustedProxies } from './client-address.ts'
import { guardPortalView, recordPortalView } from './guard-portal-view.ts'
import { cookieAsSent } from './host-cookies.ts'
import { isNotModified } from './is-not-modified.ts'
import { type ClientShare, createClientLimit } from './limit-clients.ts'
import { parseInput } from './parse-input.ts'
import { parseJson } from './parse-json.ts'
import { prepareAnswer, type PreparedAnswer, sendPrepared } from './prepared-answer.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { refuseGuest, refuseOtherMember } from './refuse-other-member.ts'
import { requireFreshProof } from './require-fresh-proof.ts'
import { requestFacts } from './request-facts.ts'
import { sendFile } from './send-file.ts'
import { streamOf, takeStreams } from './take-streams.ts'

type Parameters = Readonly<Record<string, unknown>>

type Handler = (call: Call<Endpoint>) => Promise<unknown>

interface Served {
  readonly handler: Handler
  readonly needs: HeavyWorkKind | undefined
}

interface Mounted {
  readonly deps: Deps
  readonly features: readonly Feature[]
  readonly endpoints: readonly Endpoint[]
  readonly trusted: ReturnType<typeof parseTrustedProxies>
}

/** Systems that prove themselves with each call and make many from one address. */
const systemCallers: ReadonlySet<Endpoint['auth']> = new Set(['provider', 'partner', 'text-service', 'system'])

/**
 * Mounts every endpoint of the contract with the handler that a feature gives it.
 *
 * @throws Error when an endpoint has no handler, two handlers, or needs a proof of identity that no feature offers.
 */
export function mountFeatures(server: FastifyInstance, { deps, features, endpoints, trusted }: Mounted): void {
  const authenticators: Authenticators = Object.assign(
    {
      public: async () => ({ kind: 'public' }) as const,
    },
    ...features.map((feature) => feature.authenticators ?? {}),
  )
  const handlers = handlersOf(features)
  const clientLimit = createClientLimit(deps.env.REQUESTS_PER_5_MINUTES, deps.clock)
  for (const endpoint of endpoints) {
    const served = handlers.get(endpoint)
    const own = authenticators[endpoint.auth]
    if (served === undefined) throw new Error(`${endpoint.id} has no handler`)
    if (own === undefined) throw new Error(`${endpoint.id}: nobody can prove '${endpoint.auth}'`)
    const authenticate = guardPortalView(own, authenticators['portal-view'] ?? refuseViews)
    takeStreams(server, endpoint).route({
      method: endpoint.method,
      url: addressOf(endpoint).replaceAll(/\{(\w+)\}/gu, ':$1'),
      ...largerBody(endpoint, async (request) => {
        const facts = requestFacts(request, trusted, new Uint8Array())
        // A key is checked without the body, a signature only with it.
        if (endpoint.auth !== 'system' && systemCallers.has(endpoint.auth)) refuseLargeForgeries(deps, facts)
        else if (endpoint.auth !== 'system') clientLimit.count(facts.clientAddress)
        checkOrigin(endpoint, facts, deps.env)
        await authenticate(deps, facts, request.params as Parameters, { ...endpoint, background: true })
      }),
      // A PDF is compressed already: doing it again saves little and keeps 60 kB of garbage for the next full collection.
      ...(served.needs === 'drawing' ? { compress: false as const } : {}),
      handler: async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
        const facts = { ...requestFacts(request, trusted, rawBody), ...streamOf(endpoint, request) }
        const isCounted = systemCallers.has(endpoint.auth) || endpoint.maxBodyBytes !== undefined
        if (!isCounted) clientLimit.count(facts.clientAddress)
        checkOrigin(endpoint, facts, deps.env)
        const answer = await answerTo(deps, endpoint, served.handler, authenticate, request, facts, reply)
        if (endpoint.media === 'application/json') return send(endpoint, request, reply, answer)
        // Treat the rest of a file as a background call, so that it does not extend the session.
        const again = { ...endpoint, background: true }
        const checkCaller = async () => authenticate(deps, facts, request.params as Parameters, again)
        return sendFile(endpoint, request, reply, { answer, checkCaller, log: deps.log })
      },
    })
  }
}

/** Genuine signed calls of an address that has forged one of late may have this many bytes. Reading more would cost too much. */
const mostBesideForgeries = 20_000

/** @throws TooLarge for a long body from an address that has forged a call of late, before the body is read. */
function refuseLargeForgeries({ forgeryLimit }: Deps, { clientAddress, header }: RequestFacts): void {
  const length = Number(header('content-length') ?? Infinity)
  if (length > mostBesideForgeries && forgeryLimit.hasForged(clientAddress))
    throw new TooLarge('The signed call is too large')
}

const refuseViews: Authenticator<MemberCaller> = async () => {
  throw new NotSignedIn('No feature knows portal views')
}

const refuseWrites = async (): Promise<never> => {
  throw new Error('No feature guards what members store')
}

/** Options of a route that takes more than the usual body: `check` runs before the body is read. */
const largerBody = ({ maxBodyBytes, streams }: Endpoint, check: (request: FastifyRequest) => Promise<void>) =>
  maxBodyBytes === undefined && streams.media.length === 0
    ? {}
    : { ...(maxBodyBytes === undefined ? {} : { bodyLimit: maxBodyBytes }), onRequest: check }

function handlersOf(features: readonly Feature[]): ReadonlyMap<Endpoint, Served> {
  const handlers = new Map<Endpoint, Served>()
  const guardMember = features.find((feature) => feature.guardMember !== undefined)?.guardMember ?? refuseWrites
  const routes: Routes = {
    on: (endpoint, handler, options = {}) => {
      if (handlers.has(endpoint)) throw new Error(`${endpoint.id} has two handlers`)
      const { needs } = options
      // The schemas and the authenticator of the endpoint made every call, so that each is what the handler's type says.
      const serve = handler as unknown as Handler
      const checked: Handler = async (call) => {
        const { caller, deps } = call
        if (caller.kind !== endpoint.auth) throw new NotSignedIn(`${endpoint.id} is not for ${caller.kind}`)
        await admitCaller(endpoint, call, options)
        if (options.mayBeSecondsOld !== true || deps.replica === undefined) return serve(call)
        return deps.replica.read(async (db) => serve({ ...call, deps: { ...deps, db } }))
      }
      const guarded: Handler = async (call) => {
        const { caller } = call
        if (caller.kind !== 'member' || caller.viewer !== undefined) return checked(call)
        return withGuard(
          async (tx) => guardMember(tx, caller),
          async () => checked(call),
        )
      }
      const admitted: Handler =
        needs === undefined ? guarded : async (call) => call.deps.heavyWork[needs].admit(async () => guarded(call))
      handlers.set(endpoint, { handler: admitted, needs })
    },
  }
  for (const feature of features) feature.routes(routes)
  return handlers
}

/**
 * Checks what the contract and the settings ask of the caller of an endpoint.
 *
 * @throws NotAllowed for a role that the endpoint is not for, and for what the cooperative does not offer; StepUpRequired.
 */
async function admitCaller(endpoint: Endpoint, call: Call<Endpoint>, { isOffered }: RouteOptions): Promise<void> {
  const { caller, deps } = call
  if (caller.kind === 'staff') {
    const isAllowed = endpoint.roles.includes(caller.role)
    if (!isAllowed || !endpoint.background) await recordStaffCall(call, endpoint, caller, isAllowed)
    if (!isAllowed) throw new NotAllowed(`${endpoint.id} is not for ${caller.role}`)
  }
  if (isOffered?.(deps.settings.current()) === false) throw new NotAllowed(`${endpoint.id} is off`)
  if (caller.kind === 'member' && endpoint.proof === 'always') requireFreshProof(deps, caller)
}

async function answerTo(
  deps: Deps,
  endpoint: Endpoint,
  handler: Handler,
  authenticate: Authenticator,
  request: FastifyRequest,
  facts: RequestFacts,
  reply: FastifyReply,
): Promise<unknown> {
  const rawParams = request.params as Parameters
  const caller = await authenticate(deps, facts, rawParams, endpoint)
  if (caller.kind === 'system') void reply.headers(shareHeaders(caller.share))
  checkTexts(request.params)
  checkTexts(request.query)
  const params = parseInput(endpoint.params, request.params)
  const query = parseInput(endpoint.query, request.query)
  const isJson = !endpoint.rawBody && facts.stream === undefined
  const body = isJson ? parseInput(endpoint.body, readBody(endpoint, facts)) : {}
  refuseCardNumbers(endpoint, body)
  try {
    refuseGuest(caller, endpoint)
    refuseOtherMember(caller, params)
    if (caller.kind === 'member')
      await recordPortalView(deps, facts, endpoint, caller, { isAllowed: true, params, body })
    return await handler({ params, query, body, caller, request: facts, reply: answerFacts(reply, deps.env), deps })
  } catch (error) {
    if (error instanceof NotOwned) await recordForeignAccess(deps, facts, endpoint, caller, error)
    throw error
  }
}

async function recordForeignAccess(
  { db, clock }: Deps,
  facts: RequestFacts,
  endpoint: Endpoint,
  caller: Caller,
  { accountNumber }: NotOwned,
): Promise<void> {
  await recordAudit(db, {
    kind: 'access.foreign-refused',
    at: clock.now(),
    memberNumber: 'memberNumber' in caller ? caller.memberNumber : undefined,
    accountNumber,
    clientAddress: facts.clientAddress,
    requestId: facts.id,
    detail: { endpoint: endpoint.id, ...('viewer' in caller && { by: caller.viewer?.username ?? null }) },
  })
}

/** Records a staff call before it runs: without the entry there is no answer. */
async function recordStaffCall(
  { deps: { db, clock }, request, params }: Call<Endpoint>,
  endpoint: Endpoint,
  { username, role }: StaffCaller,
  isAllowed: boolean,
): Promise<void> {
  const { memberNumber } = params as { readonly memberNumber?: string }
  await recordAudit(db, {
    kind: isAllowed ? 'console.called' : 'console.refused',
    at: clock.now(),
    memberNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { by: username, role, endpoint: endpoint.id },
  })
}

function readBody(endpoint: Endpoint, facts: RequestFacts): unknown {
  if (facts.rawBody.length > 0) return parseJson(facts.rawBody)
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return {}
  throw new BadInput(protocolRefusal('malformed-json', 'The body is empty'))
}

const answerFacts = (reply: FastifyReply, { HAS_TLS }: Pick<Env, 'HAS_TLS'>): AnswerFacts => ({
  setLater: () => void reply.code(202),
  setCookie: (hostName, value, maxAge) => {
    const { name, attributes } = cookieAsSent(hostName, HAS_TLS)
    void reply.setCookie(name, value, maxAge === undefined ? attributes : { ...attributes, maxAge })
  },
  clearCookie: (hostName) => {
    const { name, attributes } = cookieAsSent(hostName, HAS_TLS)
    void reply.clearCookie(name, attributes)
  },
})

/** The share of a caller, in the form of the IETF's draft of RateLimit header fields. */
const shareHeaders = ({ limit, remaining, resetSeconds, windowSeconds }: ClientShare) => ({
  'ratelimit-policy': `"key";q=${limit};w=${windowSeconds}`,
  ratelimit: `"key";r=${remaining};t=${resetSeconds}`,
})

/** Sends what the contract describes and nothing else: fields that it does not name are an error of ours, not an answer. */
async function send(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8')
  if (endpoint.caching === 'no-store') return reply.send(JSON.stringify(endpoint.answer.parse(answer)))
  const prepared = await prepareOnce(endpoint, answer)
  reply.header('cache-control', 'no-cache')
  reply.header('etag', prepared.etag)
  if (isNotModified(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send()
  return sendPrepared(request, reply, prepared)
}

const preparedAnswers = new WeakMap<object, Promise<PreparedAnswer>>()

/**
 * Checks, serializes and compresses a public answer once per object, because its feature returns the same object again.
 */
async function prepareOnce(endpoint: Endpoint, answer: unknown): Promise<PreparedAnswer> {
  if (typeof answer !== 'object' || answer === null) throw new Error(`${endpoint.id} answers no object`)
  const known = preparedAnswers.get(answer)
  if (known !== undefined) return known
  const prepared = prepareAnswer(JSON.stringify(endpoint.answer.parse(answer)))
  preparedAnswers.set(answer, prepared)
  return prepared
}
