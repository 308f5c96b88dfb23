import type { BarKind } from '@coopline/rules/usage/usage-days'

/** What one bar of a chart shows. Values of `null` are drawn as gaps. */
export interface ChartBar {
  readonly key: string
  /** Under the axis, where there is room. */
  readonly tick: string
  /** What it is of: a day, a month, an interval. */
  readonly name: string
  readonly value: number | null
  /** What a solar member gave back, drawn below the line. */
  readonly received?: number | null
  /** The same a year before. */
  readonly before?: number | null
  readonly kind: BarKind | 'dollars'
  /** Not over yet. */
  readonly isPartial?: boolean
  /** All that the bar stands for, a line each. */
  readonly facts: readonly string[]
}

/** A line over the bars, with a value for each of them. */
export interface ChartLine {
  readonly key: 'low' | 'average' | 'high'
  readonly values: readonly (number | null)[]
}

/** How a screen reader names a bar: everything that its tooltip says. */
export const barName = ({ name, facts }: ChartBar): string => `${name}: ${facts.join('. ')}`

/** A path through values that stand at distances of `step`; gaps interrupt it. */
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
