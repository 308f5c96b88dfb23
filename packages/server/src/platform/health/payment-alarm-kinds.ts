/** The kinds of alarms about payments. docs/OPERATIONS.md says of each what happened and what to do. */
export const paymentAlarmKinds = [
  'quarantined',
  'figures-differ',
  'illegal-move',
  'corrected',
  'unknown-payment',
  'contradiction',
  'declined-velocity',
  'double-charge',
  'reversed-twice',
  'former-holder',
  'return-rate',
  'charge-remains',
  'reconciliation-extra',
  'reconciliation-different',
  'reconciliation-missing',
  'reconciliation-event',
  'unreadable',
  'unanswered',
] as const
export type PaymentAlarmKind = (typeof paymentAlarmKinds)[number]
