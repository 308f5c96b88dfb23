import { describe, expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import {
  changesCredentials,
  checkProfile,
  type ProfileForm,
  type ProfileRule,
  type SavedProfile,
} from './check-profile.ts'
import { profileMessage } from './my-profile.messages.ts'
import { isRemovalBlocked } from './stored-payments.ts'

const saved: SavedProfile = {
  userName: 'ada.lindqvist@example.org',
  loginId: 'ada.lindqvist',
  secretQuestionId: 'first-pet',
  paymentSetups: [],
  roundupAccounts: [{ isRoundup: false, amount: null, expiration: '' }],
}
const paper = { isEmail: false, isPaperless: false, isPaperlessOther: false }
const unchanged: ProfileForm = {
  userName: saved.userName,
  loginId: saved.loginId,
  currentPassword: '',
  password: '',
  cnfpassword: '',
  securityQuestionId: 'first-pet',
  securityQuestionAnswer: '',
  removeStoredCreditData: false,
  removeStoredBankData: false,
  isPaperlessBilling: false,
  isPaperlessOther: false,
  annualMarketingElectricKit: false,
  isMarketEmail: false,
  paperlessConfirmText: false,
  paperlessAccounts: [paper],
  roundupAccounts: saved.roundupAccounts,
}
const rule: ProfileRule = {
  strictEmailEnding: false,
  paperless: { member: true, account: true, marketing: true },
  today: calendarDate('2026-12-31'),
}
const proven = { currentPassword: 'Prairie!2026' }

const problemsOf = (
  form: Partial<ProfileForm>,
  more: { saved?: Partial<SavedProfile>; rule?: Partial<ProfileRule> } = {},
) =>
  checkProfile({ ...unchanged, ...form }, { ...saved, ...more.saved }, { ...rule, ...more.rule }).map(
    ({ field, code }) => [field, profileMessage(code, 'en')],
  )

test('an unchanged profile has no problem', () => {
  expect(problemsOf({})).toEqual([])
})

describe('the email address', () => {
  test('the email address is required and must be valid [MP-21, MP-24]', () => {
    for (const userName of ['', ' ', 'ada', 'ada@', 'ada@example', 'ada @example.org', 'ada@example.c'])
      expect(problemsOf({ userName, ...proven }), userName).toEqual([
        ['userName', 'Please enter a valid email address.'],
      ])
  })

  test('the email address is compared in lower case, and has an ending of 2 to 4 letters where the cooperative is strict [MP-22]', () => {
    expect(problemsOf({ userName: 'Ada@Example.ORG', ...proven })).toEqual([])
    expect(problemsOf({ userName: 'ada@example.energy', ...proven })).toEqual([])
    const strict = { rule: { strictEmailEnding: true } }
    expect(problemsOf({ userName: 'ada@example.info', ...proven }, strict)).toEqual([])
    expect(problemsOf({ userName: 'ada@example.energy', ...proven }, strict)).toHaveLength(1)
  })

  test('the email address has at most 60 characters [MP-23]', () => {
    const of = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`
    expect(problemsOf({ userName: of(60), ...proven })).toEqual([])
    expect(problemsOf({ userName: of(61), ...proven })).toEqual([['userName', 'Please enter a valid email address.']])
  })
})

describe('the username', () => {
  const loginId = (text: string) => problemsOf({ loginId: text, ...proven })
  const refused = [['loginId', 'Username entry does not meet criteria.']]

  test('the username is required [MP-33]', () => {
    expect(loginId('')).toEqual([['loginId', 'Please enter your username.']])
  })

  test('the username has 6 to 60 characters [MP-34]', () => {
    expect(loginId('abcde')).toEqual(refused)
    expect(loginId('abcdef')).toEqual([])
    expect(loginId('a'.repeat(60))).toEqual([])
    expect(loginId('a'.repeat(61))).toEqual(refused)
  })

  test('the username has letters, digits, space and . _ @ - only [MP-35, MP-38]', () => {
    expect(loginId('a.b_c@d-e f1')).toEqual([])
    for (const text of ['ada!lindqvist', 'ada,lindqvist', 'ada/lindqvist', 'ädalindqvist'])
      expect(loginId(text), text).toEqual(refused)
  })

  test('starts and ends with a letter or digit [MP-36, MP-38]', () => {
    expect(loginId('1adalindqvist2')).toEqual([])
    for (const text of ['.adalindqvist', 'adalindqvist.', ' adalindqvist', 'adalindqvist-'])
      expect(loginId(text), text).toEqual(refused)
  })

  test('the username has no special character twice in a row, space included [MP-37, MP-38]', () => {
    for (const text of ['ada..lindqvist', 'ada  lindqvist', 'ada--lindqvist'])
      expect(loginId(text), text).toEqual(refused)
    expect(loginId('ada.-lindqvist')).toEqual([])
  })
})

describe('the password', () => {
  const good = 'Harvest$Moon7'

  test('the new password is optional [MP-25]', () => {
    expect(problemsOf({ password: '', cnfpassword: '' })).toEqual([])
  })

  test('an empty one is refused once the confirmation is filled [MP-26, MP-28]', () => {
    expect(problemsOf({ cnfpassword: good, ...proven })).toEqual([
      ['password', 'Please enter a password.'],
      ['cnfpassword', 'Password and Confirm Password does not match.'],
    ])
  })

  test('the confirmation is required once the password is filled [MP-26, MP-30]', () => {
    expect(problemsOf({ password: good, ...proven })).toEqual([['cnfpassword', 'Please enter a confirm password.']])
  })

  test('the password has 8 to 50 characters with a small and a capital letter, a digit and a special character [MP-27, MP-29]', () => {
    const sentence =
      'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).'
    const of = (password: string) => problemsOf({ password, cnfpassword: password, ...proven })
    const long = (length: number) => `aA1!${'x'.repeat(length - 4)}`
    for (const password of ['aA1!xxx', 'harvest$moon7', 'HARVEST$MOON7', 'Harvest$Moon', 'HarvestMoon7', long(51)])
      expect(of(password), password).toEqual([['password', sentence]])
    for (const special of '!@#$%^&*') expect(of(`Harvest${special}Moon7`), special).toEqual([])
    expect(of(long(8))).toEqual([])
    expect(of(long(50))).toEqual([])
  })

  test('a confirmation that differs is refused [MP-31]', () => {
    expect(problemsOf({ password: good, cnfpassword: `${good}x`, ...proven })).toEqual([
      ['cnfpassword', 'Password and Confirm Password does not match.'],
    ])
  })
})

describe('the current password', () => {
  const sentence = [['currentPassword', 'Enter your current password.']]

  test('the current password is required when the username, the email address or the password changes', () => {
    expect(problemsOf({ loginId: 'ada.lindqvist2' })).toEqual(sentence)
    expect(problemsOf({ userName: 'ada@example.org' })).toEqual(sentence)
    expect(problemsOf({ password: 'Harvest$Moon7', cnfpassword: 'Harvest$Moon7' })).toEqual(sentence)
  })

  test('the current password is not required for other changes', () => {
    const other = { ...unchanged, securityQuestionId: 'first-car', isPaperlessBilling: true }
    expect(changesCredentials(other, saved)).toBe(false)
    expect(changesCredentials({ ...other, userName: 'ADA.lindqvist@example.org ' }, saved)).toBe(false)
  })
})

describe('the security question', () => {
  test('the security question is required [MP-42]', () => {
    const none = { saved: { secretQuestionId: '' } }
    expect(problemsOf({ securityQuestionId: '' }, none)).toEqual([['securityQuestionId', 'Please select an option.']])
  })

  test('the security answer is required with another question; left empty, the stored one stays [MP-43]', () => {
    for (const securityQuestionAnswer of ['', '  '])
      expect(problemsOf({ securityQuestionId: 'first-car', securityQuestionAnswer })).toEqual([
        ['securityQuestionAnswer', 'Please enter an answer.'],
      ])
    expect(problemsOf({ securityQuestionId: 'first-car', securityQuestionAnswer: 'Volvo' })).toEqual([])
    expect(problemsOf({ securityQuestionAnswer: '' })).toEqual([])
  })

  test('the answer to the security question has at most 100 characters [MP-44]', () => {
    expect(problemsOf({ securityQuestionAnswer: 'a'.repeat(100) })).toEqual([])
    expect(problemsOf({ securityQuestionAnswer: 'a'.repeat(101) })).toEqual([
      ['securityQuestionAnswer', 'Your answer can have up to 100 characters.'],
    ])
  })
})

describe('stored payment data', () => {
  const bank = { paymentMethod: 'ECHECK' } as const
  const card = { paymentMethod: 'CHARGE' } as const

  test('stored payment data cannot be removed while an AutoPay or a draft pays with it [MP-20]', () => {
    expect(isRemovalBlocked('Check', [bank])).toBe(true)
    expect(isRemovalBlocked('Credit', [bank])).toBe(false)
    expect(isRemovalBlocked('Credit', [bank, card])).toBe(true)
    const both = { removeStoredCreditData: true, removeStoredBankData: true }
    const sentence = 'Update not allowed. Active Payment setup exists.'
    expect(problemsOf(both, { saved: { paymentSetups: [bank] } })).toEqual([['removeStoredBankData', sentence]])
    expect(problemsOf(both, { saved: { paymentSetups: [card] } })).toEqual([['removeStoredCreditData', sentence]])
    expect(problemsOf(both)).toEqual([])
  })

  test('the Spanish sentence names no kind of payment: scheduled payments and drafts block the removal, too [MP-20]', () => {
    expect(profileMessage('active-payment-setup', 'es')).toBe(
      'No se permite la actualización. Hay un pago configurado activo.',
    )
  })
})

describe('the paperless confirmation', () => {
  const missing = [['paperlessConfirmText', 'Please select the checkbox to continue.']]

  test('the paperless confirmation is required while any paperless or marketing option is on, though nothing has changed [MP-54, MP-55]', () => {
    const options: readonly Partial<ProfileForm>[] = [
      { isPaperlessBilling: true },
      { isPaperlessOther: true },
      { annualMarketingElectricKit: true },
      { isMarketEmail: true },
      { paperlessAccounts: [paper, { isEmail: true, isPaperless: true, isPaperlessOther: false }] },
      { paperlessAccounts: [{ ...paper, isPaperlessOther: true }] },
    ]
    for (const option of options) {
      expect(problemsOf(option), JSON.stringify(option)).toEqual(missing)
      expect(problemsOf({ ...option, paperlessConfirmText: true })).toEqual([])
    }
  })

  test('no paperless confirmation is needed for an email about a paper bill or for options that are not offered', () => {
    expect(problemsOf({ paperlessAccounts: [{ ...paper, isEmail: true }] })).toEqual([])
    const nothing = { rule: { paperless: { member: false, account: false, marketing: false } } }
    expect(problemsOf({ isPaperlessBilling: true, isMarketEmail: true }, nothing)).toEqual([])
  })
})

describe('Operation RoundUp', () => {
  const choice = (amount: number | 'not-valid', expiration = '') => ({
    isRoundup: true,
    amount: amount === 'not-valid' ? amount : cents(amount),
    expiration,
  })

  test('every problem of Operation RoundUp is listed with the place of its account', () => {
    const roundupAccounts = [choice(200), choice('not-valid', '2026-12-31'), choice(0, '2122-01-01')]
    expect(problemsOf({ roundupAccounts })).toEqual([
      ['roundupAccounts.1.amount', 'You must enter valid amount.'],
      ['roundupAccounts.1.expiration', 'You cannot use an expiration date in the past.'],
      ['roundupAccounts.2.expiration', 'Invalid date.'],
    ])
  })

  test('an enrollment that ended stops no other change', () => {
    const roundupAccounts = [choice(200, '2026-01-31')]
    expect(problemsOf({ roundupAccounts }, { saved: { roundupAccounts } })).toEqual([])
  })
})
