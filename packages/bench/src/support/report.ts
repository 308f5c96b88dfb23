import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../../tools/launch/portal-processes.ts'
import type { Benchmark, BenchmarkResult, Row } from './benchmark.ts'
import type { Machine } from './machine.ts'
import type { Spread } from './statistics.ts'

const folder = join(root, 'bench/results')

const number = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}

const spread = (one: Spread | null): string => {
  if (one === null) return '–'
  return one.runs === 1 ? number(one.median) : `${number(one.median)} (${number(one.min)}–${number(one.max)})`
}

const cells = (row: Row): readonly string[] => [
  row.unit === '' ? row.what : `${row.what}, ${row.unit}`,
  spread(row.ours),
  spread(row.floor),
  spread(row.ratio),
  row.goal === '' ? '–' : row.goal,
  row.met === null ? '–' : row.met ? 'yes' : 'no',
]

const header = ['measured: median (min–max)', 'Coopline', 'floor', 'ratio', 'goal', 'met']

/** The table of a benchmark in Markdown, its columns aligned. */
function tableOf(rows: readonly Row[]): string {
  const lines = [header, ...rows.map(cells)]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const written = lines.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [written[0], rule, ...written.slice(1)].join('\n')
}

/** Prints the table of a benchmark and writes everything to `bench/results/NAME.json`. */
export function report(benchmark: Benchmark, result: BenchmarkResult, machine: Machine, quick: boolean): void {
  const { name, title, floor } = benchmark
  console.log(`\n## ${name} ${title}${quick ? ' (quick: a smoke run, not a measurement)' : ''}\n`)
  console.log(`Floor: ${floor}\n\n${tableOf(result.rows)}\n`)
  for (const note of result.notes) console.log(`- ${note}`)
  mkdirSync(folder, { recursive: true })
  const written = { name, title, floor, quick, measuredAt: new Date().toISOString(), machine, ...result }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`)
}
