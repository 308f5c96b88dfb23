import { describe, expect, test } from 'vitest'
import { checkVerifyAccount } from './check-verify-account.ts'
import { verifyAccountMessage } from './verify-account.messages.ts'

const messagesFor = (accountNumber: string, phoneLastFourDigits: string) =>
  checkVerifyAccount({ accountNumber, phoneLastFourDigits }).map(
    (problem) => `${problem.field}: ${verifyAccountMessage(problem, 'en')}`,
  )

describe('step 1 of Quick Pay', () => {
  test('an empty account number is refused with its sentence [QP-09]', () => {
    expect(messagesFor('', '0100')).toEqual(['accountNumber: Please enter your account number.'])
    expect(messagesFor('   ', '0100')).toEqual(['accountNumber: Please enter your account number.'])
  })

  test('an account number with anything but digits is refused with its sentence [QP-10]', () => {
    for (const wrong of ['12a', '12-34', ' 123', '123\n', '１２３', '-1', '1.5']) {
      expect(messagesFor(wrong, '0100')).toEqual(['accountNumber: Please enter valid account number.'])
    }
  })

  test('an account number of 12 digits passes and one of 13 is refused [QP-11]', () => {
    expect(messagesFor('123456789012', '0100')).toEqual([])
    expect(messagesFor('1', '0100')).toEqual([])
    expect(messagesFor('1234567890123', '0100')).toEqual(['accountNumber: Please enter valid account number.'])
    expect(messagesFor('9'.repeat(50_000), '0100')).toEqual(['accountNumber: Please enter valid account number.'])
  })

  test('empty phone digits are refused with their sentence [QP-12]', () => {
    expect(messagesFor('123', '')).toEqual(['phoneLastFourDigits: Please enter last 4 digits of your phone number.'])
  })

  test('three or five phone digits are refused, four pass [QP-13]', () => {
    const refused = ['phoneLastFourDigits: Please enter valid last 4 digits of your phone number.']
    expect(messagesFor('123', '010')).toEqual(refused)
    expect(messagesFor('123', '01000')).toEqual(refused)
    expect(messagesFor('123', '0000')).toEqual([])
  })

  test('phone digits with anything but digits are refused [QP-14]', () => {
    for (const wrong of ['01a0', '010 ', '01-0', '０１００', '010\n']) {
      expect(messagesFor('123', wrong)).toEqual([
        'phoneLastFourDigits: Please enter valid last 4 digits of your phone number.',
      ])
    }
  })

  test('both fields are checked at once, each with its own problem', () => {
    expect(messagesFor('', '12')).toEqual([
      'accountNumber: Please enter your account number.',
      'phoneLastFourDigits: Please enter valid last 4 digits of your phone number.',
    ])
  })

  test('every problem has a Spanish sentence of its own', () => {
    const codes = [
      'account-number-missing',
      'account-number-not-valid',
      'phone-digits-missing',
      'phone-digits-not-valid',
    ] as const
    const spanish = codes.map((code) => verifyAccountMessage({ code }, 'es'))
    expect(new Set(spanish).size).toBe(4)
    for (const code of codes) expect(spanish).not.toContain(verifyAccountMessage({ code }, 'en'))
  })
})
