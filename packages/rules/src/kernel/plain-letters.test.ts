import { expect, test } from 'vitest'
import { toPlainLetters } from './plain-letters.ts'

test('writes letters without marks, and letters of their own in their usual spelling', () => {
  expect(toPlainLetters('Łukasz Østergård-Weiß, Æbelø, Đặng, Þór, ﬁ')).toBe(
    'Lukasz Ostergard-Weiss, AEbelo, Dang, Thor, fi',
  )
})

test('writes other hyphens, blanks and quotation marks as plain ones', () => {
  expect(toPlainLetters('Smith\u2011Jones\u00A0\u2013 \u201CJoe\u2019s\u201D\u2026')).toBe('Smith-Jones - "Joe\'s"...')
})

test('keeps what the place accepts, and what has no plain form', () => {
  expect(toPlainLetters('Año 李小龍 é', (character) => character <= 'ÿ')).toBe('Año 李小龍 é')
  expect(toPlainLetters('李 á')).toBe('李 a')
})
