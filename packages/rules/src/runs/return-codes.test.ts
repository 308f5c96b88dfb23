import { describe, expect, it } from 'vitest'
import { isFeeCharged, isReturnCode, readCorrection, returnAction } from './return-codes.ts'

describe('what a bank returns', () => {
  it('is presented again twice for lack of money, then stops the draft', () => {
    expect([0, 1, 2].map((retries) => returnAction('R01', retries))).toEqual(['retry', 'retry', 'stop'])
    expect(returnAction('R09', 0)).toBe('retry')
  })

  it('stops the draft of a wrong or closed account, and any it does not know', () => {
    for (const code of ['R02', 'R03', 'R04', 'R12', 'R85']) expect(returnAction(code, 0)).toBe('stop')
  })

  it('forbids checks where the payer or the bank refuses debits', () => {
    for (const code of ['R05', 'R07', 'R08', 'R10', 'R11', 'R16', 'R20', 'R29'])
      expect(returnAction(code, 0)).toBe('no-more-checks')
  })

  it('has a fee only where the bank account could not be debited', () => {
    for (const reason of ['R01', 'R02 closed', 'The bank returned it: R09', 'Your bank returned the payment.', ''])
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
    expect(['R01', 'R53', 'R80', 'R85'].map(isReturnCode)).toEqual([true, true, true, true])
    expect(['R00', 'R61', 'R71', 'C01', 'R1'].map(isReturnCode)).toEqual([false, false, false, false, false])
  })
})

it('reads the corrected data of each notification of change at its place', () => {
  const account = '1918171614'.padEnd(17)
  expect(readCorrection('C01', account)).toEqual({ bankAccountNumber: '1918171614' })
  expect(readCorrection('C02', '091000019')).toEqual({ routingNumber: '091000019' })
  expect(readCorrection('C03', `091000019   ${account}`)).toEqual({
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
