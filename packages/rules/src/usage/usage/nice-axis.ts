/** A chart axis with round tick values. */
export interface Axis {
  readonly min: number
  readonly max: number
  /** From `min` to `max`, evenly spaced. */
  readonly ticks: readonly number[]
  /** Decimals needed to distinguish the ticks. */
  readonly decimals: number
}

/**
 * Builds an axis with about `count` steps that covers every value. Steps are 1, 2, 2.5 or 5 times a power of ten. The axis
 * includes zero unless `fromZero` is false, as for temperatures.
 */
export function niceAxis(values: readonly number[], { count = 4, fromZero = true } = {}): Axis {
  const known = values.filter(Number.isFinite)
  const least = known.reduce((a, b) => Math.min(a, b), fromZero ? 0 : Infinity)
  const most = known.reduce((a, b) => Math.max(a, b), fromZero ? 0 : -Infinity)
  const [low, high] = known.length === 0 || most === least ? [Math.min(0, least), Math.max(1, most)] : [least, most]
  const [from, to] = Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [0, 1]
  const step = niceStep((to - from) / count)
  const [first, last] = [Math.floor(from / step + slack), Math.ceil(to / step - slack)]
  const ticks = Array.from({ length: last - first + 1 }, (_none, index) => rounded((first + index) * step, step))
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks, decimals: decimalsOf(step) }
}

/** Keeps the rounding error of 0.1 + 0.2 from adding a step. */
const slack = 1e-9

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const times = rough / power
  const nice = [1, 2, 2.5, 5].find((one) => times <= one + slack) ?? 10
  return nice * power
}

const decimalsOf = (step: number): number => {
  for (let decimals = 0; decimals < 6; decimals += 1)
    if (Math.abs(Math.round(step * 10 ** decimals) - step * 10 ** decimals) < slack) return decimals
  return 6
}

const rounded = (value: number, step: number): number => Number(value.toFixed(decimalsOf(step)))
