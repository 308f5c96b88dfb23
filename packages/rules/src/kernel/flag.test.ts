import { expect, test } from 'vitest'
import { isOn, readFlags } from './flag.ts'

test("'Y', 'y' and true are on; everything else is off [CF-09]", () => {
  expect(['Y', 'y', true].map(isOn)).toEqual([true, true, true])
  const off = ['N', 'n', false, '', ' Y', 'Y ', 'yes', 'Yes', 'true', 'TRUE', '1', 1, null, undefined, {}, ['Y']]
  expect(off.filter(isOn)).toEqual([])
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
