import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { apiPrefix } from '@coopline/contract/paths'
import { SpanKind } from '@opentelemetry/api'
import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { freePort } from '@coopline/testing/free-port'
import { startPortalProcess } from '../../testing/portal-process.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { startTraceCollector } from '../../testing/trace-collector.ts'
import { readEnv } from '../../read-env.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { systemClock } from '../clock.ts'
import { job } from '../jobs/jobs.ts'
import { createPgBossJobs } from '../jobs/pg-boss-jobs.ts'
import { inSpan, traceOfLine } from './spans.ts'
import { startTracing } from './start-tracing.ts'

const stranger = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${stranger.traceId}-${stranger.spanId}-01`
const typed = { username: 'canary.user', password: 'Canary!Pass-1' }

const envOf = (endpoint: string) =>
  readEnv({
    NODE_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20from-the-operator',
  })

describe('traces of a serving process', () => {
  it('have a request with its statements, and nothing that a member typed', async () => {
    const collector = await startTraceCollector()
    const database = await openTestDatabase()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
    const portal = await startPortalProcess({
      DATABASE_URL: `${inject('postgresqlUrl')}${rows[0]?.name}`,
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20from-the-operator',
    })
    const response = await fetch(`${portal.origin}${apiPrefix}${signIn.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', applicationid: 'Web', traceparent },
      body: JSON.stringify(typed),
    })
    process.kill(portal.pid, 'SIGTERM')
    await portal.ended
    await database.close()
    await collector.close()
    const spans = collector.spans()
    const request = spans.find(({ name }) => name === `POST ${apiPrefix}${signIn.login.path}`)
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': `${apiPrefix}${signIn.login.path}`,
      'http.response.status_code': response.status,
    })
    const statements = spans.filter((span) => span.parentSpanId === request?.spanId)
    expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
      expect.stringMatching(/^select .* from "?portal"?\."?login"? .*\$1/u),
    )
    expect(request?.traceId).not.toBe(stranger.traceId)
    expect(portal.log()).toContain(`"traceId":"${request?.traceId}"`)
    expect(collector.authorizations).toContain('Bearer from-the-operator')
    for (const body of collector.bodies) expect(body).not.toMatch(/canary|127\.0\.0\.1/iu)
  })
})

describe('traces', () => {
  const portal = useTestPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })

  it('traces continue those of a trusted proxy, and waiting spans are sent when tracing stops', async () => {
    const collector = await startTraceCollector()
    const tracing = await startTracing(envOf(collector.origin), portal.deps.log)
    await portal.inject({ url: '/livez', headers: { traceparent } })
    await tracing.stop()
    await collector.close()
    expect(collector.spans()).toMatchObject([
      { traceId: stranger.traceId, parentSpanId: stranger.spanId, name: 'GET /livez' },
    ])
  })

  it('have the run of a job', async () => {
    const collector = await startTraceCollector()
    const tracing = await startTracing(envOf(collector.origin), portal.deps.log)
    const kind = job<Record<never, never>>('traced')
    const jobs = createPgBossJobs({
      database: portal.database,
      log: portal.deps.log,
      clock: systemClock,
      pollSeconds: 0.5,
    })
    const ran = Promise.withResolvers<string | undefined>()
    jobs.handle(kind, async () => ran.resolve(traceOfLine().traceId))
    await jobs.start()
    await inTransaction(portal.db, async (tx) => jobs.enqueue(tx, kind, {}))
    const traceId = await ran.promise
    await jobs.stop()
    await tracing.stop()
    await collector.close()
    expect(collector.spans().filter((span) => span.name === 'job traced')).toMatchObject([{ traceId }])
  })

  it('name the type of an error, never its message', async () => {
    const collector = await startTraceCollector()
    const tracing = await startTracing(envOf(collector.origin), portal.deps.log)
    const failing = inSpan('job pay', { kind: SpanKind.CONSUMER }, async () => {
      throw new TypeError('Ada typed 4111 1111 1111 1111')
    })
    await expect(failing).rejects.toThrow('Ada')
    await tracing.stop()
    await collector.close()
    expect(collector.spans()).toMatchObject([{ name: 'job pay', status: 2, attributes: { 'error.type': 'TypeError' } }])
    expect(collector.bodies.join()).not.toContain('Ada')
  })

  it('are dropped while no collector answers: the portal works on and says so once', async () => {
    const tracing = await startTracing(envOf(`http://127.0.0.1:${await freePort()}`), portal.deps.log)
    expect((await portal.inject({ url: '/livez' })).statusCode).toBe(200)
    await tracing.stop()
    expect(portal.logLines.filter((line) => line.includes('Traces could not be sent'))).toHaveLength(1)
  })

  it('are not made without a collector', async () => {
    const tracing = await startTracing(readEnv({ NODE_ENV: 'test' }), portal.deps.log)
    await portal.inject({ url: '/livez' })
    await tracing.stop()
    expect(portal.logLines.join()).not.toContain('traceId')
  })
})
