import { expect, test } from 'vitest'
import { readDecimalText } from './decimal-text.ts'

test.each([
  ['12.340', { negative: false, whole: '12', fraction: '340' }],
  ['-12', { negative: true, whole: '12', fraction: '' }],
  ['.5', { negative: false, whole: '', fraction: '5' }],
  ['5.', { negative: false, whole: '5', fraction: '' }],
  [' 007.0\n', { negative: false, whole: '007', fraction: '0' }],
  ['9'.repeat(32), { negative: false, whole: '9'.repeat(32), fraction: '' }],
])('takes "%s" apart', (text, parts) => {
  expect(readDecimalText(text)).toEqual(parts)
})

test.each(['', ' ', '.', '-', '-.', '+1', '1-', '--1', '- 1', '1 2', '1.2.3', '1e3', '1,2', '9'.repeat(33), '１'])(
  'refuses "%s"',
  (text) => {
    expect(readDecimalText(text)).toBeNull()
  },
)
