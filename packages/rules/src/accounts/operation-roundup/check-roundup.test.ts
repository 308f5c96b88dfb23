import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import {
  checkRoundUpAmount,
  checkRoundUpChoice,
  checkRoundUpExpiration,
  maxRoundUpAmountLength,
  minRoundUpExpiration,
  readRoundUpAmount,
} from './check-roundup.ts'
import { roundUpMessage } from './operation-roundup.messages.ts'

const today = calendarDate('2026-12-31')
const amountOf = (text: string) => checkRoundUpAmount(readRoundUpAmount(text))

test('an amount from 0 to 99999999.99 or no amount is accepted', () => {
  for (const text of ['', '0', '2', '2.5', '.50', '99999999.99']) expect(amountOf(text), text).toBeNull()
  expect('99999999.99').toHaveLength(maxRoundUpAmountLength)
})

test('text that is not an amount, an amount below 0 and one above 99999999.99 are each refused with their own message', () => {
  for (const text of ['x', '1.234', '1,0', '.']) expect(amountOf(text), text).toBe('roundup-amount-not-valid')
  expect(roundUpMessage('roundup-amount-not-valid', 'en')).toBe('You must enter valid amount.')
  expect(checkRoundUpAmount(cents(-1))).toBe('roundup-amount-negative')
  expect(roundUpMessage('roundup-amount-negative', 'en')).toBe('Please enter an amount greater than or equal to 0.')
  expect(amountOf('100000000')).toBe('roundup-amount-too-large')
  expect(roundUpMessage('roundup-amount-too-large', 'en')).toBe(
    'You must enter a payment amount less than $99,999,999.99.',
  )
})

test('an enrollment ends tomorrow at the earliest: today is refused [MP-60]', () => {
  expect(minRoundUpExpiration(today)).toBe('2027-01-01')
  expect(checkRoundUpExpiration('2027-01-01', today)).toBeNull()
  expect(checkRoundUpExpiration('2026-12-31', today)).toBe('roundup-expiration-past')
  expect(roundUpMessage('roundup-expiration-past', 'en')).toBe('You cannot use an expiration date in the past.')
})

test('an enrollment may have no end, and ends on 2121-12-31 at the latest', () => {
  expect(checkRoundUpExpiration('', today)).toBeNull()
  expect(checkRoundUpExpiration('2121-12-31', today)).toBeNull()
  for (const text of ['2122-01-01', '2027-02-30', '01/01/2027'])
    expect(checkRoundUpExpiration(text, today), text).toBe('roundup-expiration-not-valid')
  expect(roundUpMessage('roundup-expiration-not-valid', 'en')).toBe('Invalid date.')
})

test('every problem of a choice is listed, and saved values that have not changed are accepted', () => {
  const wrong = { isRoundup: true, amount: cents(-1), expiration: '2026-12-31' }
  const problems = [
    { code: 'roundup-amount-negative', field: 'amount' },
    { code: 'roundup-expiration-past', field: 'expiration' },
  ]
  expect(checkRoundUpChoice(wrong, undefined, today)).toEqual(problems)
  expect(checkRoundUpChoice(wrong, wrong, today)).toEqual([])
  expect(checkRoundUpChoice(wrong, { ...wrong, amount: null }, today)).toEqual(problems.slice(0, 1))
  expect(checkRoundUpChoice(wrong, { ...wrong, expiration: '' }, today)).toEqual(problems.slice(1))
  expect(checkRoundUpChoice({ isRoundup: true, amount: null, expiration: '' }, undefined, today)).toEqual([])
})

test('spaces around an amount are ignored, and a comma before two digits is a decimal mark', () => {
  expect(readRoundUpAmount('  ')).toBeNull()
  expect(readRoundUpAmount(' 2.5 ')).toBe(250)
  expect(readRoundUpAmount('2,50')).toBe(250)
  expect(readRoundUpAmount('2,5')).toBe('not-valid')
})
