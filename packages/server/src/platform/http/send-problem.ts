import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/is-database-away.ts'
import type { Deps } from '../deps.ts'
import { Unavailable } from '../errors.ts'
import { languageOf } from './request-facts.ts'
import { contentSecurityPolicy, fixedHeaders } from './security-headers.ts'
import { toProblem } from './to-problem.ts'

/** Answers an error in the common error shape, with the headers of every answer, and logs it when it was unexpected. */
export function sendProblem(
  { log, gateways }: Pick<Deps, 'log' | 'gateways'>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = isDatabaseAway(error) ? new Unavailable('The database') : error
  const problem = toProblem(known, request.id, languageOf(request.headers['accept-language']))
  if (!problem.expected) log.error({ requestId: request.id, err: error }, 'Unexpected error')
  else if (known instanceof Unavailable)
    log.warn({ requestId: request.id, reason: String(known === error ? (known.cause ?? known) : error) }, known.message)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.allow !== undefined) reply.header('allow', problem.allow)
  const range = problem.status === 416 ? contentRangeOf(error) : undefined
  if (range !== undefined) reply.header('content-range', range)
  // The framework would close the connection with the rest of the body unread, and a proxy that still sends it would answer 502. On an
  // open connection Node drops the rest as it arrives; `boundConnections` limits how long that takes. The last request of a connection
  // says so, or Node would answer the next caller of a proxy with an empty 503.
  if (problem.status === 413 && !isLastOfConnection(reply)) reply.removeHeader('connection')
  // Headers that were set for the intended answer must not describe this one.
  for (const name of ['etag', 'content-disposition', 'set-cookie']) reply.removeHeader(name)
  return reply
    .headers(fixedHeaders)
    .header('content-security-policy', contentSecurityPolicy({ formOrigins: gateways.formOrigins }))
    .header('cache-control', 'no-store')
    .code(problem.status)
    .type('application/problem+json')
    .send(JSON.stringify(problem.body))
}

/** True when the connection has had as many requests as it may (`maxRequestsPerSocket`). */
const isLastOfConnection = ({ raw }: FastifyReply): boolean =>
  'maxRequestsOnConnectionReached' in raw && raw.maxRequestsOnConnectionReached === true

/** The length of the file, for a client that requested a range beyond it (RFC 9110 §15.5.17). */
function contentRangeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('headers' in error)) return undefined
  return (error.headers as Readonly<Record<string, string | undefined>>)['Content-Range']
}
