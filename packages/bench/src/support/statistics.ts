/** The median, the minimum and the maximum of repeated measurements. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
  readonly runs: number
}

/** @throws Error when nothing was measured. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1), runs: sorted.length }
}

/** The value below which the given share of the measurements lies, interpolated. @throws Error when nothing was measured. */
export function percentile(values: readonly number[], share: number): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    share,
  )
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (low === undefined || high === undefined) throw new Error('Nothing was measured')
  return low + (high - low) * (at - Math.floor(at))
}
