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
import { coopline, runToEnd } from './support/coopline.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { type PostgresqlServer, queryOnce, startPostgresql } from './support/postgresql-server.ts'
import {
  bundle,
  type BundleFileName,
  type BundleSize,
  rowsOf,
  wholeCents,
  writeBundle,
} from './support/write-bundle.ts'

const files = ['accounts.csv', 'balances.csv', 'bills.csv', 'payments.csv'] as const satisfies readonly BundleFileName[]
const people = ['members.csv', 'phones.csv', 'emails.csv'] as const satisfies readonly BundleFileName[]

export const importBenchmark: Benchmark = {
  name: 'P7',
  title: 'Import of accounts, balances, bills and payments',
  floor: 'COPY of the same rows into the same tables from a process of its own, streamed (pg-copy-streams)',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

type Name = 'coopline' | 'floor' | 'coopline-4x' | 'floor-4x'

interface Bench {
  readonly server: PostgresqlServer
  readonly folder: string
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const small: BundleSize = { accounts: quick ? 500 : 2_500, months: 24 }
  const large: BundleSize = { ...small, accounts: small.accounts * 4 }
  const bench = { server: await startPostgresql(cleanUp), folder: cleanUp.folder('p7') }
  tell(`Writing bundles of ${rowsOf(small)} and ${rowsOf(large)} rows`)
  for (const [name, size] of [
    ['small', small],
    ['large', large],
  ] as const)
    await prepare(bench, name, size)
  const runs = await interleave<Name>(
    quick ? 3 : 5,
    [
      { name: 'coopline', run: () => importInto(bench, 'small', small) },
      { name: 'floor', run: () => copyInto(bench, 'small', small) },
      { name: 'coopline-4x', run: () => importInto(bench, 'large', large) },
      { name: 'floor-4x', run: () => copyInto(bench, 'large', large) },
    ],
    tell,
  )
  return resultOf(runs, [rowsOf(small), rowsOf(large)])
}

/** Writes the bundle and the same rows for COPY, and creates a database with the tables and the people. */
async function prepare({ server, folder }: Bench, name: string, size: BundleSize): Promise<void> {
  const [peopleFolder, rowsFolder, copyFolder] = ['people', 'rows', 'bare'].map((part) => join(folder, name, part)) as [
    string,
    string,
    string,
  ]
  await writeBundle(peopleFolder, size, people)
  await writeBundle(rowsFolder, size, files)
  await writeBundle(copyFolder, size, files, wholeCents)
  await server.makeDatabase(name)
  const report = join(folder, 'report.csv')
  await coopline(['import', peopleFolder, '--quiet', '--report', report], { DATABASE_URL: server.url(name) })
}

/** Checks the number of rows in the tables. @throws Error when it differs from that of the bundle. */
async function checkRows(server: PostgresqlServer, size: BundleSize): Promise<void> {
  const counts = ['account', 'balance', 'bill', 'payment'].map((table) => `(select count(*) from cis.${table})`)
  const [row] = await queryOnce(server.url('run'), `select ${counts.join(' + ')} as rows`)
  const found = Number(row?.['rows'])
  if (found !== rowsOf(size)) throw new Error(`${found} rows came in, not ${rowsOf(size)}`)
}

async function importInto({ server, folder }: Bench, name: string, size: BundleSize) {
  await server.makeDatabase('run', name)
  const args = ['import', join(folder, name, 'rows'), '--quiet', '--report', join(folder, 'report.csv')]
  const { seconds, maxRssMb } = await coopline(args, { DATABASE_URL: server.url('run') })
  await checkRows(server, size)
  return { rowsPerSecond: rowsOf(size) / seconds, maxRssMb }
}

async function copyInto({ server, folder }: Bench, name: string, size: BundleSize) {
  await server.makeDatabase('run', name)
  const columns = files.map((file) => [`COLUMNS_${file.replace('.csv', '')}`, bundle[file].header])
  const { seconds, maxRssMb } = await runToEnd(
    'packages/bench/src/floors/copy-files.ts',
    [join(folder, name, 'bare'), ...files],
    { DATABASE_URL: server.url('run'), ...(Object.fromEntries(columns) as Record<string, string>) },
  )
  await checkRows(server, size)
  return { rowsPerSecond: rowsOf(size) / seconds, maxRssMb }
}

function resultOf(runs: Runs<Name>, [small, large]: readonly [number, number]): BenchmarkResult {
  const goal = { text: '≥ 0.40 ×', isMet: (ratio: number) => ratio >= 0.4 }
  const rate = { unit: 'rows/s', figure: 'rowsPerSecond' } as const
  const memory = (name: Name) => figuresOf(runs[name], 'maxRssMb')
  const growth = memory('coopline-4x').map((megabytes, index) => megabytes / (memory('coopline')[index] ?? Number.NaN))
  const count = (rows: number) => rows.toLocaleString('en-US')
  return {
    rows: [
      compare(runs, { what: `${count(small)} rows`, ...rate, ours: 'coopline', floor: 'floor', goal: null }),
      compare(runs, { what: `${count(large)} rows`, ...rate, ours: 'coopline-4x', floor: 'floor-4x', goal }),
      compare(runs, {
        what: `most memory, ${count(small)} rows`,
        unit: 'MB',
        figure: 'maxRssMb',
        ours: 'coopline',
        floor: 'floor',
        goal: null,
      }),
      compare(runs, {
        what: `most memory, ${count(large)} rows`,
        unit: 'MB',
        figure: 'maxRssMb',
        ours: 'coopline-4x',
        floor: 'floor-4x',
        goal: null,
      }),
      alone('most memory at four times the size', '×', growth, {
        text: '≤ 1.15 ×',
        isMet: (median) => median <= 1.15,
      }),
    ],
    notes: [
      'Both are whole commands: the start of the process counts, which is why the goal is checked on the larger bundle.',
      'Members are in beforehand. Keys, indexes and foreign keys are the same; so are the rows afterwards (counted).',
      'The import also checks every value and every reference, finds repeated keys and writes a report; COPY does not.',
    ],
  }
}
