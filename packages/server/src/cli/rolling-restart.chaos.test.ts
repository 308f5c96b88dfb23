import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@coopline/testing/free-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import { type PortalProcess, startPortalProcess } from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'
import { hasProxy, proxies, type ProxyInTest, type Upstreams } from '../testing/proxies.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-restart-'))
let postgresql: PostgresqlServer
beforeAll(async () => {
  buildWebIfNeeded(() => undefined)
  postgresql = await startPostgresql()
})
afterAll(async () => {
  await postgresql.stop()
  rmSync(folder, { recursive: true, force: true })
})

const waitUntilReady = join(import.meta.dirname, '../../../../deploy/systemd/wait-until-ready.mjs')

/** Starts a process and waits for it as `coopline@.service` does. */
async function startOn(port: number): Promise<PortalProcess> {
  const portal = await startPortalProcess({
    DATABASE_URL: postgresql.url('postgres'),
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_ORIGIN: 'https://localhost',
    TRUSTED_PROXIES: '127.0.0.1',
    REQUESTS_PER_5_MINUTES: '100000000',
    WORKERS: 'Y',
    // As in production.
    DRAIN_SECONDS: '5',
  })
  await promisify(execFile)(process.execPath, [waitUntilReady, String(port)])
  return portal
}

/** Ends a process as systemd does. */
async function stop({ pid, ended }: PortalProcess): Promise<void> {
  process.kill(pid, 'SIGTERM')
  expect(await ended).toBe('0')
}

/** A GET that reads the database, or a POST, which no proxy may repeat once it was sent. @returns the status, 0 for a broken connection. */
async function call(port: number, agent: Agent, isPost: boolean): Promise<number> {
  const body = isPost ? JSON.stringify({ accountNumber: '1', phoneLastFourDigits: '1' }) : undefined
  const path = isPost ? '/api/v3/quick-pay/verify/account/phone' : '/api/v3/site/maintenance'
  const headers = { host: 'localhost', applicationid: 'Web', 'content-type': 'application/json' }
  return new Promise((settle) => {
    const sent = request(
      { port, host: '127.0.0.1', path, method: isPost ? 'POST' : 'GET', agent, headers, rejectUnauthorized: false },
      (response) => {
        response.resume()
        response.once('end', () => settle(response.statusCode ?? 0))
        response.once('error', () => settle(0))
      },
    )
    sent.once('error', () => settle(0))
    sent.end(body)
  })
}

/** Has twelve callers call until `work` is done, and a second longer. */
async function underLoad({ port }: ProxyInTest, work: () => Promise<void>) {
  const begunAt = performance.now()
  const failures: { readonly status: number; readonly isPost: boolean; readonly atMs: number }[] = []
  let requests = 0
  const over = new AbortController()
  const caller = async (place: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = place; !over.signal.aborted; n += 1) {
      const isPost = n % 3 === 0
      const status = await call(port, agent, isPost)
      requests += 1
      if (status === 0 || status >= 500)
        failures.push({ status, isPost, atMs: Math.round(performance.now() - begunAt) })
      await sleep(20)
    }
    agent.destroy()
  }
  const callers = Array.from({ length: 12 }, async (_, place) => caller(place))
  await work()
  await sleep(1_000)
  over.abort()
  await Promise.all(callers)
  const failedForMs = (failures.at(-1)?.atMs ?? 0) - (failures[0]?.atMs ?? 0)
  return { requests, failed: failures.length, failedForMs, firstFailures: failures.slice(0, 5) }
}

test.runIf(hasProxy('nginx') && hasProxy('Caddy')).each([
  // nginx learns of the stop only when the listener closes. Connections that wait to be accepted at that moment are
  // reset, and nginx repeats no POST.
  ['nginx', 3],
  ['Caddy', 0],
] as const)(
  'fails no request behind %s, or %i at most, while the portal is restarted and another process stands in',
  async (name, most) => {
    const upstreams: Upstreams = [await freePort(), await freePort()]
    let portal = await startOn(upstreams[0])
    const proxy = await proxies[name](folder, upstreams)
    const agent = new Agent()
    await expect.poll(async () => call(proxy.port, agent, false)).toBe(200)
    agent.destroy()
    const restart = async () => {
      await stop(portal)
      portal = await startOn(upstreams[0])
    }
    const alone = await underLoad(proxy, restart)
    const rolled = await underLoad(proxy, async () => {
      const standby = await startOn(upstreams[1])
      await restart()
      await stop(standby)
    })
    console.log(`${name}: restarted alone ${JSON.stringify(alone)}, with a standby ${JSON.stringify(rolled)}`)
    expect(alone.failed).toBeGreaterThan(0)
    expect(rolled.requests).toBeGreaterThan(100)
    expect(rolled.failed).toBeLessThanOrEqual(most)
    await stop(portal)
    await proxy.stop()
  },
  300_000,
)
