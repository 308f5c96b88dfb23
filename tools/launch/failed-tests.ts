import { relative } from 'node:path'

/** The parts of a test runner's report on a suite that are read here. */
export interface SuiteReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[] | null
    }[]
  }[]
}

const linesShown = 40
const indented = (text: string) =>
  text
    .split('\n')
    .slice(0, linesShown)
    .map((line) => `    ${line}`)
    .join('\n')

/**
 * The tests that failed, with the first lines of the reason: printed last, so that a log that was cut off at its beginning still
 * has them.
 *
 * @param root the files are named from this folder on.
 */
export function failedTests({ testResults }: SuiteReport, root: string): readonly string[] {
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`  ${file}\n${indented(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `  ${file} > ${fullName}\n${indented(failureMessages?.[0] ?? '')}`,
    )
  })
}
