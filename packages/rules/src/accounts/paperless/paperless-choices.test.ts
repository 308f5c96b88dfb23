import { describe, expect, test } from 'vitest'
import { isEmailHeaderLocked, isEmailLocked, isOnForAll, withOption, withOptionForAll } from './paperless-choices.ts'

const paper = { isEmail: false, isPaperless: false, isPaperlessOther: false }
const paperless = { isEmail: true, isPaperless: true, isPaperlessOther: false }

describe('one account', () => {
  test('choosing the paperless bill turns the email on [MP-48]', () => {
    expect(withOption(paper, 'isPaperless', true)).toEqual(paperless)
  })

  test('the paperless bill locks the email [MP-49]', () => {
    expect(isEmailLocked(withOption(paper, 'isPaperless', true))).toBe(true)
    expect(isEmailLocked(paper)).toBe(false)
  })

  test('a return to paper bills unlocks the email, which stays on [MP-50]', () => {
    const again = withOption(paperless, 'isPaperless', false)
    expect(again).toEqual({ ...paper, isEmail: true })
    expect(isEmailLocked(again)).toBe(false)
    expect(withOption(again, 'isEmail', false)).toEqual(paper)
  })

  test('the email cannot be turned off while the bill is paperless [MP-51]', () => {
    expect(withOption(paperless, 'isEmail', false)).toEqual(paperless)
  })

  test('other paperless documents do not affect the email', () => {
    expect(withOption(paper, 'isPaperlessOther', true)).toEqual({ ...paper, isPaperlessOther: true })
  })
})

describe('the header boxes', () => {
  const rows = [
    { ...paper, accountNumber: '1' },
    { ...paperless, accountNumber: '2' },
  ]

  test('selecting a header box selects every row [MP-52]', () => {
    expect(withOptionForAll(rows, 'isEmail', true).map((row) => row.isEmail)).toEqual([true, true])
    expect(withOptionForAll(rows, 'isPaperless', true)).toEqual([
      { ...paperless, accountNumber: '1' },
      { ...paperless, accountNumber: '2' },
    ])
    expect(withOptionForAll(rows, 'isPaperlessOther', true).every((row) => row.isPaperlessOther)).toBe(true)
  })

  test('clearing a header box clears every row except locked ones', () => {
    const all = withOptionForAll(rows, 'isEmail', true)
    expect(withOptionForAll(all, 'isEmail', false).map((row) => row.isEmail)).toEqual([false, true])
    expect(withOptionForAll(all, 'isPaperless', false).map((row) => row.isPaperless)).toEqual([false, false])
  })

  test('the header box of the email is disabled only when every bill is paperless [MP-53]', () => {
    expect(isEmailHeaderLocked(rows)).toBe(false)
    expect(isEmailHeaderLocked(withOptionForAll(rows, 'isPaperless', true))).toBe(true)
    expect(isEmailHeaderLocked([])).toBe(false)
  })

  test('a header box is selected only when every row is', () => {
    expect(isOnForAll(rows, 'isEmail')).toBe(false)
    expect(isOnForAll([paperless, paperless], 'isEmail')).toBe(true)
    expect(isOnForAll([], 'isEmail')).toBe(false)
  })
})
