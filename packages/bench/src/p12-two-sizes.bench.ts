import { randomInt } from 'node:crypto'
import { type Benchmark, type BenchmarkOptions, type BenchmarkResult, compare, totals } from './support/benchmark.ts'
import { type CleanUp, withCleanUp } from './support/clean-up.ts'
import { limitsNote } from './support/cooperative.ts'
import { fillPhones, overviewReads } from './support/fill-cooperative.ts'
import { type FilledCooperative, months, readers, startCooperative } from './support/filled-portal.ts'
import { createClient } from './support/http-client.ts'
import { interleave, type Runs } from './support/interleave.ts'
import { loadFor } from './support/load.ts'
import { measureReads, readFrom } from './support/member-reads.ts'
import { postBack } from './support/postback.ts'
import { startPostgresql } from './support/postgresql-server.ts'
import { pay, readSettings, transNoOf, verify } from './support/quick-payer.ts'
import { percentile } from './support/statistics.ts'
import { accountNumberOf } from './support/write-bundle.ts'

const readersAtOnce = 32
const payersAtOnce = 16
const amount = 500

export const sizeBenchmark: Benchmark = {
  name: 'P12',
  title: 'Account overview and Quick Pay in a cooperative a hundred times larger',
  floor: 'itself with 10,000 accounts',
  run: (options) => withCleanUp((cleanUp) => run(cleanUp, options)),
}

async function run(cleanUp: CleanUp, { quick, tell }: BenchmarkOptions): Promise<BenchmarkResult> {
  const server = await startPostgresql(cleanUp)
  const large = quick ? 200_000 : 1_000_000
  const fill = async (name: string, accounts: number) => {
    tell(`Filling a cooperative of ${accounts.toLocaleString('en-US')} accounts`)
    return startCooperative(cleanUp, server, name, accounts, { fillMore: (url) => fillPhones(url, accounts) })
  }
  const few = await fill('few', 10_000)
  const many = await fill('many', large)
  const seconds = quick ? 3 : 12
  const contender = <N extends string>(name: N, filled: FilledCooperative, accounts: number) => ({
    name,
    run: async () => ({
      ...(await measureOverview(filled, seconds)),
      ...(await measurePayments(filled, accounts, seconds)),
    }),
  })
  const contenders = [contender('many', many, large), contender('few', few, 10_000)]
  for (const one of contenders) await one.run()
  const runs: Runs<'many' | 'few'> = await interleave<'many' | 'few'>(quick ? 3 : 7, contenders, tell)
  const row = (what: string, unit: string, figure: string, hasGoal = false) =>
    compare(runs, {
      what,
      unit,
      figure,
      ours: 'many',
      floor: 'few',
      goal: hasGoal ? { text: '≤ 1.2 ×', isMet: (ratio) => ratio <= 1.2 } : null,
    })
  return {
    rows: [
      row('p50 of an overview', 'ms', 'p50', true),
      row('p95 of an overview', 'ms', 'p95'),
      row('overviews', '1/s', 'perSecond'),
      row('p50 of a payment with Quick Pay, from the verification to its booking', 'ms', 'paidP50', true),
      row('p95 of such a payment', 'ms', 'paidP95'),
      row('such payments', '1/s', 'paidPerSecond'),
    ],
    notes: [
      `${large.toLocaleString('en-US')} accounts against 10,000, ${months} bills and payments each, on one PostgreSQL with 512 MB of shared buffers; ${readers} members spread over all of them; payers are any of the accounts.`,
      `Failed: overviews ${totals(runs, 'failed')}; payments ${totals(runs, 'notPaid')}.`,
      limitsNote,
    ],
  }
}

const measureOverview = async ({ portal, signedIn }: FilledCooperative, seconds: number) =>
  measureReads(portal, readFrom(overviewReads), { signedIn, atOnce: readersAtOnce, seconds })

/** Payers who verify an account, read the payment settings and ask for a payment, which the provider reports as made. */
async function measurePayments({ portal, providerKey }: FilledCooperative, accounts: number, seconds: number) {
  const client = createClient(portal.origin, payersAtOnce)
  try {
    const load = await loadFor(seconds, payersAtOnce, async () => {
      const index = randomInt(accounts)
      const grant = await verify(client, index)
      await readSettings(client, grant)
      const transNo = transNoOf(await pay(client, grant, amount))
      await postBack(client, providerKey, { transNo, accountNumber: accountNumberOf(index), amount })
    })
    const { timesMs, failed } = load
    return {
      paidPerSecond: timesMs.length / load.seconds,
      paidP50: percentile(timesMs, 0.5),
      paidP95: percentile(timesMs, 0.95),
      notPaid: failed,
    }
  } finally {
    client.close()
  }
}
