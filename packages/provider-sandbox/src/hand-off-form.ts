import { type CardType, cardTypes } from './card-brand.ts'
import { type ConvenienceFee, parseConvenienceFee } from './convenience-fee.ts'
import { type FormFields, tokenFieldName } from './form-signature.ts'
import { type Cents, parseDecimal } from './money.ts'

export type PaymentType = 'cc' | 'echeck'
export type Language = 'en' | 'es'

/** The portal's request to collect a payment, read from the signed form. Amounts are whole cents. */
export interface HandOff {
  /** The portal's clientReference. */
  readonly transNo: string
  readonly coopNumber: string
  readonly utilityName: string
  readonly accountNumber: string
  /** The account number that the payer knows; may be empty. */
  readonly accountDisplay: string
  /** The amount to pay, without fee. */
  readonly amount: Cents
  readonly postbackRequired: boolean
  readonly enableCard: boolean
  readonly enableEcheck: boolean
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly paymentType: PaymentType
  readonly acceptedCardTypes: readonly CardType[]
  readonly cardFee: ConvenienceFee
  readonly echeckFee: ConvenienceFee
  /** The most that may be paid by card, without fee; `null` for no limit. */
  readonly maxCardAmount: Cents | null
  readonly currency: 'USD'
  readonly language: Language
}

export type HandOffReading =
  | { readonly ok: true; readonly handOff: HandOff }
  /** `faults` are sentences in English for the developer who connects a portal. */
  | { readonly ok: false; readonly faults: readonly string[] }

const oneOf =
  (...allowed: readonly string[]) =>
  (value: string): boolean =>
    allowed.includes(value)

const upTo =
  (longest: number, shortest = 0) =>
  (value: string): boolean =>
    value.length >= shortest && value.length <= longest

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
}

const isCardList = (value: string): boolean =>
  value === '' || value.split(',').every((one) => cardTypes.some((type) => type === one))

const isAmount = (value: string): boolean => (parseDecimal(value) ?? 0) > 0

const checks = {
  clientReference: [(value) => /^[A-Za-z0-9._-]{1,64}$/u.test(value), '1 to 64 letters, digits, dots, dashes'],
  coopNumber: [upTo(40), 'at most 40 characters'],
  utilityName: [upTo(120, 1), '1 to 120 characters'],
  accountNumber: [upTo(20, 1), '1 to 20 characters'],
  accountDisplay: [upTo(120), 'at most 120 characters'],
  balance: [isAmount, 'an amount above zero, such as 123.45'],
  applicationId: [upTo(60), 'at most 60 characters'],
  postbackRequired: [oneOf('Y', 'N'), 'Y or N'],
  enableCard: [oneOf('Y', 'N'), 'Y or N'],
  enableEcheck: [oneOf('Y', 'N'), 'Y or N'],
  returnUrl: [isWebAddress, 'an http or https address'],
  cancelUrl: [isWebAddress, 'an http or https address'],
  taxIncluded: [oneOf('Y', 'N'), 'Y or N'],
  paymentType: [oneOf('cc', 'echeck'), 'cc or echeck'],
  acceptedCardTypes: [isCardList, 'VI, MC, AX, DI joined by commas'],
  quickPayFlag: [oneOf('true', 'false'), 'true or false'],
  cardConvenienceFee: [(value) => parseConvenienceFee(value) !== undefined, 'a fee as JSON with kind, value, count'],
  echeckConvenienceFee: [(value) => parseConvenienceFee(value) !== undefined, 'a fee as JSON with kind, value, count'],
  maxCardAmount: [(value) => value === '' || parseDecimal(value) !== undefined, 'an amount such as 500.00, or empty'],
  currency: [oneOf('USD'), 'USD'],
  language: [oneOf('en', 'es'), 'en or es'],
} satisfies Readonly<Record<string, readonly [check: (value: string) => boolean, expected: string]>>

type FieldName = keyof typeof checks

/** Fields of the form without the token, in the order in which they are posted. @internal */
export const handOffFieldNames = Object.keys(checks) as readonly FieldName[]

function listFaults(fields: FormFields): string[] {
  const known = new Set<string>([...handOffFieldNames, tokenFieldName])
  const unknown = Object.keys(fields)
    .filter((name) => !known.has(name))
    .map((name) => `${name}: not a field of this form`)
  const wrong = handOffFieldNames.flatMap((name) => {
    const value = fields[name]
    if (value === undefined) return [`${name}: missing`]
    const [check, expected] = checks[name]
    return check(value) ? [] : [`${name}: must be ${expected}`]
  })
  const payable = fields['enableCard'] === 'Y' && fields['acceptedCardTypes'] !== ''
  const noWay = !payable && fields['enableEcheck'] !== 'Y'
  return [...unknown, ...wrong, ...(noWay ? ['enableCard, enableEcheck: no way to pay is left open'] : [])]
}

/**
 * Reads the fields of a form with a valid token. Never throws.
 * The signature proves the sender, not the values, so it checks every field and returns all faults.
 */
export function readHandOff(fields: FormFields): HandOffReading {
  const faults = listFaults(fields)
  const field = (name: FieldName): string => fields[name] ?? ''
  const cardFee = parseConvenienceFee(field('cardConvenienceFee'))
  const echeckFee = parseConvenienceFee(field('echeckConvenienceFee'))
  if (faults.length > 0 || cardFee === undefined || echeckFee === undefined) return { ok: false, faults }
  return {
    ok: true,
    handOff: {
      transNo: field('clientReference'),
      coopNumber: field('coopNumber'),
      utilityName: field('utilityName'),
      accountNumber: field('accountNumber'),
      accountDisplay: field('accountDisplay'),
      amount: parseDecimal(field('balance')) ?? 0,
      postbackRequired: field('postbackRequired') === 'Y',
      enableCard: field('enableCard') === 'Y' && field('acceptedCardTypes') !== '',
      enableEcheck: field('enableEcheck') === 'Y',
      returnUrl: field('returnUrl'),
      cancelUrl: field('cancelUrl'),
      paymentType: field('paymentType') === 'echeck' ? 'echeck' : 'cc',
      acceptedCardTypes: cardTypes.filter((type) => field('acceptedCardTypes').split(',').includes(type)),
      cardFee,
      echeckFee,
      maxCardAmount: field('maxCardAmount') === '' ? null : (parseDecimal(field('maxCardAmount')) ?? 0),
      currency: 'USD',
      language: field('language') === 'es' ? 'es' : 'en',
    },
  }
}

/** Values of the fields that the form of a method leaves out, because nothing is charged. */
const absentFromMethodForm = {
  accountNumber: '-',
  accountDisplay: '',
  balance: '0.01',
  postbackRequired: 'Y',
  taxIncluded: 'N',
  paymentType: 'cc',
  quickPayFlag: 'false',
  cardConvenienceFee: '{"kind":"flat","value":"0.00","count":1}',
  echeckConvenienceFee: '{"kind":"flat","value":"0.00","count":1}',
  maxCardAmount: '',
  currency: 'USD',
} as const satisfies Partial<Record<FieldName, string>>

/** The fields of a draft's form that say what the method is stored for. */
const draftFieldNames: readonly string[] = ['accountNumber', 'accountDisplay', 'postbackRequired']

/**
 * Reads the form that asks to store a card or a bank account, without a charge; that of a draft has custom data and names the
 * account. Never throws.
 */
export function readMethodForm({ customData, ...fields }: FormFields): HandOffReading {
  const allowed = customData === undefined ? [] : draftFieldNames
  const unwanted = Object.keys(absentFromMethodForm)
    .filter((name) => name in fields && !allowed.includes(name))
    .map((name) => `${name}: not a field of this form`)
  const missing = allowed.filter((name) => !(name in fields)).map((name) => `${name}: missing`)
  const tooLong = (customData ?? '').length > 200 ? ['customData: must be at most 200 characters'] : []
  const faults = [...unwanted, ...missing, ...tooLong]
  if (faults.length > 0) return { ok: false, faults }
  const reading = readHandOff({ ...absentFromMethodForm, ...fields })
  return reading.ok ? { ok: true, handOff: { ...reading.handOff, amount: 0 } } : reading
}
