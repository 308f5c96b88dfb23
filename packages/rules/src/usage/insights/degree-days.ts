/** Total °F by which daily average temperatures were below (heating) or above (cooling) 65 °F. */
export interface DegreeDays {
  readonly heating: number
  readonly cooling: number
}

/** Outside temperature at which a house needs neither heating nor cooling, by National Weather Service convention. */
const balanceFahrenheit = 65

export const degreeDaysOf = (averageFahrenheit: number): DegreeDays => ({
  heating: Math.max(0, balanceFahrenheit - averageFahrenheit),
  cooling: Math.max(0, averageFahrenheit - balanceFahrenheit),
})

/** Usage, in any unit, and degree days of one day or of a period's average day. */
export interface WeatherPoint extends DegreeDays {
  readonly used: number
}

/** Models daily usage as `base + heating × heating degree days + cooling × cooling degree days`. */
export interface WeatherFit extends DegreeDays {
  readonly base: number
  /** Share of the variance that weather explains (R²), 0 to 1. */
  readonly share: number
  readonly points: number
}

/** Minimum number of points. A year of monthly bills has twelve, and some may lack weather. */
const leastPoints = 10
/** Minimum R²; below it, usage does not follow the weather closely enough. */
const leastShare = 0.5

/**
 * Fits usage to degree days by least squares. A negative slope is physically meaningless, so the fit drops that kind of weather
 * and runs again.
 *
 * @returns `null` with fewer than `leastPoints` points or when R² is below `leastShare`.
 */
export function fitDegreeDays(points: readonly WeatherPoint[]): WeatherFit | null {
  if (points.length < leastPoints) return null
  const fits = [['heating', 'cooling'], ['heating'], ['cooling']] as const
  for (const kinds of fits) {
    const solved = leastSquares(
      points.map((point) => [1, ...kinds.map((kind) => point[kind])]),
      points.map(({ used }) => used),
    )
    if (solved === null || solved.slice(1).some((slope) => slope < 0)) continue
    const slopeOf = (kind: 'heating' | 'cooling') => solved[1 + kinds.findIndex((one) => one === kind)] ?? 0
    const fit = {
      base: solved[0] ?? 0,
      heating: kinds.some((kind) => kind === 'heating') ? slopeOf('heating') : 0,
      cooling: kinds.some((kind) => kind === 'cooling') ? slopeOf('cooling') : 0,
    }
    const share = explainedShare(points, fit)
    if (share >= leastShare) return { ...fit, share, points: points.length }
  }
  return null
}

/** Expected usage of a day, never below zero. */
export const expectedUse = (fit: Omit<WeatherFit, 'share' | 'points'>, { heating, cooling }: DegreeDays): number =>
  Math.max(0, fit.base + fit.heating * heating + fit.cooling * cooling)

function explainedShare(points: readonly WeatherPoint[], fit: Omit<WeatherFit, 'share' | 'points'>): number {
  const mean = points.reduce((sum, { used }) => sum + used, 0) / points.length
  const squares = (errorOf: (point: WeatherPoint) => number) =>
    points.reduce((sum, point) => sum + errorOf(point) ** 2, 0)
  const total = squares(({ used }) => used - mean)
  if (total === 0) return 0
  return (
    1 - squares((point) => point.used - fit.base - fit.heating * point.heating - fit.cooling * point.cooling) / total
  )
}

/** Solves the normal equations; `null` when the columns are linearly dependent. */
function leastSquares(rows: readonly (readonly number[])[], values: readonly number[]): readonly number[] | null {
  const size = rows[0]?.length ?? 0
  const at = (row: readonly number[] | undefined, column: number): number => row?.[column] ?? 0
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => rows.reduce((sum, row) => sum + at(row, i) * at(row, j), 0)),
    rows.reduce((sum, row, index) => sum + at(row, i) * (values[index] ?? 0), 0),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const best = matrix
      .map((row, index) => ({ index, size: index < pivot ? -1 : Math.abs(at(row, pivot)) }))
      .reduce((a, b) => (b.size > a.size ? b : a))
    const [from, to] = [matrix[best.index], matrix[pivot]]
    if (from === undefined || to === undefined || best.size < 1e-9) return null
    matrix[best.index] = to
    matrix[pivot] = from
    for (const [index, row] of matrix.entries()) {
      if (index === pivot) continue
      const factor = at(row, pivot) / at(from, pivot)
      for (let column = pivot; column <= size; column++) row[column] = at(row, column) - factor * at(from, column)
    }
  }
  return matrix.map((row, index) => at(row, size) / at(row, index))
}
