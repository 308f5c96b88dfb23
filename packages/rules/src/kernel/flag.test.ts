import { expect, test } from 'vitest'
import { isOn } from './flag.ts'

test("'Y', 'y' and true are on; everything else is off [CF-09]", () => {
  expect(['Y', 'y', true].map(isOn)).toEqual([true, true, true])
  const off = ['N', 'n', false, '', ' Y', 'Y ', 'yes', 'Yes', 'true', 'TRUE', '1', 1, null, undefined, {}, ['Y']]
  expect(off.filter(isOn)).toEqual([])
})
