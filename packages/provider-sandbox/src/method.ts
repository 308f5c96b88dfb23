import type { CardType } from './card-brand.ts'
import type { HandOff, PaymentType } from './hand-off-form.ts'
import { isUnreadableCard, type Behavior } from './test-numbers.ts'

export const methodStates = ['open', 'stored', 'canceled', 'forgotten'] as const

/** A card or bank account that a portal may charge by its token. Only the last four digits of its number are stored. */
export interface Method {
  /** The portal's clientReference. */
  readonly reference: string
  readonly sessionId: string
  readonly handOff: HandOff
  readonly state: (typeof methodStates)[number]
  readonly eventId: string | null
  readonly token: string | null
  readonly paymentType: PaymentType
  readonly cardType: CardType | null
  readonly lastFour: string | null
  /** `yyyy-MM`; `null` for a bank account. */
  readonly expiry: string | null
  /** The outcome of charges with it. */
  readonly behavior: Behavior
  /** ISO instant of the last change of state. */
  readonly occurredAt: string
}

/** A method as postbacks and the API describe it. */
export const methodBodyOf = (method: Method): Readonly<Record<string, unknown>> => ({
  reference: method.reference,
  token: method.token,
  paymentType: method.paymentType,
  cardType: method.cardType !== null && isUnreadableCard(method.lastFour) ? 'JC' : method.cardType,
  lastFour: method.lastFour,
  expiry: method.expiry,
  occurredAt: method.occurredAt,
})
