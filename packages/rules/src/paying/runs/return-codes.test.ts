import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import {
  isFeeCharged,
  isReturnCode,
  listExceededRates,
  readCorrection,
  type ReturnedEntry,
  returnAction,
  returnRates,
} from './return-codes.ts'

const entry = (changes: Partial<ReturnedEntry> = {}): ReturnedEntry => ({
  isPrenote: false,
  retries: 0,
  originalOn: calendarDate('2026-12-15'),
  retryOn: calendarDate('2026-12-18'),
  ...changes,
})

describe('what a bank returns', () => {
  it('is presented again twice for lack of money, then stops the draft', () => {
    expect([0, 1, 2].map((retries) => returnAction('R01', entry({ retries })))).toEqual(['retry', 'retry', 'stop'])
    expect(returnAction('R09', entry())).toBe('retry')
  })

  it('is presented again within 180 days of the original debit, and not on the day after them', () => {
    const onDay = (day: string) => returnAction('R01', entry({ retryOn: calendarDate(day) }))
    expect([onDay('2027-06-13'), onDay('2027-06-14')]).toEqual(['retry', 'stop'])
  })

  it('stops the draft for any code it does not know', () => {
    for (const code of ['R12', 'R85']) expect(returnAction(code, entry())).toBe('stop')
  })

  it('forbids checks where the account does not exist, or the payer or the bank refuses debits', () => {
    for (const code of ['R02', 'R03', 'R04', 'R05', 'R07', 'R08', 'R10', 'R11', 'R16', 'R20', 'R29', 'R51'])
      expect([code, returnAction(code, entry())]).toEqual([code, 'no-more-checks'])
  })

  it('stops the draft of a prenote, and forbids checks only where debits are refused', () => {
    const ofPrenote = (code: string) => returnAction(code, entry({ isPrenote: true }))
    expect(['R01', 'R03', 'R10'].map(ofPrenote)).toEqual(['stop', 'stop', 'no-more-checks'])
  })

  it.each([
    [1_000, { unauthorized: 5, administrative: 30, overall: 150 }, []],
    [1_000, { unauthorized: 6, administrative: 30, overall: 150 }, [{ rate: 'unauthorized', perMille: 6 }]],
    [1_000, { unauthorized: 5, administrative: 31, overall: 150 }, [{ rate: 'administrative', perMille: 31 }]],
    [1_000, { unauthorized: 0, administrative: 0, overall: 151 }, [{ rate: 'overall', perMille: 151 }]],
    [0, { unauthorized: 1, administrative: 1, overall: 1 }, []],
  ])('%i debits with returns %j are above these limits of Nacha: %j', (debits, returned, exceeded) => {
    expect(listExceededRates(debits, returned)).toEqual(exceeded)
  })

  it('counts for a rate of Nacha by its code, and every code for the rate of all returns', () => {
    expect(returnRates).toEqual({
      unauthorized: { codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'], most: 5 },
      administrative: { codes: ['R02', 'R03', 'R04'], most: 30 },
      overall: { codes: [], most: 150 },
    })
    expect(listExceededRates(300, { unauthorized: 2, administrative: 0, overall: 46 })).toEqual([
      { rate: 'unauthorized', perMille: 6 },
      { rate: 'overall', perMille: 153 },
    ])
  })

  it('has a fee only where the bank account could not be debited', () => {
    for (const reason of [
      'R01',
      'R02 closed',
      'R03',
      'R04',
      'R08',
      'The bank returned it: R09',
      'R20',
      'Your bank returned the payment.',
      'Reference XR05',
      'Reference R051',
      '',
    ])
      expect([reason, isFeeCharged(reason)]).toEqual([reason, true])
    for (const reason of [
      'R05',
      'The bank returned it: R06',
      'R07',
      'R10',
      'R11',
      'R14',
      'R16 frozen',
      'R24',
      'R29',
      'R31',
    ])
      expect([reason, isFeeCharged(reason)]).toEqual([reason, false])
  })

  it('is no return when it disputes one', () => {
    for (const code of ['R01', 'R09', 'R10', 'R49', 'R50', 'R53', 'R80', 'R85'])
      expect([code, isReturnCode(code)]).toEqual([code, true])
    for (const code of ['R00', 'R54', 'R61', 'R71', 'R79', 'R86', 'R90', 'C01', 'R1', 'xR01', 'R010', 'R5a', 'Ra1'])
      expect([code, isReturnCode(code)]).toEqual([code, false])
  })
})

it('reads the corrected data of each notification of change at its place', () => {
  const account = '1918171614'.padEnd(17)
  expect(readCorrection('C01', `${account}9`)).toEqual({ bankAccountNumber: '1918171614' })
  expect(readCorrection('C01', '12345678901234567')).toEqual({ bankAccountNumber: '12345678901234567' })
  expect(readCorrection('C02', '091000019 12')).toEqual({ routingNumber: '091000019' })
  expect(readCorrection('C03', `091000019   ${account}9`)).toEqual({
    routingNumber: '091000019',
    bankAccountNumber: '1918171614',
  })
  expect(readCorrection('C05', '37')).toEqual({ accountKind: 'Savings' })
  expect(readCorrection('C06', `${account}   27`)).toEqual({ bankAccountNumber: '1918171614', accountKind: 'Checking' })
  expect(readCorrection('C07', `091000019${account}37`)).toEqual({
    routingNumber: '091000019',
    bankAccountNumber: '1918171614',
    accountKind: 'Savings',
  })
  expect(readCorrection('C04', 'SMITH')).toBeNull()
})
