import { brands, type CardType, findCardType } from './card-brand.ts'
import type { HandOff } from './hand-off-form.ts'
import { isLuhnValid } from './check-digits.ts'
import { type Behavior, findCardBehavior } from './test-numbers.ts'

/** The values that the payer typed, unchanged. */
export interface CardForm {
  readonly cardNumber: string
  readonly cardName: string
  readonly cardExpiry: string
  readonly cardCvc: string
  readonly cardZip: string
}

export type CardProblemCode =
  | 'card-number-missing'
  | 'card-number-invalid'
  | 'card-brand-unknown'
  | 'card-brand-refused'
  | 'card-not-a-test-card'
  | 'card-above-maximum'
  | 'card-name-missing'
  | 'card-expiry-missing'
  | 'card-expiry-invalid'
  | 'card-expired'
  | 'card-cvc-missing'
  | 'card-cvc-length'
  | 'card-zip-invalid'

interface CardProblem {
  readonly field: keyof CardForm
  readonly code: CardProblemCode
  /** The brand that the number belongs to, where the sentence names it. */
  readonly cardType?: CardType
}

/** A card that may be charged: the facts that are stored of it, and the sandbox's behavior. */
interface AcceptedCard {
  readonly cardType: CardType
  readonly lastFour: string
  /** `yyyy-MM`: the last month in which it can be charged. */
  readonly expiry: string
  readonly behavior: Behavior
}

export type CardVerdict =
  | { readonly ok: true; readonly card: AcceptedCard }
  | { readonly ok: false; readonly problems: readonly CardProblem[] }

/** The digits of a number typed with spaces or dashes; the unchanged text if it holds anything else. */
const compactNumber = (text: string): string => text.replace(/[\s-]/gu, '')

function checkNumber(digits: string, handOff: HandOff): CardProblem | null {
  const field = 'cardNumber'
  if (digits === '') return { field, code: 'card-number-missing' }
  const cardType = findCardType(digits)
  if (!/^\d{12,19}$/u.test(digits) || !isLuhnValid(digits)) return { field, code: 'card-number-invalid' }
  if (cardType === undefined) return { field, code: 'card-brand-unknown' }
  if (!brands[cardType].lengths.includes(digits.length)) return { field, code: 'card-number-invalid' }
  if (!handOff.acceptedCardTypes.includes(cardType)) return { field, code: 'card-brand-refused', cardType }
  if (handOff.maxCardAmount !== null && handOff.amount > handOff.maxCardAmount) {
    return { field, code: 'card-above-maximum' }
  }
  return findCardBehavior(digits) === undefined ? { field, code: 'card-not-a-test-card' } : null
}

/** `MM/YY`, `MM / YYYY` or `MMYY` as `yyyy-MM`; empty for anything else. */
function expiryOf(text: string): string {
  const [, month = '', year = ''] = /^(0?[1-9]|1[0-2])[/-]?(?:20)?([0-9]{2})$/u.exec(text.replaceAll(' ', '')) ?? []
  return month === '' ? '' : `20${year}-${month.padStart(2, '0')}`
}

/** Checks the expiry of a card, which is valid to the last day of its month. `today` is `yyyy-MM-dd`. */
function checkExpiry(text: string, today: string): CardProblem | null {
  const field = 'cardExpiry'
  if (text.trim() === '') return { field, code: 'card-expiry-missing' }
  const expires = expiryOf(text)
  if (expires === '') return { field, code: 'card-expiry-invalid' }
  if (expires < today.slice(0, 7)) return { field, code: 'card-expired' }
  // No issuer gives a card for longer than twenty years: a later year is a typing error.
  return Number(expires.slice(0, 4)) > Number(today.slice(0, 4)) + 20 ? { field, code: 'card-expiry-invalid' } : null
}

function checkCvc(text: string, cardType: CardType | undefined): CardProblem | null {
  const field = 'cardCvc'
  const cvc = text.trim()
  if (cvc === '') return { field, code: 'card-cvc-missing' }
  const length = cardType === undefined ? undefined : brands[cardType].cvcLength
  const fits = /^\d{3,4}$/u.test(cvc) && (length === undefined || cvc.length === length)
  if (fits) return null
  return cardType === undefined ? { field, code: 'card-cvc-length' } : { field, code: 'card-cvc-length', cardType }
}

/**
 * Checks a card form and answers with every problem at once, in the order of the fields.
 *
 * @param today `yyyy-MM-dd` in UTC.
 */
export function checkCardForm(form: CardForm, handOff: HandOff, today: string): CardVerdict {
  const digits = compactNumber(form.cardNumber)
  const cardType = findCardType(digits)
  const problems = [
    checkNumber(digits, handOff),
    form.cardName.trim() === '' ? ({ field: 'cardName', code: 'card-name-missing' } as const) : null,
    checkExpiry(form.cardExpiry, today),
    checkCvc(form.cardCvc, cardType),
    /^\d{5}(-?\d{4})?$/u.test(form.cardZip.trim()) ? null : ({ field: 'cardZip', code: 'card-zip-invalid' } as const),
  ].filter((problem) => problem !== null)
  const behavior = findCardBehavior(digits)
  if (problems.length > 0 || cardType === undefined || behavior === undefined) return { ok: false, problems }
  return { ok: true, card: { cardType, lastFour: digits.slice(-4), expiry: expiryOf(form.cardExpiry), behavior } }
}
