import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Replica } from '../db/replica.ts'
import type { Deps } from '../deps.ts'
import { NotFound } from '../errors.ts'
import { readUrgentAges } from '../messages/message.store.ts'
import { listRaisedAlarms, severitiesOf } from './alarms.ts'
import { readAlarmFigures } from './alarms.store.ts'
import { listFullDisks } from './disk-space.ts'
import { createErrorRatio, type ErrorRatio } from './error-ratio.ts'
import { mostCounted, type SliceGauge } from './slice-health.ts'
import { countWaiting } from './waiting.store.ts'

/**
 * `/metrics` in the Prometheus text format, for callers with METRICS_TOKEN. Without a token only the loopback address may call
 * it, and in production nothing may, because a proxy on the same machine forwards calls of strangers.
 */
export function mountMetrics(deps: Deps, server: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ratio = createErrorRatio(deps)
  countRequests(server, registry, ratio)
  const countQueues = watchQueues(deps, registry)
  const showAlarms = watchAlarmGauge(deps, registry, ratio)
  const showLag = deps.replica === undefined ? () => {} : watchReplica(registry, deps.replica)
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(deps.env, request)) throw new NotFound('Not for this caller')
    await countQueues()
    showLag()
    await showAlarms()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function countRequests(server: FastifyInstance, registry: Registry, ratio: ErrorRatio): void {
  const seconds = new Histogram({
    name: 'coopline_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'coopline_server_errors_total',
    help: 'Answers with a status of 500 or more',
    labelNames: ['route'],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) errors.inc({ route })
    ratio.count(reply.statusCode)
  })
}

/** The sizes of the queues. When the database is unavailable the other metrics must still be served. */
function watchQueues(deps: QueueDeps, registry: Registry): () => Promise<void> {
  const answers = new Gauge({
    name: 'coopline_database_answers',
    help: '1 when the database answered the count of what waits, else 0',
    registers: [registry],
  })
  const waiting = new Gauge({
    name: 'coopline_waiting',
    help: `Rows waiting, by kind (${mostCounted} stands for that many or more): events for the cooperative, messages to send, open payments, payments under review, unsettled alarms, jobs given up`,
    labelNames: ['kind'],
    registers: [registry],
  })
  const ofSlices = gaugesOf(deps).map(
    ({ name, help, label }) => new Gauge({ name, help, labelNames: [label], registers: [registry] }),
  )
  const oldest = new Gauge({
    name: 'coopline_oldest_message_seconds',
    help: 'Age of the oldest unsent urgent message (a code or a link), by channel; 0 when none waits',
    labelNames: ['channel'],
    registers: [registry],
  })
  const [backup, event] = [
    new Gauge({
      name: 'coopline_backup_age_seconds',
      help: 'Time since the last completed "coopline backup"; without one, since the portal was installed',
      registers: [registry],
    }),
    new Gauge({
      name: 'coopline_oldest_event_seconds',
      help: 'Age of the oldest event that the cooperative’s systems have not acknowledged; 0 when none waits',
      registers: [registry],
    }),
  ]
  return async () => {
    const queues = await readQueues(deps).catch(() => null)
    answers.set(queues === null ? 0 : 1)
    waiting.reset()
    for (const gauge of ofSlices) gauge.reset()
    oldest.reset()
    for (const row of queues?.waiting ?? []) waiting.set({ kind: row.kind }, row.waiting)
    for (const [place, { label, rows }] of (queues?.ofSlices ?? []).entries())
      for (const row of rows) ofSlices[place]?.set({ [label]: row.of }, row.value)
    backup.set(queues?.figures.backupSeconds ?? Number.NaN)
    event.set(queues?.figures.oldestEventSeconds ?? Number.NaN)
    for (const row of queues?.urgentAges ?? []) oldest.set({ channel: row.channel }, row.seconds)
  }
}

type QueueDeps = Pick<Deps, 'db' | 'clock' | 'featureData'>

const gaugesOf = ({ featureData: { health } }: QueueDeps) => health.flatMap(({ gauges = [] }) => gauges)

async function readQueues(deps: QueueDeps) {
  const { db, clock, featureData } = deps
  const now = clock.now()
  const waiting = [...(await countWaiting(db))]
  for (const { countWaiting: countOfSlice } of featureData.health) waiting.push(...((await countOfSlice?.(db)) ?? []))
  const ofSlices: { readonly label: string; readonly rows: Awaited<ReturnType<SliceGauge['read']>> }[] = []
  for (const { label, read } of gaugesOf(deps)) ofSlices.push({ label, rows: await read(db) })
  return { waiting, ofSlices, urgentAges: await readUrgentAges(db, now), figures: await readAlarmFigures(db, now) }
}

/**
 * Registers the metric that is 1 for each raised alarm. While the database is away, only the process's own alarms are
 * known.
 *
 * @returns a function that updates it.
 */
function watchAlarmGauge(deps: Deps, registry: Registry, ratio: ErrorRatio): () => Promise<void> {
  const gauge = new Gauge({
    name: 'coopline_alarm',
    help: '1 while an alarm is raised, by name and severity (docs/OPERATIONS.md)',
    labelNames: ['alarm', 'severity'],
    registers: [registry],
  })
  return async () => {
    const raised = await listRaisedAlarms(deps).catch(() => null)
    const fullDisks = await listFullDisks(deps.env)
    gauge.reset()
    const isRaised = (alarm: string) => {
      if (alarm === 'server-errors') return ratio.isTooHigh()
      return alarm === 'disk-space' ? fullDisks.length > 0 : raised?.has(alarm)
    }
    for (const [alarm, severity] of Object.entries(severitiesOf(deps.featureData))) {
      const isOn = isRaised(alarm)
      if (isOn !== undefined) gauge.set({ alarm, severity }, isOn ? 1 : 0)
    }
  }
}

/**
 * Registers the metric for the lag of the read replica.
 *
 * @returns a function that updates it.
 */
function watchReplica(registry: Registry, replica: Replica): () => void {
  const lag = new Gauge({
    name: 'coopline_replica_lag_seconds',
    help: 'Age of the data of the read replica at the last comparison; not a number while it is away or too old to be used',
    registers: [registry],
  })
  return () => lag.set(replica.lagSeconds() ?? Number.NaN)
}

function mayRead(env: Pick<Deps['env'], 'METRICS_TOKEN' | 'NODE_ENV'>, request: FastifyRequest): boolean {
  if (env.METRICS_TOKEN === undefined) {
    const isLocal = /^(?:127\.|::1$|::ffff:127\.)/u.test(request.socket.remoteAddress ?? '')
    return isLocal && env.NODE_ENV !== 'production' && request.headers['x-forwarded-for'] === undefined
  }
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${env.METRICS_TOKEN}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
