import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { mountSamePortal } from './same-portal.ts'

/** The readiness of this process for traffic. */
export interface Readiness {
  /** Set when the process has begun to stop: load balancers must stop sending traffic while it finishes open requests. */
  stopping: boolean
  /** Set when everything that serving needs has been made. */
  started: boolean
}

const patienceMs = 1500

/**
 * `/livez`: the process answers. `/healthz`: it is not stopping, for proxies that have another process to send requests to; without its
 * database it still answers members. `/readyz`: it is ready for traffic, because it has started, is not stopping and its database answers
 * within 1.5 seconds.
 */
export function mountHealth(deps: Deps, server: FastifyInstance, readiness: Readiness): void {
  server.get('/livez', async () => ({ status: 'ok' }))
  server.get('/healthz', async (_request, reply) =>
    readiness.stopping ? reply.code(503).send({ status: 'stopping' }) : { status: 'ok' },
  )
  mountSamePortal(deps, server)
  server.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady(deps, readiness)
    return reply.code(reason === null ? 200 : 503).send({ status: reason ?? 'ready' })
  })
}

async function whyNotReady({ db }: Pick<Deps, 'db'>, readiness: Readiness): Promise<string | null> {
  if (readiness.stopping) return 'stopping'
  if (!readiness.started) return 'starting'
  const answered = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isThere = await within(patienceMs, answered)
  // A stop may have begun meanwhile: a late "ready" would bring the balancer back to a process that is about to end.
  if (readiness.stopping) return 'stopping'
  return isThere ? null : 'database away'
}

async function within(ms: number, answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
