/**
 * The behavior of the sandbox for a number. Every number without one is refused, so that no real number is ever used.
 */
export type Behavior =
  | 'approve'
  | 'decline'
  /** Charged at once, answered after `slowMs`: the postback overtakes the browser. */
  | 'slow'
  /** Charged, and the postback is never sent. */
  | 'lost-postback'
  /** The postback goes out twice at once under one event id, and once more under a new one. */
  | 'doubled-postback'
  /** The postback goes out `lateMs` after the browser is back. */
  | 'late-postback'
  /** The postback states another amount than was charged. */
  | 'wrong-amount'
  /** Postback, status and report name a card brand that the protocol does not have. */
  | 'unreadable'

export interface TestNumber {
  readonly number: string
  readonly behavior: Behavior
  /** False for numbers that work but are not worth a line in the list on the page. */
  readonly listed: boolean
}

const listed = (number: string, behavior: Behavior): TestNumber => ({ number, behavior, listed: true })
const unlisted = (number: string): TestNumber => ({ number, behavior: 'approve', listed: false })

export const testCards: readonly TestNumber[] = [
  listed('4111111111111111', 'approve'),
  listed('5555555555554444', 'approve'),
  listed('378282246310005', 'approve'),
  listed('6011111111111117', 'approve'),
  listed('4000000000000002', 'decline'),
  listed('4000000000000259', 'slow'),
  listed('4000000000000341', 'lost-postback'),
  listed('4000000000000358', 'doubled-postback'),
  listed('4000000000000366', 'late-postback'),
  listed('4000000000000374', 'wrong-amount'),
  listed('4000000000000382', 'unreadable'),
  unlisted('4242424242424242'),
  unlisted('4012888888881881'),
  unlisted('5105105105105100'),
  unlisted('2223003122003222'),
  unlisted('371449635398431'),
  unlisted('6011000990139424'),
]

export const testBankAccounts: readonly TestNumber[] = [
  listed('000123456789', 'approve'),
  listed('000111111113', 'decline'),
  listed('000222222227', 'lost-postback'),
  listed('000333333335', 'doubled-postback'),
]

/** Tells whether the card with these last four digits is the one that is reported unreadably. */
export const isUnreadableCard = (lastFour: string | null): boolean =>
  testCards.some((card) => card.behavior === 'unreadable' && card.number.slice(-4) === lastFour)

/** A routing number that passes the checksum, for the list on the page. */
export const testRoutingNumber = '021000021'

const behaviorIn = (table: readonly TestNumber[], digits: string): Behavior | undefined =>
  table.find((entry) => entry.number === digits)?.behavior

/** Finds the behavior of a card; `undefined` when it is not one of the test cards. */
export const findCardBehavior = (digits: string): Behavior | undefined => behaviorIn(testCards, digits)

/** Finds the behavior of a bank account; `undefined` when it is not one of the test accounts. */
export const findBankAccountBehavior = (digits: string): Behavior | undefined => behaviorIn(testBankAccounts, digits)
