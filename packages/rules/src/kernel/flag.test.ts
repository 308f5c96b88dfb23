import { expect, test } from 'vitest'
import { isOn, readFlags, yesNo } from './flag.ts'

test("'Y', 'y' and true are on; everything else is off [CF-09]", () => {
  expect(['Y', 'y', true].map(isOn)).toEqual([true, true, true])
  const off = ['N', 'n', false, '', ' Y', 'Y ', 'yes', 'Yes', 'true', 'TRUE', '1', 1, null, undefined, {}, ['Y']]
  expect(off.filter(isOn)).toEqual([])
})

test("writes 'Y' and 'N', which it reads back [CF-09]", () => {
  expect([true, false].map(yesNo)).toEqual(['Y', 'N'])
  expect([true, false].map((value) => isOn(yesNo(value)))).toEqual([true, false])
})

test('readFlags converts the named flags to booleans and leaves other fields unchanged [CF-09]', () => {
  const answer = { isPrepaid: 'Y', isLinked: 'N', letter: 'Y', balance: 5 } as const
  expect(readFlags(answer, ['isPrepaid', 'isLinked'])).toEqual({
    isPrepaid: true,
    isLinked: false,
    letter: 'Y',
    balance: 5,
  })
})
