import { describe, expect, test } from 'vitest'
import {
  type AuthenticationOptionForm,
  billAmountOf,
  checkAuthenticationOption,
  chooseAuthenticationOption,
  validatorResourceOf,
} from './check-authentication-option.ts'
import { checkRegistrationAccount } from './check-registration-account.ts'
import { checkRegistration, type RegistrationForm } from './check-registration.ts'
import { isVerificationCode } from './is-verification-code.ts'
import { accountVerifiedMessage, registeredMessage, registrationMessage } from './registration.messages.ts'

describe('the account step', () => {
  const sentences = (accountNumber: string) =>
    checkRegistrationAccount({ accountNumber }).map((problem) => registrationMessage(problem, 'en'))

  test('an empty account number is refused in the words of this form [RG-12]', () => {
    expect(sentences('')).toEqual(['Please enter your Account Number.'])
  })

  test('12 digits are accepted, 13 refused [RG-13]', () => {
    expect(sentences('1'.repeat(12))).toEqual([])
    expect(sentences('1'.repeat(13))).toEqual(['Please enter valid account number.'])
  })

  test('anything but digits is refused [RG-14]', () => {
    for (const wrong of ['12a', '12-3', '1 2', '１２']) {
      expect(sentences(wrong)).toEqual(['Please enter valid account number.'])
    }
  })
})

describe('the option step', () => {
  const form: AuthenticationOptionForm = {
    selectedAuthenticateOption: '',
    email: '',
    phone: '',
    billAmount: '142.37',
  }
  const rule = { strictEmailEnding: false }
  const sentences = (over: Partial<AuthenticationOptionForm>) =>
    checkAuthenticationOption({ ...form, ...over }, rule).map((problem) => [
      problem.field,
      registrationMessage(problem, 'en'),
    ])

  test('a missing choice of the contact is refused [RG-15]', () => {
    expect(sentences({})).toEqual([
      ['selectedAuthenticateOption', 'Please select an authentication type to receive verification code.'],
    ])
    expect(sentences({ selectedAuthenticateOption: 'contact-1' })).toEqual([])
  })

  test('a typed email address must be valid [RG-17]', () => {
    expect(sentences({ selectedAuthenticateOption: 'email', email: 'a@b' })).toEqual([
      ['email', 'Please enter a valid email address.'],
    ])
    expect(sentences({ selectedAuthenticateOption: 'email', email: 'a@b.test' })).toEqual([])
  })

  test('an own phone number must have the form (999) 999-9999 [RG-18, RG-19]', () => {
    const refused = [['phone', 'Please enter a valid phone number.']]
    for (const phone of ['', '7155550100', '715-555-0100', '(715)555-0100', '(715) 555-010', '(715) 555-01000']) {
      expect(sentences({ selectedAuthenticateOption: 'phone', phone })).toEqual(refused)
    }
    expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(715) 555-0100' })).toEqual([])
  })

  test('the area code may begin with neither 0 nor 1, and the exchange not with 0 [RG-20]', () => {
    const refused = [['phone', 'Please enter a valid phone number.']]
    expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(015) 555-0100' })).toEqual(refused)
    expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(715) 055-0100' })).toEqual(refused)
    expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(115) 155-0100' })).toEqual(refused)
    expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(215) 155-0100' })).toEqual([])
  })

  test('choosing the email address clears the phone and choosing the phone clears the address [RG-22]', () => {
    const typed = { ...form, email: 'a@b.test', phone: '(715) 555-0100' }
    expect(chooseAuthenticationOption(typed, 'email')).toEqual({
      selectedAuthenticateOption: 'email',
      email: 'a@b.test',
      phone: '',
      billAmount: '142.37',
    })
    expect(chooseAuthenticationOption(typed, 'contact-1')).toMatchObject({ email: '', phone: '', billAmount: '' })
    expect(chooseAuthenticationOption(typed, 'phone')).toEqual({
      selectedAuthenticateOption: 'phone',
      email: '',
      phone: '(715) 555-0100',
      billAmount: '142.37',
    })
  })

  test('a contact that is not on file needs the amount of a bill [RG-17, RG-18]', () => {
    const refused = [['billAmount', 'Please enter the amount of your last bill or the one before.']]
    for (const billAmount of ['', '0', '-1', 'x', '1,5']) {
      expect(sentences({ selectedAuthenticateOption: 'email', email: 'a@b.test', billAmount })).toEqual(refused)
      expect(sentences({ selectedAuthenticateOption: 'phone', phone: '(715) 555-0100', billAmount })).toEqual(refused)
      expect(sentences({ selectedAuthenticateOption: 'contact-1', billAmount })).toEqual([])
    }
    expect([billAmountOf({ billAmount: '$142,37' }), billAmountOf({ billAmount: '71' })]).toEqual([14_237, 7100])
  })

  test('the form sends the chosen contact, the address, or the digits of the phone [DM-19]', () => {
    const sent = (over: Partial<AuthenticationOptionForm>) => validatorResourceOf({ ...form, ...over })
    expect(sent({ selectedAuthenticateOption: 'contact-1' })).toBe('contact-1')
    expect(sent({ selectedAuthenticateOption: 'email', email: 'a@b.test' })).toBe('a@b.test')
    expect(sent({ selectedAuthenticateOption: 'phone', phone: '(715) 555-0100' })).toBe('7155550100')
  })
})

test('a code is six digits and nothing else [RG-23, RG-24, RG-25]', () => {
  expect(isVerificationCode('012345')).toBe(true)
  for (const wrong of ['', '12345', '1234567', '12345a', ' 12345', '123456\n', '１２３４５６']) {
    expect([wrong, isVerificationCode(wrong)]).toEqual([wrong, false])
  }
})

describe('the registration form', () => {
  const good: RegistrationForm = {
    loginId: 'ada.lindqvist',
    email: 'ada@example.org',
    cnfemail: 'ada@example.org',
    password: 'gX7#pLq2vR',
    cnfpassword: 'gX7#pLq2vR',
    secQuestion: '1',
    secAnswer: 'Rex',
    hasOptedForPaperlessBilling: false,
    hasOptedForPaperlessOther: false,
    areMarketingEmailsAllowed: false,
    paperlessConfirmText: false,
  }
  const rule = { keyEmailTwice: true, strictEmailEnding: false }
  const sentences = (over: Partial<RegistrationForm>, keyEmailTwice = true) =>
    checkRegistration({ ...good, ...over }, { ...rule, keyEmailTwice }).map((problem) => [
      problem.field,
      registrationMessage(problem, 'en'),
    ])

  test('the confirmation of the address is checked only when the cooperative wants it keyed twice [RG-54]', () => {
    expect(sentences({ cnfemail: '' })).toEqual([['cnfemail', 'Email and Confirm Email does not match.']])
    expect(sentences({ cnfemail: '' }, false)).toEqual([])
  })

  test('a confirmation that differs from the address is refused [RG-55]', () => {
    expect(sentences({ cnfemail: 'eda@example.org' })).toEqual([
      ['cnfemail', 'Email and Confirm Email does not match.'],
    ])
    expect(sentences({})).toEqual([])
  })

  test('a missing security question is refused [RG-65]', () => {
    expect(sentences({ secQuestion: '' })).toEqual([['secQuestion', 'Please select an option.']])
  })

  test('a missing security answer is refused [RG-66]', () => {
    expect(sentences({ secAnswer: ' ' })).toEqual([['secAnswer', 'Please enter an answer.']])
  })

  test('an answer of 100 characters is accepted, one of 101 refused [RG-67]', () => {
    expect(sentences({ secAnswer: 'x'.repeat(100) })).toEqual([])
    expect(sentences({ secAnswer: 'x'.repeat(101) })).toEqual([
      ['secAnswer', 'Your answer can have up to 100 characters.'],
    ])
  })

  test('either paperless option needs the confirmation [RG-68]', () => {
    const refused = [['paperlessConfirmText', 'Please check the paperless confirmation checkbox.']]
    expect(sentences({ hasOptedForPaperlessBilling: true })).toEqual(refused)
    expect(sentences({ hasOptedForPaperlessOther: true })).toEqual(refused)
    expect(sentences({ hasOptedForPaperlessOther: true, paperlessConfirmText: true })).toEqual([])
  })

  test('marketing mail alone needs no confirmation [RG-69]', () => {
    expect(sentences({ areMarketingEmailsAllowed: true })).toEqual([])
  })

  test('every problem of the registration form is listed at once, each with its field [DM-13, DM-17]', () => {
    const empty = {
      loginId: '',
      email: '',
      cnfemail: 'x',
      password: '',
      cnfpassword: '',
      secQuestion: '',
      secAnswer: '',
      hasOptedForPaperlessBilling: true,
    }
    expect(sentences(empty)).toEqual([
      ['loginId', 'Please enter your username.'],
      ['email', 'Please enter a valid email address.'],
      ['cnfemail', 'Email and Confirm Email does not match.'],
      ['password', 'Please enter a password.'],
      ['cnfpassword', 'Please enter a confirm password.'],
      ['secQuestion', 'Please select an option.'],
      ['secAnswer', 'Please enter an answer.'],
      ['paperlessConfirmText', 'Please check the paperless confirmation checkbox.'],
    ])
  })
})

test('the sentences of the stages are the documented ones', () => {
  expect(registrationMessage({ code: 'no-contact' }, 'en')).toBe(
    'Unable to fetch details for entered account. Please contact customer support.',
  )
  expect(registrationMessage({ code: 'username-taken' }, 'en')).toBe('The username has already been registered.')
  expect(registrationMessage({ code: 'code-wrong' }, 'en')).toBe('Account verification is unsuccessful.')
  expect(accountVerifiedMessage('en')).toBe('Account verification is successful.')
  expect(registeredMessage('ada@example.org', 'en')).toBe(
    'User has been successfully registered with email ada@example.org',
  )
})
