import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test('rows end in CR LF; values with commas, quotes or line breaks are quoted', () => {
  expect(
    csvText([
      ['a', 'b,c', 'd "e"'],
      ['1\n2', '', 'f'],
    ]),
  ).toBe('a,"b,c","d ""e"""\r\n"1\n2",,f\r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1 715', "'+1 715"],
  ['-cmd', "'-cmd"],
  ['@sum', "'@sum"],
  ['\ttab', "'\ttab"],
  ['  =1', "'  =1"],
  ['-1+2', "'-1+2"],
  ['=-1', "'=-1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])('%j is no formula in a spreadsheet [SEC-58]', (value, written) => {
  expect(csvText([[value]])).toBe(`${written}\r\n`)
})

test('a text with a sign in it stays as it is', () => {
  expect(csvText([['a = b', '7-3']])).toBe('a = b,7-3\r\n')
})

test('a plain number stays a number, below zero too [SEC-58]', () => {
  expect(csvText([['-25.00', '-7', '142.37', '0']])).toBe('-25.00,-7,142.37,0\r\n')
})
