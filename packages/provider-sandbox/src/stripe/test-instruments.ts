import { createHash } from 'node:crypto'
import type { Instrument } from './method-objects.ts'

/** The answer of the bank behind a test number. */
export type BankAnswer =
  | { readonly kind: 'paid' }
  /** Refused at once, with the vendor's code and the bank's own reason. */
  | { readonly kind: 'declined'; readonly code: string; readonly declineCode: string; readonly message: string }
  /** Refused while the member is away, paid while they confirm on the page. */
  | { readonly kind: 'asks-for-authentication' }
  /** Accepted, and returned by the bank some days later. */
  | { readonly kind: 'fails-later'; readonly code: string; readonly message: string }
  /** Paid, and then disputed. */
  | { readonly kind: 'disputed' }

const paid: BankAnswer = { kind: 'paid' }

const declined = (code: string, message: string, declineCode = code): BankAnswer => ({
  kind: 'declined',
  code,
  declineCode,
  message,
})

const cards: Readonly<Record<string, { readonly brand: string; readonly answer: BankAnswer }>> = {
  '4242424242424242': { brand: 'visa', answer: paid },
  '5555555555554444': { brand: 'mastercard', answer: paid },
  '378282246310005': { brand: 'amex', answer: paid },
  '6011111111111117': { brand: 'discover', answer: paid },
  '3056930009020004': { brand: 'diners', answer: paid },
  '4000000000000002': {
    brand: 'visa',
    answer: declined('card_declined', 'Your card was declined.', 'generic_decline'),
  },
  '4000000000009995': {
    brand: 'visa',
    answer: declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
  },
  '4000000000009987': { brand: 'visa', answer: declined('card_declined', 'Your card was declined.', 'lost_card') },
  '4000000000000069': { brand: 'visa', answer: declined('expired_card', 'Your card has expired.') },
  '4000000000000127': { brand: 'visa', answer: declined('incorrect_cvc', "Your card's security code is incorrect.") },
  '4000002500003155': { brand: 'visa', answer: { kind: 'asks-for-authentication' } },
  '4000000000000259': { brand: 'visa', answer: { kind: 'disputed' } },
}

const failsLater = (code: string, message: string): BankAnswer => ({ kind: 'fails-later', code, message })

const banks: Readonly<Record<string, BankAnswer>> = {
  '000123456789': paid,
  '000111111113': failsLater('account_closed', 'The bank account has been closed.'),
  '000111111116': failsLater('no_account', 'The bank account could not be located.'),
  '000222222227': failsLater('insufficient_funds', 'The bank account has insufficient funds.'),
  '000333333335': failsLater('debit_not_authorized', 'The debit was not authorized by the account holder.'),
  '000777777771': declined('charge_exceeds_source_limit', 'The amount would exceed the weekly limit of the account.'),
}

/** The routing number that the vendor gives for tests. The demo's members have the other one. */
export const testRoutingNumber = '110000000'
const routingNumbers = [testRoutingNumber, '021000021']

const fingerprintOf = (number: string): string => createHash('sha256').update(number).digest('hex').slice(0, 16)

/** The card with a test number; `null` for any other number, which a sandbox must not take. */
export function cardOf(number: string, expiry: { readonly month: number; readonly year: number }): Instrument | null {
  const card = cards[number]
  if (card === undefined) return null
  return { kind: 'card', brand: card.brand, last4: number.slice(-4), fingerprint: fingerprintOf(number), expiry }
}

/** The bank account with a test number; `null` for any other. */
export function bankOf(number: string, routingNumber: string): Instrument | null {
  if (banks[number] === undefined || !routingNumbers.includes(routingNumber)) return null
  return { kind: 'bank', last4: number.slice(-4), fingerprint: fingerprintOf(number), routingNumber }
}

const answers = new Map<string, BankAnswer>([
  ...Object.entries(cards).map(([number, { answer }]) => [fingerprintOf(number), answer] as const),
  ...Object.entries(banks).map(([number, answer]) => [fingerprintOf(number), answer] as const),
])

/** The answer of the bank to a charge of the method with this fingerprint. */
export const bankAnswer = (fingerprint: string | null | undefined): BankAnswer => answers.get(fingerprint ?? '') ?? paid

/** The test numbers for the note on the page. */
export const shownNumbers = { cards: Object.keys(cards), banks: Object.keys(banks) }
