import { join } from 'node:path'
import {
  alone,
  type Benchmark,
  type BenchmarkOptions,
  type BenchmarkResult,
  compare,
  figuresOf,
} from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { importSettings, loadEnv, newKey } from './support/cooperative.ts'
import { coopline, runToEnd } from './support/coopline.ts'
import { fillCooperative } from './support/fill-cooperative.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { type PostgresqlServer, queryOnce, startPostgresql } from './support/postgresql-server.ts'

export const draftRunBenchmark: Benchmark = {
  name: 'P11',
  title: 'A draft run: due drafts become payments, ledger, events and a bank file',
  floor: 'one bare INSERT … SELECT of the same rows for each table, and the lines of the file as text',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor' | 'coopline-10x' | 'floor-10x'

interface Bench {
  readonly server: PostgresqlServer
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
  /** Two banking days: the first has a small run, so that the tables hold payments as a cooperative's do. */
  readonly dates: readonly [before: string, measured: string]
}

const draftsBefore = 500

const bank = {
  destination: '091000019',
  destinationName: 'Riverbend Bank',
  immediateDestination: '',
  origin: '1412345678',
  originName: 'Prairie Cooperative',
  companyName: 'Prairie Coop',
  companyId: '1412345678',
  entryDescription: 'UTIL PMT',
  cutoffHour: 17,
  balanced: false,
  offsetRoutingNumber: '',
  offsetAccountNumber: '',
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const [small, large] = quick ? [500, 5_000] : [10_000, 100_000]
  const folder = cleanUp.folder('p11')
  const bench = {
    server: await startPostgresql(cleanUp),
    env: loadEnv(newKey()),
    folder,
    dates: lastBankingDays(new Date()),
  }
  for (const [name, drafts] of [
    ['small', small],
    ['large', large],
  ] as const) {
    tell(`Filling a cooperative with ${drafts.toLocaleString('en-US')} drafts due on ${bench.dates[1]}`)
    await prepare(bench, name, drafts)
    // The floor writes the rows of a run that has been done.
    await bench.server.makeDatabase('run', name)
    await runDrafts(bench, drafts)
    await bench.server.makeDatabase(`${name}_done`, 'run')
  }
  const both = async (name: string, drafts: number) => {
    await bench.server.makeDatabase('run', name)
    return runDrafts(bench, drafts)
  }
  const runs = await interleave<Name>(
    quick ? 1 : 3,
    [
      { name: 'coopline', run: () => both('small', small) },
      { name: 'floor', run: () => writeBare(bench, 'small_done') },
      { name: 'coopline-10x', run: () => both('large', large) },
      { name: 'floor-10x', run: () => writeBare(bench, 'large_done') },
    ],
    tell,
  )
  return resultOf(runs, small, large)
}

/** The last two weekdays before today. Around a public holiday the run refuses them: then measure on another day. */
function lastBankingDays(now: Date): readonly [string, string] {
  const days: string[] = []
  const day = new Date(now)
  while (days.length < 2) {
    day.setUTCDate(day.getUTCDate() - 1)
    if (![0, 6].includes(day.getUTCDay())) days.unshift(day.toISOString().slice(0, 10))
  }
  return days as [string, string]
}

async function prepare(
  { server, env, folder, dates: [before, date] }: Bench,
  name: string,
  drafts: number,
): Promise<void> {
  await server.makeDatabase(name)
  const url = server.url(name)
  const withDatabase = { ...env, DATABASE_URL: url, DATA_DIR: folder }
  const offered = { portalRunsDrafts: true, allowBankDraft: true }
  await importSettings(withDatabase, folder, { ...offered, achOriginator: bank, timeZone: 'Etc/UTC' })
  await fillCooperative(url, { accounts: draftsBefore + drafts, months: 1 })
  // Each member gets a receipt.
  await queryOnce(
    url,
    "insert into cis.email (member_number, address) select member_number, lower(member_number) || '@example.org' from cis.member",
  )
  const days = [date, before].map((one) => String(Number(one.slice(8))))
  await runToEnd('packages/server/src/testing/fill-drafts.ts', [...days, String(draftsBefore)], withDatabase)
  await coopline(['runs', 'run', '--date', before], withDatabase)
  await coopline(['nacha', 'export', '--dir', join(folder, `${name}-before`)], withDatabase)
  await queryOnce(url, 'vacuum analyze')
}

/** The run and the bank file, as staff start them. */
async function runDrafts({ server, env, folder, dates: [, date] }: Bench, drafts: number) {
  const url = server.url('run')
  const withDatabase = { ...env, DATABASE_URL: url, DATA_DIR: folder }
  const taken = await coopline(['runs', 'run', '--date', date], withDatabase)
  const written = await coopline(
    ['nacha', 'export', '--dir', join(folder, `${drafts}-${performance.now()}`)],
    withDatabase,
  )
  const [row] = await queryOnce(
    url,
    `select (select count(*) from pay.payment where state = 'confirmed') as payments,
       (select sum(entries) from pay.bank_file where released_at is not null) as entries`,
  )
  const expected = draftsBefore + drafts
  if (Number(row?.['payments']) !== expected || Number(row?.['entries']) !== expected)
    throw new Error(`Not ${expected} payments and entries: ${JSON.stringify(row)}`)
  return {
    seconds: taken.seconds + written.seconds,
    fileSeconds: written.seconds,
    runRssMb: taken.maxRssMb,
    fileRssMb: written.maxRssMb,
  }
}

async function writeBare({ server, folder }: Bench, done: string) {
  await server.makeDatabase('run', done)
  const bare = await runToEnd('packages/bench/src/floors/bare-draft-run.ts', [folder], {
    DATABASE_URL: server.url('run'),
  })
  return { seconds: bare.seconds, fileSeconds: 0, runRssMb: bare.maxRssMb, fileRssMb: 0 }
}

function resultOf(runs: Runs<Name>, small: number, large: number): BenchmarkResult {
  const count = (drafts: number) => drafts.toLocaleString('en-US')
  const seconds = { unit: 's', figure: 'seconds' } as const
  const goal = { text: '≤ 3 ×', isMet: (ratio: number) => ratio <= 3 }
  const growth = (figure: 'seconds' | 'runRssMb' | 'fileRssMb') => {
    const before = figuresOf(runs.coopline, figure)
    return figuresOf(runs['coopline-10x'], figure).map((value, index) => value / (before[index] ?? Number.NaN))
  }
  const memory = (command: string, figure: 'runRssMb' | 'fileRssMb') => [
    alone(`most memory of ${command}, ${count(small)} drafts`, 'MB', figuresOf(runs.coopline, figure)),
    alone(`most memory of ${command}, ${count(large)} drafts`, 'MB', figuresOf(runs['coopline-10x'], figure)),
    alone(`most memory of ${command}, ${count(large)} ÷ ${count(small)}`, '×', growth(figure), {
      text: '≤ 1.2 ×',
      isMet: (median) => median <= 1.2,
    }),
  ]
  return {
    rows: [
      compare(runs, {
        what: `${count(small)} drafts, run and file`,
        ...seconds,
        ours: 'coopline',
        floor: 'floor',
        goal,
      }),
      compare(runs, {
        what: `${count(large)} drafts, run and file`,
        ...seconds,
        ours: 'coopline-10x',
        floor: 'floor-10x',
        goal,
      }),
      alone(`of them the file, ${count(large)} drafts`, 's', figuresOf(runs['coopline-10x'], 'fileSeconds')),
      alone(`time of ${count(large)} ÷ time of ${count(small)}`, '×', growth('seconds'), {
        text: '≤ 10 ×',
        isMet: (median) => median <= 10,
      }),
      ...memory('runs run', 'runRssMb'),
      ...memory('nacha export', 'fileRssMb'),
    ],
    notes: [
      `The day before had a run of ${draftsBefore} drafts, so the tables have statistics.`,
      'The run and the file are commands with processes of their own; each draft takes what its account owes, and its member gets a receipt by mail.',
      'The floor writes the rows of that very run into tables with the same columns and indexes, without foreign keys, and its lines without a check.',
    ],
  }
}
