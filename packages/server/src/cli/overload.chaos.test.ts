import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import { ask, memberHeaders } from '../testing/ask.ts'
import { percentile } from '../testing/percentile.ts'
import { holdingsOf, type PortalProcess, startPortalProcess } from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'

const [perSecond, seconds] = [200, 15]

let postgresql: PostgresqlServer
let folder: string
let portal: PortalProcess
beforeAll(async () => {
  buildWebIfNeeded(() => undefined)
  postgresql = await startPostgresql()
  folder = mkdtempSync(join(tmpdir(), 'coopline-overload-'))
  portal = await startPortalProcess({
    DATABASE_URL: postgresql.url('postgres'),
    DATA_DIR: folder,
    DEMO: 'Y',
    DEMO_MEMBERS: '25',
    REQUESTS_PER_5_MINUTES: '1000000',
    // The flood comes from many addresses.
    TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await portal.kill()
  await postgresql.stop()
  rmSync(folder, { recursive: true, force: true })
})

const signIn = async (username: string, password: string, from: string): Promise<Response> =>
  ask(portal.origin, '/api/v3/login', { body: { username, password }, headers: { 'x-forwarded-for': from } })

const adaSignsIn = async (): Promise<Response> => signIn('ada.lindqvist', 'Prairie!2026', '203.0.113.9')

interface Flooded {
  /** The number of responses by status code. */
  readonly statuses: Readonly<Record<string, number>>
  /** Answers 503 without `Retry-After`. */
  readonly silent: number
  /** Response times of other clients during the flood, in milliseconds: of `/livez`, and of a member's account. */
  readonly life: readonly number[]
  readonly member: readonly number[]
  readonly mostBytes: number
}

/**
 * Sends requests at a constant rate without waiting for responses, and measures the response times of other clients.
 */
async function flood(send: (place: number) => Promise<Response>): Promise<Flooded> {
  const ada = await memberHeaders(await adaSignsIn())
  const statuses: Record<string, number> = {}
  const [life, member]: [number[], number[]] = [[], []]
  const underWay: Promise<unknown>[] = []
  let [silent, mostBytes] = [0, 0]
  const timed = async (times: number[], path: string, headers: Record<string, string> = {}) => {
    const begun = performance.now()
    const { status } = await ask(portal.origin, path, { headers })
    times.push(status === 200 ? performance.now() - begun : Number.POSITIVE_INFINITY)
  }
  const until = performance.now() + seconds * 1000
  for (let place = 0; performance.now() < until; place += 1) {
    underWay.push(
      send(place).then((response) => {
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        if (response.status === 503 && response.headers.get('retry-after') === null) silent += 1
      }),
    )
    if (place % 40 === 0) {
      underWay.push(timed(life, '/livez'), timed(member, '/api/v3/members/10001/accounts/100100101', ada))
      mostBytes = Math.max(mostBytes, holdingsOf(portal.pid).bytes)
    }
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond))
  }
  await Promise.all(underWay)
  const shown = (times: readonly number[]) =>
    `${percentile(times, 0.5).toFixed(0)}/${percentile(times, 0.99).toFixed(0)}`
  process.stdout.write(
    `${JSON.stringify(statuses)}; /livez p50/p99 ${shown(life)} ms; a member's account ${shown(member)} ms; at most ${(mostBytes / 2 ** 20).toFixed(0)} MB\n`,
  )
  return { statuses, silent, life, member, mostBytes }
}

const anywhere = (place: number): string => `${11 + (place % 200)}.${(place * 7) % 256}.${(place * 13) % 256}.1`

// The memory of a process is read from /proc, which only Linux has.
const isLinux = process.platform === 'linux'

test.runIf(isLinux)(
  'a flood of sign-ins is turned away with 503, and everybody else hardly notices [SEC-66]',
  async () => {
    const { statuses, silent, life, member, mostBytes } = await flood(async (place) =>
      signIn(`nobody${place}`, 'Wrong!Password2026', anywhere(place)),
    )
    expect(Object.keys(statuses).filter((status) => !['400', '429', '503'].includes(status))).toEqual([])
    expect(statuses['503']).toBeGreaterThan(0)
    expect(silent).toBe(0)
    expect(percentile(life, 0.99)).toBeLessThan(1_000)
    expect(percentile(member, 0.99)).toBeLessThan(2_000)
    expect(mostBytes).toBeLessThan(512 * 2 ** 20)
    expect((await adaSignsIn()).status).toBe(200)
  },
)

test.runIf(isLinux)('a flood of bills to draw leaves the rest of the portal alive [SEC-66]', async () => {
  const ada = await memberHeaders(await adaSignsIn())
  const bills = await ask(portal.origin, '/api/v3/members/10001/accounts/100100101/bills?pageSize=1', {
    headers: ada,
  })
  const { results } = (await bills.json()) as { results: { billViewUrl: string }[] }
  const body = { billViewUrl: results[0]?.billViewUrl, timeTick: '0', statementStartDate: null }
  const { statuses, silent, life, mostBytes } = await flood(async () =>
    ask(portal.origin, '/api/v3/members/10001/bills/pdf', { body, headers: ada }),
  )
  expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(silent).toBe(0)
  expect(percentile(life, 0.99)).toBeLessThan(1_000)
  expect(mostBytes).toBeLessThan(512 * 2 ** 20)
})
