/** The result of one suite of `npm test`. */
export interface SuiteResult {
  readonly name: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
}

/**
 * The suites with their times and results, one line each, and a last line with all tests and the time of the whole run, which is less
 * than the sum where steps ran side by side.
 */
export function suiteTable(results: readonly SuiteResult[], seconds: number): string {
  const sum = (pick: (result: SuiteResult) => number) => results.reduce((total, result) => total + pick(result), 0)
  const all = [
    ...results,
    {
      name: 'all',
      seconds,
      passed: sum(({ passed }) => passed),
      failed: sum(({ failed }) => failed),
    },
  ]
  const rows = [
    ['suite', 'seconds', 'passed', 'failed'],
    ...all.map((one) => [one.name, one.seconds.toFixed(0), String(one.passed), String(one.failed)]),
  ]
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const line = ([name = '', ...numbers]: readonly string[]) =>
    [name.padEnd(width(0)), ...numbers.map((text, index) => text.padStart(width(index + 1)))].join('  ')
  return rows.map(line).join('\n')
}
