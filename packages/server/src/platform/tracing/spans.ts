import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger as StatementLogger } from 'kysely'
import { isTrustedProxy, type parseTrustedProxies } from '../http/client-address.ts'

/** Does nothing until `startTracing` has said where traces go. */
const tracer = () => trace.getTracer('coopline')

/** The longest statement that a span carries, in characters. */
const longestStatement = 2_000

/** A trace names the type of an error only: a message or a stack can hold what a member typed. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * Runs a piece of work as a span; what it asks of the database and of others becomes part of it.
 *
 * @param attributes no personal data, no ids of members, accounts or payments.
 */
export const inSpan = async <T>(
  name: string,
  options: { readonly kind: SpanKind; readonly attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> =>
  tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  })

/**
 * Makes a span of every request, named by its route. It continues the trace that a trusted proxy names in `traceparent`; a
 * stranger's is ignored.
 */
export function traceRequests(server: FastifyInstance, trusted: ReturnType<typeof parseTrustedProxies>): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const within = (request: FastifyRequest, next: () => void): void => {
    const span = spans.get(request)
    if (span === undefined) next()
    else context.with(trace.setSpan(context.active(), span), next)
  }
  server.addHook('onRequest', (request, _reply, done) => {
    const isFromProxy = isTrustedProxy(request.socket.remoteAddress ?? '', trusted)
    const parent = isFromProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const route = request.routeOptions.url
    const attributes = {
      'http.request.method': request.method,
      'coopline.request_id': request.id,
      ...(route === undefined ? {} : { 'http.route': route }),
    }
    const name = `${request.method} ${route ?? 'none'}`
    spans.set(request, tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent))
    within(request, done)
  })
  // Reading a body leaves the context of the first hook.
  server.addHook('preValidation', (request, _reply, done) => within(request, done))
  server.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    within(request, done)
    span?.end()
  })
}

/**
 * Adds a statement to the trace that is under way, after it ran: its text without values, which are personal data. What the job
 * queue asks without a trace is left out.
 */
export const traceStatement: StatementLogger = (event) => {
  if (trace.getActiveSpan() === undefined) return
  const endTime = Date.now()
  const text = event.query.sql
  const span = tracer().startSpan(/^\w+/u.exec(text)?.[0].toLowerCase() ?? 'statement', {
    kind: SpanKind.CLIENT,
    startTime: endTime - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestStatement) },
  })
  if (event.level === 'error') fail(span, event.error)
  span.end(endTime)
}

/** The trace that is under way, for log lines. */
export function traceOfLine(): { readonly traceId?: string } {
  const span = trace.getActiveSpan()
  return span === undefined ? {} : { traceId: span.spanContext().traceId }
}
