import type { BarKind } from '@coopline/rules/usage/usage/usage-days'

/** The data of one bar. `null` values are drawn as gaps. */
export interface ChartBar {
  readonly key: string
  /** Axis label, shown where it fits. */
  readonly tick: string
  /** The day, month or interval. */
  readonly name: string
  readonly value: number | null
  /** Energy a solar member sent to the grid, drawn below the axis. */
  readonly received?: number | null
  /** The value a year earlier. */
  readonly before?: number | null
  readonly kind: BarKind | 'dollars'
  /** True when the day is not over. */
  readonly isPartial?: boolean
  /** Everything the bar shows, one line each. */
  readonly facts: readonly string[]
}

/** A line above the bars, with one value per bar. */
export interface ChartLine {
  readonly key: 'low' | 'average' | 'high'
  readonly values: readonly (number | null)[]
}

/** The bar's accessible name, with the same facts as its tooltip. */
export const barName = ({ name, facts }: ChartBar): string => `${name}: ${facts.join('. ')}`

/** Builds an SVG path through values `step` apart; gaps interrupt it. */
export function linePath(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
) {
  let path = ''
  let isOpen = false
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isOpen ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`
    isOpen = value !== null
  }
  return path
}

/** Room for the labels of the left axis, in pixels. */
export const axisRoom = (labels: readonly string[]): number =>
  Math.ceil(Math.max(...labels.map(({ length }) => length)) * 7.5) + 14
