import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openByEnv } from '../platform/db/open-by-env.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import type { Call } from '../platform/command.ts'
import { type Command, fixedWordsOf, requireJsonAllowed, WrongUsage } from './command.ts'
import { commands } from './commands.ts'

const database = useTestDatabase()

/** An event for `events ack`. @returns its number. */
async function insertEvent(env: Env): Promise<string> {
  const { db, close } = await openByEnv(env, () => {})
  const event = { kind: 'test', body: '{}', created_at: new Date() }
  const { id } = await db.insertInto('outbox.event').values(event).returning('id').executeTakeFirstOrThrow()
  await close()
  return String(id)
}

const printed = takeOutput('log', 'error')

const listCalls = async (): Promise<readonly (readonly [string, Command, Call])[]> => {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  return all.flatMap((command) =>
    'run' in command
      ? command.calls.map((call) => [[command.name, ...fixedWordsOf(call)].join(' '), command, call] as const)
      : [],
  )
}

const files = {
  ...smallBundle,
  'cooperative.json': '{ "coopName": "Prairie" }',
  'returns.ach': '',
  'banks.txt': `${`091809003O0910000801082101000000000${'CEDAR VALLEY BANK'.padEnd(36)}${'12 MAIN STREET'.padEnd(36)}${'CEDAR'.padEnd(20)}WI5400000007155550100`.padEnd(148)}11     
`,
  'W1.csv': csv('DATE,TMAX,TMIN', '2026-01-02,20,10'),
  'readings.csv': csv('account_number,meter_number,date,kwh'),
  'outages.json': JSON.stringify({
    format: 'coopline-outages/1',
    generatedAt: new Date().toISOString(),
    scope: 'full',
    incidents: [],
  }),
  'territory.json': JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        id: 'A',
        properties: { name: 'North', members: 12 },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-91, 44],
              [-91, 45],
              [-90, 45],
              [-91, 44],
            ],
          ],
        },
      },
    ],
  }),
}

const by = ['--by', 'Kim']

/** A call of each that prints JSON, in this order: later ones need what earlier ones stored. */
const samplesIn = (at: (name: string) => string): Readonly<Record<string, readonly string[]>> => ({
  import: [at('.'), '--report', at('report.csv')],
  'import fedach': [at('banks.txt')],
  'import ach-returns': [at('returns.ach')],
  'import readings': [at('readings.csv'), '--report', at('report.csv')],
  'import weather': [at('W1.csv'), '--report', at('report.csv')],
  'import outages': [at('outages.json'), '--report', at('report.csv')],
  'import territory': [at('territory.json')],
  doctor: [],
  maintenance: [],
  'maintenance status': [],
  'jobs list': [],
  'jobs names': [],
  'keys status': [],
  'keys rewrap': [],
  'settings list': [],
  'settings get': ['coopName'],
  'settings set': ['coopName', 'Prairie'],
  'settings reset': ['coopName'],
  'settings import': [at('cooperative.json')],
  'events ack': ['EVENT'],
  'api-keys list': [],
  'api-keys add': ['SCADA', '--scopes', 'outages:write', ...by],
  'api-keys rotate': ['KEY', ...by],
  payments: [],
  'payments sweep': [],
  'payments review': [],
  'payments alarms': [],
  'runs list': [],
  'runs preview': [],
  'runs run': ['--date', '2026-11-19'],
  'member find': ['lindqvist'],
  'member show': ['10001', ...by],
  'member erase': ['10001', ...by],
  'staff list': [],
  'staff add': ['kim.tran', '--name', 'Kim Tran', '--role', 'support', ...by],
  'staff reset': ['kim.tran', ...by],
  'connect apps list': [],
  'connect apps add': ['Planner', '--redirect', 'https://app.example.org/callback'],
  'documents list': [],
  'documents add': ['https://www.example.org/bylaws', '--title', 'Bylaws'],
})

/** They need a provider, a bank or PostgreSQL's programs, which the tests of each have. */
const elsewhere = ['migrate', 'backup', 'restore', 'payments reconcile', 'reconcile', 'nacha export', 'nacha reject']

it('prints JSON and nothing else with --json, wherever the usage has it', async () => {
  const folder = bundleFolder(files)
  const samples = samplesIn((name) => join(folder, name))
  const env = readEnv(await commandEnvironment(database))
  /** Words that stand in samples for what is made meanwhile. */
  const made = new Map([['EVENT', await insertEvent(env)]])
  const calls = new Map((await listCalls()).filter(([, , { json }]) => json === true).map((one) => [one[0], one[1]]))
  expect([...calls.keys()].sort()).toEqual([...Object.keys(samples), ...elsewhere].sort())
  for (const [name, words] of Object.entries(samples)) {
    printed.length = 0
    const [, ...fixed] = name.split(' ')
    const given = words.map((word) => made.get(word) ?? word)
    await calls.get(name)?.run([...fixed, ...given, '--json'], env)
    expect(printed, name).toHaveLength(1)
    expect(() => JSON.parse(printed[0] ?? '') as unknown, `${name}: ${printed[0]}`).not.toThrow()
    if (name === 'api-keys add') made.set('KEY', (JSON.parse(printed[0] ?? '') as { keyId: string }).keyId)
  }
})

it('refuses --json with the reason where a call prints nothing for programs', async () => {
  const all = await listCalls()
  const check = ([name, command]: (typeof all)[number]) =>
    requireJsonAllowed(command, [...name.split(' ').slice(1), 'x', '--json'])
  for (const call of all.filter(([, , { json }]) => json === true)) check(call)
  for (const call of all.filter(([, , { json }]) => json !== true))
    expect(() => check(call), call[0]).toThrow(new WrongUsage(`${call[0]} takes no --json. ${call[2].json}`))
})
