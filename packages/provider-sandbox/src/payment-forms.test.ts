import { expect, test } from 'vitest'
import { checkCardForm } from './card-form.ts'
import { checkEcheckForm } from './echeck-form.ts'
import { type HandOff, readHandOff } from './hand-off-form.ts'
import { cardForm, echeckForm, handOffFields } from './sandbox-under-test.ts'

function handOffWith(changes: Record<string, string> = {}): HandOff {
  const reading = readHandOff(handOffFields(changes))
  if (!reading.ok) throw new Error(reading.faults.join())
  return reading.handOff
}

const today = '2026-04-15'

function cardCodes(changes: Record<string, string>, handOff = handOffWith()): string[] {
  const { cardNumber = '', cardName = '', cardExpiry = '', cardCvc = '', cardZip = '' } = cardForm(changes)
  const verdict = checkCardForm({ cardNumber, cardName, cardExpiry, cardCvc, cardZip }, handOff, today)
  return verdict.ok ? [] : verdict.problems.map((problem) => problem.code)
}

test.each([
  [{ cardNumber: '' }, ['card-number-missing']],
  [{ cardNumber: '4111111111111112' }, ['card-number-invalid']],
  [{ cardNumber: '4111x11111111111' }, ['card-number-invalid']],
  [{ cardNumber: '3530111333300000' }, ['card-brand-unknown']],
  [{ cardNumber: '4539578763621486' }, ['card-not-a-test-card']],
  [{ cardNumber: '378282246310005', cardCvc: '737' }, ['card-cvc-length']],
  [{ cardNumber: '378282246310005', cardCvc: '7373' }, []],
  [{ cardCvc: '7373' }, ['card-cvc-length']],
  [{ cardCvc: '7a7' }, ['card-cvc-length']],
  [{ cardCvc: '' }, ['card-cvc-missing']],
  [{ cardName: '  ' }, ['card-name-missing']],
  [{ cardExpiry: '' }, ['card-expiry-missing']],
  [{ cardExpiry: '13/29' }, ['card-expiry-invalid']],
  [{ cardExpiry: '03/26' }, ['card-expired']],
  [{ cardExpiry: '04/26' }, []],
  [{ cardExpiry: '4 / 2026' }, []],
  [{ cardExpiry: '0426' }, []],
  [{ cardExpiry: '12/77' }, ['card-expiry-invalid']],
  [{ cardZip: '5370' }, ['card-zip-invalid']],
  [{ cardZip: '53703-1234' }, []],
  [
    { cardNumber: '', cardName: '', cardExpiry: '', cardCvc: '', cardZip: '' },
    ['card-number-missing', 'card-name-missing', 'card-expiry-missing', 'card-cvc-missing', 'card-zip-invalid'],
  ],
])('card form with %o has the problems %o', (changes, codes) => {
  expect(cardCodes(changes)).toEqual(codes)
})

test('a brand that the utility does not take is refused before the number is looked at further', () => {
  expect(
    cardCodes({ cardNumber: '378282246310005', cardCvc: '7373' }, handOffWith({ acceptedCardTypes: 'VI,MC' })),
  ).toEqual(['card-brand-refused'])
})

test('one cent above the card maximum is refused, the maximum itself is not', () => {
  expect(cardCodes({}, handOffWith({ maxCardAmount: '123.44' }))).toEqual(['card-above-maximum'])
  expect(cardCodes({}, handOffWith({ maxCardAmount: '123.45' }))).toEqual([])
})

test.each([
  [{}, []],
  [{ bankName: '' }, ['bank-name-missing']],
  [{ routingNumber: '' }, ['routing-missing']],
  [{ routingNumber: '021000022' }, ['routing-invalid']],
  [{ bankAccount: '123', bankAccountAgain: '123' }, ['bank-account-invalid']],
  [{ bankAccount: '1'.repeat(18), bankAccountAgain: '1'.repeat(18) }, ['bank-account-invalid']],
  [{ bankAccount: '987654321', bankAccountAgain: '987654321' }, ['bank-account-not-a-test-account']],
  [{ bankAccountAgain: '000123456788' }, ['bank-account-differs']],
  [{ bankAccountAgain: '' }, ['bank-account-again-missing']],
  [{ bankAccountType: 'brokerage' }, ['bank-account-type-missing']],
])('bank account form with %o has the problems %o', (changes: Record<string, string>, codes) => {
  const form = echeckForm(changes)
  const { bankName = '', routingNumber = '', bankAccount = '', bankAccountAgain = '', bankAccountType = '' } = form
  const verdict = checkEcheckForm({ bankName, routingNumber, bankAccount, bankAccountAgain, bankAccountType })
  expect(verdict.ok ? [] : verdict.problems.map((problem) => problem.code)).toEqual(codes)
})
