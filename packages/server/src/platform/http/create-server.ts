import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { NotFound, Unavailable } from '../errors.ts'
import type { Feature } from './call.ts'
import { parseTrustedProxies } from './client-address.ts'
import { mountFeatures } from './mount-features.ts'
import { languageOf } from './request-facts.ts'
import { mountHealth, type Readiness } from '../health/mount-health.ts'
import { mountMetrics } from '../health/mount-metrics.ts'
import { mountCspReports } from './mount-csp-reports.ts'
import { mountReference } from './mount-reference.ts'
import { contentSecurityPolicy, fixedHeaders } from './security-headers.ts'
import { isDatabaseAway, toProblem } from './to-problem.ts'

export interface ServerParts {
  readonly deps: Deps
  readonly features: readonly Feature[]
  readonly readiness: Readiness
  /** Pages and files: mounted after the API, answers everything that is not under the API prefix. */
  readonly pages?: (server: FastifyInstance) => Promise<void>
}

/** Limits on what a client may send and how slowly (measured against slow senders: the framework's defaults are too kind). */
const limits = {
  bodyLimit: 65_536,
  requestTimeout: 15_000,
  connectionTimeout: 20_000,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: 10_000, maxHeaderSize: 8_192, connectionsCheckingInterval: 1_000 },
} as const

/** The HTTP server with the API of all features mounted; not listening yet. */
export async function createServer({ deps, features, readiness, pages }: ServerParts): Promise<FastifyInstance> {
  const server = Fastify({
    ...limits,
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_100 },
    frameworkErrors: (error, request, reply) => {
      void sendProblem(deps, error, request.id, request.headers['accept-language'], reply)
    },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(/^application\/json(?:;.*)?$/u, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(fixedHeaders)
    reply.header('content-security-policy', contentSecurityPolicy({ formOrigins: deps.gateway.formOrigins }))
    reply.header('cache-control', 'no-store')
  })
  server.setErrorHandler((error, request, reply) =>
    sendProblem(deps, error, request.id, request.headers['accept-language'], reply),
  )
  server.setNotFoundHandler((request, reply) =>
    sendProblem(deps, new NotFound('No such address'), request.id, request.headers['accept-language'], reply),
  )
  await server.register(cookie)
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  logRequests(server, deps)
  mountHealth(server, deps, readiness)
  mountMetrics(server, deps)
  mountReference(server)
  mountCspReports(server, deps.log)
  mountFeatures(server, deps, features, parseTrustedProxies(deps.env.TRUSTED_PROXIES))
  for (const feature of features) feature.pages?.(server, deps)
  if (pages !== undefined) await pages(server)
  return server
}

/** Answers an error in the one error shape. */
function sendProblem(
  deps: Deps,
  error: unknown,
  requestId: string,
  acceptLanguage: string | undefined,
  reply: FastifyReply,
) {
  const known = isDatabaseAway(error) ? new Unavailable('The database') : error
  const problem = toProblem(known, requestId, languageOf(acceptLanguage))
  if (!problem.expected) deps.log.error({ requestId, err: error }, 'Unexpected error')
  else if (known !== error) deps.log.warn({ requestId, reason: String(error) }, 'The database is away')
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  reply.header('cache-control', 'no-store')
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem.body))
}

/** One line per request: which endpoint, what came of it, how long. Never the address's query, never a body. */
function logRequests(server: FastifyInstance, deps: Deps): void {
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
