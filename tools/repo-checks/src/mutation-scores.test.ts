import { expect, test } from 'vitest'
import { mutationFile, scoresIn, withScore } from './mutation-scores.ts'
import { read } from './source-files.ts'

const place = (...rows: readonly string[]) => ['<!-- npm run mutate -->', '', ...rows, '', '<!-- end -->'].join('\n')

test('a score replaces the earlier one of its slice, and slices stay in order', () => {
  const measured = '2026-11-20'
  const one = withScore(place('none'), { slice: 'usage', mutants: 200, killed: 181, measured })
  const two = withScore(one, { slice: 'kernel', mutants: 10, killed: 9, measured })
  const three = withScore(two, { slice: 'usage', mutants: 200, killed: 190, measured: '2026-11-23' })
  expect(three).toContain('| usage | 200 | 190 | 95.0 % | 2026-11-23 |')
  expect(scoresIn(three)).toEqual([
    { slice: 'kernel', mutants: 10, killed: 9, measured },
    { slice: 'usage', mutants: 200, killed: 190, measured: '2026-11-23' },
  ])
})

test('at least 90 % of the mutants of a measured slice are killed', () => {
  const low = scoresIn(read(mutationFile)).filter(({ mutants, killed }) => killed < 0.9 * mutants)
  expect(low).toEqual([])
})
