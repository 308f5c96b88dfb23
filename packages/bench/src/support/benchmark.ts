import { percentile, type Spread, spreadOf } from './statistics.ts'
import type { Runs } from './interleave.ts'
import type { LoadResult } from './load.ts'

export interface BenchmarkOptions {
  /** A smoke run: everything happens, too shortly for its figures to be worth much. */
  readonly quick: boolean
  /** Name of the one page to visit; all of them without it. For benchmarks that visit pages. */
  readonly page?: string | undefined
  readonly tell: (line: string) => void
}

/** One line of a benchmark's table. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: Spread
  readonly floor: Spread | null
  /** The figure that the goal is about: ours ÷ floor for most. */
  readonly ratio: Spread | null
  readonly goal: string
  /** `null`: there is no goal. */
  readonly met: boolean | null
}

export interface BenchmarkResult {
  readonly rows: readonly Row[]
  /** Remarks on the way of measuring, and on what was raised or left out for it. */
  readonly notes: readonly string[]
}

export interface Benchmark {
  readonly name: string
  readonly title: string
  readonly floor: string
  readonly run: (options: BenchmarkOptions) => Promise<BenchmarkResult>
}

export const figuresOf = (runs: readonly Readonly<Record<string, number>>[], name: string): readonly number[] =>
  runs.map((run) => {
    const value = run[name]
    if (value === undefined) throw new Error(`No figure ${name}`)
    return value
  })

export interface Comparison<Name extends string> {
  readonly what: string
  readonly unit: string
  readonly figure: string
  readonly ours: Name
  readonly floor: Name
  /** The goal for the ratio of the medians; `null` without a goal. */
  readonly goal: { readonly text: string; readonly isMet: (ratio: number, ours: number) => boolean } | null
}

/** Compares a figure of two contenders: the ratio is that of the medians, its range that of the rounds, pair by pair. */
export function compare<Name extends string>(runs: Runs<Name>, one: Comparison<Name>): Row {
  const [ours, floor] = [figuresOf(runs[one.ours], one.figure), figuresOf(runs[one.floor], one.figure)]
  const pairs = spreadOf(ours.map((value, index) => value / (floor[index] ?? Number.NaN)))
  const [oursSpread, floorSpread] = [spreadOf(ours), spreadOf(floor)]
  const ratio = oursSpread.median / floorSpread.median
  return {
    what: one.what,
    unit: one.unit,
    ours: oursSpread,
    floor: floorSpread,
    ratio: { ...pairs, median: ratio },
    goal: one.goal?.text ?? '',
    met: one.goal === null ? null : one.goal.isMet(ratio, oursSpread.median),
  }
}

/** A figure of ours alone. */
export function alone(
  what: string,
  unit: string,
  values: readonly number[],
  goal?: { readonly text: string; readonly isMet: (median: number) => boolean },
): Row {
  const ours = spreadOf(values)
  return {
    what,
    unit,
    ours,
    floor: null,
    ratio: null,
    goal: goal?.text ?? '',
    met: goal === undefined ? null : goal.isMet(ours.median),
  }
}

/** Rate and times of finished pieces of work, for one run. */
export const throughput = ({ timesMs, seconds, failed }: LoadResult) => ({
  perSecond: timesMs.length / seconds,
  p50: percentile(timesMs, 0.5),
  p95: percentile(timesMs, 0.95),
  failed,
})

/** The sum of a figure over all runs of every contender, for a note. */
export const totals = <Name extends string>(runs: Runs<Name>, figure: string): string =>
  Object.entries<Runs<Name>[Name]>(runs)
    .map(([name, all]) => `${name} ${figuresOf(all, figure).reduce((sum, one) => sum + one, 0)}`)
    .join(', ')
