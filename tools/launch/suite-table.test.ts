import { expect, it } from 'vitest'
import { suiteTable } from './suite-table.ts'

it('lists each suite with its seconds and results, and in the last line their sums and the time of the whole run', () => {
  const table = suiteTable(
    [
      { name: 'types', seconds: 27.6, passed: 1, failed: 0 },
      { name: 'lint', seconds: 20.1, passed: 1, failed: 0 },
      { name: 'journeys', seconds: 301.2, passed: 178, failed: 2 },
    ],
    329.4,
  )
  expect(table.split('\n')).toEqual([
    'suite     seconds  passed  failed',
    'types          28       1       0',
    'lint           20       1       0',
    'journeys      301     178       2',
    'all           329     180       2',
  ])
})
