import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import {
  admitsDraftDay,
  checkDraft,
  earliestStart,
  type DraftForm,
  type DraftItem,
  type DraftLimits,
} from './check-draft.ts'
import { draftObstacle, isPastDue } from './draft-eligibility.ts'
import { allowedDraftOptions, defaultDraftOption, needsDraftDay, offeredDraftTypes } from './draft-types.ts'
import { draftMessage, draftMessageOfAccount, draftNotice } from './drafts.messages.ts'
import { bankNameOf, isRoutingNumber } from './routing-number.ts'

const item: DraftItem = {
  accountNumber: '100100101',
  draftMethod: 'DAY_OF_MONTH',
  draftDay: '15',
  draftStartDate: '2026-12-01',
}
const form: DraftForm = {
  option: 'BANK',
  draftAccounts: [item],
  draftType: 'Checking',
  bankAccountNumber: '12345678',
  confirmBankAccountNumber: '12345678',
  routingNumber: '091800002',
  bankName: 'Cedar Valley Bank',
  authorize: true,
}
const noLimits: DraftLimits = { eligibleDraftDate: null, allowAfterBilledDay: null, allowBeforeBilledDay: null }

function said(different: Partial<DraftForm>, limits: Partial<DraftLimits> = {}, hasBank = true) {
  const circumstances = {
    limits: new Map([['100100101', { ...noLimits, ...limits }]]),
    maxDaysAfterBilling: 20,
    takesBankNumbers: true,
    hasBank,
  }
  return checkDraft({ ...form, ...different }, circumstances).map((problem) => draftMessage(problem, 'en'))
}
const saidOfItem = (different: Partial<DraftItem>, limits?: Partial<DraftLimits>) =>
  said({ draftAccounts: [{ ...item, ...different }] }, limits)

describe('a draft of an account', () => {
  it('accepts the days 1 and 28 and refuses 29 [DR-37]', () => {
    for (const draftDay of ['1', '28']) expect(saidOfItem({ draftDay })).toEqual([])
    expect(saidOfItem({ draftDay: '0028' })).toEqual([])
    for (const draftDay of ['29', '100', '1x', '00015']) {
      expect(saidOfItem({ draftDay })).toEqual(['Day of the Month must be before 29th'])
    }
    for (const draftDay of ['', '0']) expect(saidOfItem({ draftDay })).toEqual(['Day of the Month is required.'])
  })

  it('accepts only days between the billed days, which are both excluded [DR-38]', () => {
    const limits = { allowAfterBilledDay: 5, allowBeforeBilledDay: 20 }
    for (const draftDay of ['6', '19']) expect(saidOfItem({ draftDay }, limits)).toEqual([])
    for (const draftDay of ['1', '5', '20', '28']) {
      expect(saidOfItem({ draftDay }, limits)).toEqual(['Day of the Month must be after 5 and before 20'])
    }
  })

  it('takes a window that ends before it begins over the end of the month [DR-38]', () => {
    const limits = { allowAfterBilledDay: 20, allowBeforeBilledDay: 5 }
    for (const draftDay of ['21', '28', '1', '4']) expect(saidOfItem({ draftDay }, limits)).toEqual([])
    for (const draftDay of ['5', '20']) expect(saidOfItem({ draftDay }, limits)).toHaveLength(1)
  })

  it('admits no day in a window that begins and ends on the same day [DR-38]', () => {
    const same = { allowAfterBilledDay: 5, allowBeforeBilledDay: 5 }
    for (const draftDay of ['1', '4', '5', '6', '28'])
      expect(saidOfItem({ draftDay }, same)).toEqual(['Day of the Month must be after 5 and before 5'])
    const windows = [
      [5, 5],
      [5, 6],
      [28, 31],
      [28, 1],
      [5, 7],
      [27, 1],
      [28, 2],
    ] as const
    expect(windows.map(([after, before]) => admitsDraftDay(after, before))).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it('has no window where the cooperative gives one of the two days alone', () => {
    expect(saidOfItem({ draftDay: '5' }, { allowAfterBilledDay: 10 })).toEqual([])
    expect(saidOfItem({ draftDay: '25' }, { allowBeforeBilledDay: 10 })).toEqual([])
  })

  it('accepts 1 to 20 days after billing where 20 is the maximum [DR-39]', () => {
    const ofDays = (draftDay: string) => saidOfItem({ draftMethod: 'DAYS_AFTER_BILLING', draftDay })
    for (const days of ['1', '20']) expect(ofDays(days)).toEqual([])
    for (const days of ['', '0', '21', '00001'])
      expect(ofDays(days)).toEqual(['Number of Days after billing must be between 1 and 20'])
  })

  it('needs no day when billed and at the end of the month, and never takes CYCLE [DR-64]', () => {
    expect(saidOfItem({ draftMethod: 'WHEN_BILLED', draftDay: '' })).toEqual([])
    expect(saidOfItem({ draftMethod: 'END_OF_MONTH', draftDay: '' })).toEqual([])
    expect(saidOfItem({ draftMethod: 'CYCLE', draftDay: '' })).toEqual(['Choose when the draft is taken.'])
  })

  it('starts on 1990-01-01 at the earliest, and on the eligible date of the account [DR-55]', () => {
    expect(saidOfItem({ draftStartDate: '1990-01-01' })).toEqual([])
    expect(saidOfItem({ draftStartDate: '1989-12-31' })).toEqual(['Choose 01/01/1990 or a later date.'])
    expect(saidOfItem({ draftStartDate: '2026-02-30' })).toEqual(['Enter a start date.'])
    const eligible = { eligibleDraftDate: calendarDate('2026-12-02') }
    expect(saidOfItem({ draftStartDate: '2026-12-01' }, eligible)).toEqual(['Choose 12/02/2026 or a later date.'])
    expect(saidOfItem({ draftStartDate: '2026-12-02' }, eligible)).toEqual([])
    expect(earliestStart(calendarDate('1989-12-31'))).toBe('1990-01-01')
  })

  it('names the account in front of the first problem [DR-56]', () => {
    const circumstances = { limits: new Map(), maxDaysAfterBilling: 20, takesBankNumbers: true, hasBank: true }
    const second = { ...item, accountNumber: '100100102', draftDay: '30' }
    const third = { ...item, accountNumber: '100100103', draftDay: '' }
    const [first, ...others] = checkDraft({ ...form, draftAccounts: [item, second, third] }, circumstances)
    expect(first).toMatchObject({ field: 'draftAccounts.1.draftDay' })
    expect(others).toMatchObject([{ field: 'draftAccounts.2.draftDay' }])
    expect(first && draftMessageOfAccount(first, 'en')).toBe('Account: 100100102 Day of the Month must be before 29th')
  })
})

describe('the bank form', () => {
  it('accepts account numbers of 4 and 18 digits and refuses 3 and 19 [DR-42]', () => {
    const ofLength = (length: number) => {
      const digits = '1'.repeat(length)
      return said({ bankAccountNumber: digits, confirmBankAccountNumber: digits })
    }
    for (const length of [4, 18]) expect(ofLength(length)).toEqual([])
    for (const length of [3, 19])
      expect(ofLength(length)).toEqual(["The bank account number's length must be between 4 and 18."])
  })

  it('asks for every field with the documented sentence', () => {
    const empty = { bankAccountNumber: '', confirmBankAccountNumber: '', routingNumber: '', bankName: ' ' }
    expect(said({ ...empty, draftType: '', draftAccounts: [], authorize: false })).toEqual([
      'Please select an account to add a draft.',
      'Choose checking or savings.',
      'Please enter your bank routing number.',
      'Please enter bank name.',
      'Please enter bank account number.',
      'Please confirm your bank account number.',
      'Please check the authorize checkbox to submit your draft.',
    ])
  })

  it('names the field of each problem, from top to bottom', () => {
    const circumstances = { limits: new Map(), maxDaysAfterBilling: 20, takesBankNumbers: true, hasBank: true }
    const problems = (changes: Partial<DraftForm>) =>
      checkDraft({ ...form, ...changes }, circumstances).map(({ field, code }) => `${field} ${code}`)
    const empty = { bankAccountNumber: '', confirmBankAccountNumber: '', routingNumber: '', bankName: '' }
    expect(problems({ ...empty, draftType: '', draftAccounts: [], authorize: false })).toEqual([
      'draftAccounts no-account',
      'draftType kind-missing',
      'routingNumber routing-missing',
      'bankName bank-name-missing',
      'bankAccountNumber account-missing',
      'confirmBankAccountNumber confirm-missing',
      'authorize not-authorized',
    ])
    const letters = { bankAccountNumber: '1234a', confirmBankAccountNumber: '1234a' }
    expect(problems({ ...letters, bankName: 'x'.repeat(257) })).toEqual([
      'bankName bank-name-too-long',
      'bankAccountNumber account-not-digits',
    ])
    expect(problems({ bankName: 'Cedar Valley Bank\n' })).toEqual([])
  })

  it('refuses a confirmation that differs and an account number with letters [DR-41, DR-45]', () => {
    expect(said({ confirmBankAccountNumber: '12345679' })).toEqual([
      'Bank account and Confirm bank account number does not match.',
    ])
    expect(said({ bankAccountNumber: '1234a', confirmBankAccountNumber: '1234a' })).toHaveLength(1)
  })

  it('refuses zero, a wrong checksum, a wrong length and a number without a bank [DR-47, DR-48]', () => {
    for (const routingNumber of ['000000000', '091800003', '09180000', '0918000020', '091800002\n', 'x091800002'])
      expect(said({ routingNumber })).toEqual(['Please enter valid routing number.'])
    expect(said({}, {}, false)).toEqual(['Please enter valid routing number.'])
    expect(isRoutingNumber('021000021')).toBe(true)
  })

  it('treats the name DO NOT USE as blank [DR-51]', () => {
    for (const listed of ['DO NOT USE', ' do not use ']) expect(bankNameOf(listed)).toBe('')
    expect(bankNameOf(' Cedar Valley Bank ')).toBe('Cedar Valley Bank')
  })

  it('accepts a bank name of 256 characters and refuses 257 [DR-52]', () => {
    expect(said({ bankName: ` ${'x'.repeat(256)} ` })).toEqual([])
    expect(said({ bankName: 'x'.repeat(257) })).toHaveLength(1)
  })

  it('refuses a bank name with control or invisible formatting characters, in any script otherwise [DR-52]', () => {
    for (const code of [0x00, 0x0a, 0x1b, 0x9b, 0x200b, 0x202e, 0x2028])
      expect(said({ bankName: `A${String.fromCodePoint(code)}B` }), code.toString(16)).toEqual([
        'The bank name has characters we cannot use.',
      ])
    expect(said({ bankName: ' Banco Río & Söhne, N.A. ' })).toEqual([])
  })

  it('is not asked for by card or on the provider’s page, where the authorization is [DR-53]', () => {
    const nothing = { bankAccountNumber: '', routingNumber: '', draftType: '', bankName: '' }
    expect(said({ ...nothing, option: 'CREDIT' })).toEqual([])
    const onPage = { limits: new Map(), maxDaysAfterBilling: 20, takesBankNumbers: false, hasBank: false }
    expect(checkDraft({ ...form, ...nothing }, onPage)).toEqual([])
    expect(said({ ...nothing, option: 'CREDIT', authorize: false })).toHaveLength(1)
  })
})

describe('what is offered', () => {
  const candidate = {
    hasDraft: false,
    hasAutopay: false,
    pastDue: cents(0),
    isCardEligible: true,
    noMoreChecks: false,
  }

  it('is the default type where that is allowed, else the card, else the bank [DR-18, DR-19]', () => {
    const of = (allowCreditDraft: boolean, allowBankDraft: boolean, defaultDraftType: 'CREDIT' | 'BANK') =>
      defaultDraftOption({ allowCreditDraft, allowBankDraft, defaultDraftType })
    expect([
      of(true, true, 'BANK'),
      of(true, false, 'BANK'),
      of(false, true, 'CREDIT'),
      of(false, false, 'BANK'),
    ]).toEqual(['BANK', 'CREDIT', 'BANK', null])
  })

  it('is the card first, and a day for the types that need one', () => {
    expect(allowedDraftOptions({ allowCreditDraft: true, allowBankDraft: true })).toEqual(['CREDIT', 'BANK'])
    expect(offeredDraftTypes.map(needsDraftDay)).toEqual([false, false, true, true])
  })

  it('is a draft for an account that owes nothing past due, and none for one that has a draft', () => {
    for (const option of ['CREDIT', 'BANK'] as const) {
      expect(draftObstacle(candidate, option, true)).toBeNull()
      expect(draftObstacle({ ...candidate, hasDraft: true, hasAutopay: true }, option, true)).toBe('has-draft')
    }
    expect([isPastDue({ pastDue: cents(1) }), isPastDue({ pastDue: cents(0) })]).toEqual([true, false])
  })

  it('is no draft for an account with AutoPay, and a past-due one where those are blocked [DR-23, DR-24]', () => {
    expect(draftObstacle({ ...candidate, hasAutopay: true }, 'BANK', false)).toBe('autopay')
    const late = { ...candidate, pastDue: cents(1) }
    expect([draftObstacle(late, 'BANK', false), draftObstacle(late, 'BANK', true)]).toEqual([null, 'past-due'])
    expect(draftNotice('autopay', 'en')).toBe('Account is signed up for AutoPay. Draft is not allowed.')
  })

  it('offers no card for an account that takes none, and no bank account with no-more-checks [DR-25, DR-26]', () => {
    const noCard = { ...candidate, isCardEligible: false }
    const noCheck = { ...candidate, noMoreChecks: true }
    expect([draftObstacle(noCard, 'CREDIT', false), draftObstacle(noCard, 'BANK', false)]).toEqual([
      'card-restricted',
      null,
    ])
    expect([draftObstacle(noCheck, 'BANK', false), draftObstacle(noCheck, 'CREDIT', false)]).toEqual([
      'echeck-restricted',
      null,
    ])
    expect([draftNotice('card-restricted', 'en'), draftNotice('echeck-restricted', 'en')]).toEqual([
      'Credit Card Payment Restricted.',
      'ECheck Payment Restricted.',
    ])
  })
})
