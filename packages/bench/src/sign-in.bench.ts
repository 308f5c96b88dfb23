import { apiPrefix } from '@coopline/contract/paths'
import {
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  throughput,
  totals,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { loadEnv, newKey } from './support/cooperative.ts'
import { fillSessions } from './support/fill-sessions.ts'
import { createClient, type HttpClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor } from './support/load.ts'
import { floorProcess, portalProcess } from './support/portal-process.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { type RunningServer, startServer } from './support/processes.ts'
import { addressOf } from './support/quick-payer.ts'

/** Logins of the demo cooperative that ask for no second step. */
const usernames = [
  'ada.lindqvist',
  'ben.ortega',
  'carla.nguyen',
  'dmitri.kowalski',
  'elena.petrov',
  'farid.haddad',
].concat([
  'grace.osei',
  'henry.walsh',
  'ines.moreau',
  'jun.takahashi',
  'karin.holm',
  'luis.romero',
  'maya.iyer',
  'noah.becker',
])
const password = 'Prairie!2026'
const atOnce = 8
const json = { 'content-type': 'application/json', applicationid: 'Web' }

export const signInBenchmark: Benchmark = {
  name: 'SIGN',
  title: 'Signing in, and knowing a session',
  floor:
    'node:http with one argon2id of the same parameters; node:http and pg with the statements of the session; itself with few sessions',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor'
type Size = 'many' | 'few'

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  await server.makeDatabase('coopline')
  const env = { ...loadEnv(newKey()), DATA_DIR: cleanUp.folder('sign'), DATABASE_URL: server.url('coopline') }
  tell('Making the demo cooperative with its logins')
  const portal = await startServer(cleanUp, portalProcess({ ...env, DEMO: 'Y', DEMO_MEMBERS: '25' }))
  const floor = await startServer(cleanUp, floorProcess('sign-in-server.ts', { DATABASE_URL: env.DATABASE_URL }))
  const seconds = quick ? 2 : 6
  const rounds = quick ? 3 : 5
  const both = (measure: (server: RunningServer) => ReturnType<typeof signInLoad>) =>
    interleave<Name>(
      rounds,
      [
        { name: 'coopline', run: () => measure(portal) },
        { name: 'floor', run: () => measure(floor) },
      ],
      tell,
    )
  const signIns = await both((one) => signInLoad(one, seconds))
  const proof = await signInOnce(portal)
  const sessions = await both((one) => sessionLoad(one, proof, seconds))
  await Promise.all([portal.stop(), floor.stop()])

  const sessionCount = quick ? 20_000 : 1_000_000
  tell(`Filling ${sessionCount.toLocaleString('en-US')} sessions into a copy of the database`)
  await server.makeDatabase('many', 'coopline')
  await fillSessions(server.url('many'), sessionCount)
  const many = await startServer(cleanUp, portalProcess({ ...env, DATABASE_URL: server.url('many') }))
  const few = await startServer(cleanUp, portalProcess(env))
  const sizes = await interleave<Size>(
    rounds,
    [
      { name: 'many', run: () => signInLoad(many, seconds) },
      { name: 'few', run: () => signInLoad(few, seconds) },
    ],
    tell,
  )
  return resultOf(signIns, sessions, { sizes, sessionCount })
}

async function signIn(client: HttpClient, index: number) {
  return client.call({
    method: 'POST',
    path: `${apiPrefix}/v3/login`,
    headers: { ...json, 'x-forwarded-for': addressOf(index) },
    body: JSON.stringify({ username: usernames[index % usernames.length], password }),
  })
}

async function signInLoad(server: RunningServer, seconds: number) {
  const client = createClient(server.origin, atOnce)
  try {
    return throughput(await loadFor(seconds, atOnce, async (index) => void (await signIn(client, index))))
  } finally {
    client.close()
  }
}

async function signInOnce(portal: RunningServer): Promise<Readonly<Record<string, string>>> {
  const client = createClient(portal.origin, 1)
  try {
    const { text, setCookie } = await signIn(client, 0)
    const { accessToken } = JSON.parse(text) as { accessToken: string }
    const [cookie = ''] = (setCookie ?? '').split(';')
    return { ...json, authorization: `Bearer ${accessToken}`, cookie }
  } finally {
    client.close()
  }
}

async function sessionLoad(server: RunningServer, headers: Readonly<Record<string, string>>, seconds: number) {
  const client = createClient(server.origin, 32)
  try {
    const path = `${apiPrefix}/v3/session`
    return throughput(
      await loadFor(seconds, 32, async () => void (await client.call({ method: 'GET', path, headers }))),
    )
  } finally {
    client.close()
  }
}

function resultOf(
  signIns: Runs<Name>,
  sessions: Runs<Name>,
  { sizes, sessionCount }: { readonly sizes: Runs<Size>; readonly sessionCount: number },
): BenchmarkResult {
  const against = { ours: 'coopline', floor: 'floor', goal: null } as const
  const count = sessionCount.toLocaleString('en-US')
  const goal = { text: '≤ 1.2 ×', isMet: (ratio: number) => ratio <= 1.2 }
  return {
    rows: [
      compare(signIns, { what: 'sign-ins', unit: '1/s', figure: 'perSecond', ...against }),
      compare(signIns, { what: 'p50 of a sign-in', unit: 'ms', figure: 'p50', ...against }),
      compare(signIns, { what: 'p95 of a sign-in', unit: 'ms', figure: 'p95', ...against }),
      compare(sessions, { what: 'calls of a member', unit: '1/s', figure: 'perSecond', ...against }),
      compare(sessions, { what: 'p95 of such a call', unit: 'ms', figure: 'p95', ...against }),
      compare(sizes, {
        what: `p50 of a sign-in with ${count} sessions`,
        unit: 'ms',
        figure: 'p50',
        ours: 'many',
        floor: 'few',
        goal,
      }),
      compare(sizes, {
        what: `sign-ins with ${count} sessions`,
        unit: '1/s',
        figure: 'perSecond',
        ours: 'many',
        floor: 'few',
        goal: null,
      }),
    ],
    notes: [
      `${atOnce} sign-ins at once over ${usernames.length} logins, each from an address of its own; PostgreSQL; every commit written to the disk.`,
      'A call of a member is GET /v3/session, 32 at once: proof by both halves, then the session and its login.',
      `${count} sessions of ${(sessionCount / 10).toLocaleString('en-US')} logins, nine in ten of them ended, against the sessions that the rounds before have made.`,
      `Failed: sign-ins ${totals(signIns, 'failed')}; calls ${totals(sessions, 'failed')}; sign-ins at two sizes ${totals(sizes, 'failed')}.`,
    ],
  }
}
