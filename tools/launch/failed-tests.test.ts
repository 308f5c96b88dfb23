import { expect, it } from 'vitest'
import { failedTests } from './failed-tests.ts'

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }

it('names the failed tests with the first 40 lines of the reason, and a file that could not be read at all', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: '/house/packages/rules/src/sum.test.ts',
        status: 'failed',
        assertionResults: [
          passed,
          { fullName: 'sum subtracts', status: 'failed', failureMessages: [`Error: 1 is not 2${'\n1'.repeat(40)}`] },
        ],
      },
      { name: '/house/a.test.ts', status: 'failed', message: 'SyntaxError: no', assertionResults: [] },
      { name: '/house/b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    ],
  }
  expect(failedTests(report, '/house')).toEqual([
    `  packages/rules/src/sum.test.ts > sum subtracts\n    Error: 1 is not 2${'\n    1'.repeat(39)}`,
    '  a.test.ts\n    SyntaxError: no',
  ])
})
