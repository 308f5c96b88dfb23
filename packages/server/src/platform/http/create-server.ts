import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { Endpoint } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { MethodNotAllowed, NotFound } from '../errors.ts'
import { mountHealth, type Readiness } from '../health/mount-health.ts'
import { mountMetrics } from '../health/mount-metrics.ts'
import { collectAllowedMethods } from './allowed-methods.ts'
import { boundConnections, type ConnectionLimits } from './bound-connections.ts'
import type { Feature } from './call.ts'
import { originForm } from './check-host.ts'
import { checkRequest } from './check-request.ts'
import { parseTrustedProxies } from './client-address.ts'
import { readCookiesWithoutPrefix } from './host-cookies.ts'
import { mountCspReports } from './mount-csp-reports.ts'
import { mountFeatures } from './mount-features.ts'
import { mountReference } from './mount-reference.ts'
import { refuseBrokenRequest } from './refuse-broken-requests.ts'
import { traceRequests } from '../tracing/spans.ts'
import { contentSecurityPolicy, fixedHeaders } from './security-headers.ts'
import { sendProblem } from './send-problem.ts'
import { apiPrefix } from '@coopline/contract/paths'

export interface ServerParts {
  readonly deps: Deps
  readonly features: readonly Feature[]
  readonly readiness: Readiness
  /** The calls that are served; each needs a feature's handler. The whole contract unless said otherwise (tests). */
  readonly endpoints?: readonly Endpoint[]
  /** Pages and files: mounted after the API, answers everything that is not under the API prefix. */
  readonly pages?: (server: FastifyInstance) => Promise<void>
  /** Limits that differ from the usual ones, for tests. */
  readonly limits?: Partial<HttpLimits>
}

/** The limits on the size and the speed of requests. Times are in milliseconds, sizes in bytes. */
export interface HttpLimits extends Omit<ConnectionLimits, 'connectionsPerAddress'> {
  readonly bodyBytes: number
  readonly headerBytes: number
  readonly headersMs: number
  /** The longest that a request may take to arrive, however fast its body is. */
  readonly longestRequestMs: number
}

/** The usual limits, measured against slow senders. The framework's defaults are too generous. @internal */
export const usualLimits: HttpLimits = {
  bodyBytes: 65_536,
  headerBytes: 8_192,
  headersMs: 10_000,
  requestMs: 15_000,
  // Half of 256 kbit/s, so that a file of 5 MB arrives in time over such a line, together with other traffic.
  bodyBytesPerSecond: 16_000,
  longestRequestMs: 300_000,
  checkMs: 1_000,
  pipelinedRequests: 16,
  readMs: 20_000,
  slowestBytes: 4_096,
}

const frameworkLimits = (limits: HttpLimits) => ({
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.longestRequestMs,
  connectionTimeout: 20_000,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  http: {
    headersTimeout: limits.headersMs,
    maxHeaderSize: limits.headerBytes,
    connectionsCheckingInterval: limits.checkMs,
  },
})

const noCompiler = () => () => {
  throw new Error('Routes have the schemas of the contract, none of the framework')
}

/** The contract's schemas check all input and answers, so the framework loads no schema compilers. */
const schemaController = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } }

/** The HTTP server with the API of all features mounted; not listening yet. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const { deps, features, readiness, endpoints = allEndpoints, pages } = parts
  const limits = { ...usualLimits, ...parts.limits }
  const trusted = parseTrustedProxies(deps.env.TRUSTED_PROXIES)
  const server = Fastify({
    ...frameworkLimits(limits),
    logger: false,
    schemaController,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_100 },
    rewriteUrl: (request) => escapeMalformedPath(originForm(request.url ?? '/')),
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendProblem(deps, error, request, reply),
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^application\/json ?(?:; ?charset="?utf-8"?)?$/iu,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  )
  traceRequests(server, trusted)
  checkRequests(deps, server, limits, trusted)
  await server.register(cookie)
  if (!deps.env.HAS_TLS) readCookiesWithoutPrefix(server)
  // Compressed bodies are refused, not unpacked: 64 kB can unpack to any size.
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  logRequests(deps, server)
  endConnectionsOfStopping(server, readiness)
  mountHealth(deps, server, readiness)
  mountMetrics(deps, server)
  mountReference(server, endpoints, deps.env.DEMO)
  mountCspReports(server, deps.log)
  mountFeatures(server, { deps, features, endpoints, trusted })
  for (const feature of features) feature.pages?.(deps, server)
  if (pages !== undefined) await pages(server)
  return server
}

/** Adds the checks of every request: response headers, limits, and the response where there is no route. */
function checkRequests(
  deps: Deps,
  server: FastifyInstance,
  limits: HttpLimits,
  trusted: ReturnType<typeof parseTrustedProxies>,
): void {
  const headers = {
    ...fixedHeaders,
    'content-security-policy': contentSecurityPolicy({ formOrigins: deps.gateways.formOrigins }),
    'cache-control': 'no-store',
  }
  const allowedMethods = collectAllowedMethods(server)
  const nothingAt = (url: string) => {
    const allowed = allowedMethods(url.split('?', 1)[0] ?? '/')
    return allowed.length > 0 ? new MethodNotAllowed(allowed) : new NotFound('No such address')
  }
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
  boundConnections(server, { ...limits, connectionsPerAddress: deps.env.CONNECTIONS_PER_ADDRESS }, trusted)
  server.addHook('onRequest', async (request) => {
    checkRequest(request.raw, request.originalUrl, deps.env)
    // Before a body is read: an unknown address has no use for one.
    if (request.is404) throw nothingAt(request.url)
  })
  server.setErrorHandler((error, request, reply) => sendProblem(deps, error, request, reply))
  server.setNotFoundHandler((request, reply) => sendProblem(deps, nothingAt(request.url), request, reply))
}

/** Has proxies open a new connection for the next request: a payment sent on a connection that closes meanwhile would fail. */
function endConnectionsOfStopping(server: FastifyInstance, readiness: Readiness): void {
  server.addHook('onSend', async (_request, reply) => {
    if (readiness.stopping) reply.header('connection', 'close')
  })
}

/** Logs one line per request: endpoint, status, duration. Never the query, never a body. */
function logRequests(deps: Deps, server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    deps.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/**
 * Escapes the percent signs of a path that cannot be decoded (`/%F0%9F`). The router would refuse it before any hook has run;
 * now it is an address that does not exist, and a browser gets the page for one. Calls of the API stay malformed: 400.
 */
function escapeMalformedPath(url: string): string {
  const [path = ''] = url.split(/[?#]/u, 1)
  if (path.startsWith(`${apiPrefix}/`) || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
