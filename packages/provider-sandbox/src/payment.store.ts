import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { type CardType, cardTypes } from './card-brand.ts'
import type { HandOff } from './hand-off-form.ts'
import { eventTypes, type Payment, type PaymentEvent, type PaymentState, paymentStates } from './payment.ts'

type Row = Record<string, SQLOutputValue>

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)

/** The column is written by `savePayment` only, from a checked form. */
function handOffOf(column: string): HandOff {
  const handOff: HandOff = JSON.parse(column)
  return handOff
}

const paymentOf = (row: Row): Payment => ({
  seq: Number(row['seq']),
  transNo: String(row['trans_no']),
  sessionId: String(row['session_id']),
  handOff: handOffOf(String(row['hand_off'])),
  state: paymentStates.find((state) => state === row['state']) ?? 'open',
  attempts: Number(row['attempts']),
  wasPaid: row['was_paid'] === 1,
  convenienceFee: Number(row['convenience_fee']),
  paymentType: row['payment_type'] === 'echeck' ? 'echeck' : 'cc',
  cardType: cardTypes.find((type: CardType) => type === row['card_type']) ?? null,
  lastFour: textOrNull(row['last_four']),
  confirmationNumber: textOrNull(row['confirmation_number']),
  message: textOrNull(row['message']),
  occurredAt: String(row['occurred_at']),
  issuedAt: Number(row['issued_at']),
})

const eventOf = (row: Row): PaymentEvent => ({
  id: String(row['id']),
  transNo: String(row['trans_no']),
  type: eventTypes.find((type) => type === row['type']) ?? 'payment.succeeded',
  occurredAt: String(row['occurred_at']),
  body: String(row['body']),
})

/** The payment with the portal's number, or `undefined` when its form never arrived. */
export function findPayment(db: DatabaseSync, transNo: string): Payment | undefined {
  const row = db.prepare('SELECT * FROM payment WHERE trans_no = ?').get(transNo)
  return row === undefined ? undefined : paymentOf(row)
}

/** The payment whose page has this address, or `undefined`. */
export function findPaymentBySession(db: DatabaseSync, sessionId: string): Payment | undefined {
  const row = db.prepare('SELECT * FROM payment WHERE session_id = ?').get(sessionId)
  return row === undefined ? undefined : paymentOf(row)
}

/** Inserts a payment, or updates every column except the numbers of an existing one. */
export function savePayment(db: DatabaseSync, payment: Omit<Payment, 'seq'>): void {
  db.prepare(
    `INSERT INTO payment (trans_no, session_id, hand_off, state, attempts, was_paid, convenience_fee, payment_type,
       card_type, last_four, confirmation_number, message, occurred_at, issued_at)
     VALUES (:transNo, :sessionId, :handOff, :state, :attempts, :wasPaid, :convenienceFee, :paymentType,
       :cardType, :lastFour, :confirmationNumber, :message, :occurredAt, :issuedAt)
     ON CONFLICT (trans_no) DO UPDATE SET hand_off = excluded.hand_off, state = excluded.state,
       attempts = excluded.attempts, was_paid = excluded.was_paid, convenience_fee = excluded.convenience_fee,
       payment_type = excluded.payment_type, card_type = excluded.card_type, last_four = excluded.last_four,
       confirmation_number = excluded.confirmation_number, message = excluded.message,
       occurred_at = excluded.occurred_at, issued_at = excluded.issued_at`,
  ).run({
    transNo: payment.transNo,
    sessionId: payment.sessionId,
    handOff: JSON.stringify(payment.handOff),
    state: payment.state,
    attempts: payment.attempts,
    wasPaid: payment.wasPaid ? 1 : 0,
    convenienceFee: payment.convenienceFee,
    paymentType: payment.paymentType,
    cardType: payment.cardType,
    lastFour: payment.lastFour,
    confirmationNumber: payment.confirmationNumber,
    message: payment.message,
    occurredAt: payment.occurredAt,
    issuedAt: payment.issuedAt,
  })
}

export interface PaymentPage {
  readonly payments: readonly Payment[]
  readonly total: number
}

/** One page of payments, newest first; `state` undefined for all. `page` counts from 1. */
export function listPayments(
  db: DatabaseSync,
  wanted: { readonly state: PaymentState | undefined; readonly page: number; readonly size: number },
): PaymentPage {
  const { page, size } = wanted
  const state = wanted.state ?? null
  const counted = db
    .prepare('SELECT count(*) AS total FROM payment WHERE :state IS NULL OR state = :state')
    .get({ state })
  const rows = db
    .prepare('SELECT * FROM payment WHERE :state IS NULL OR state = :state ORDER BY seq DESC LIMIT :size OFFSET :skip')
    .all({ state, size, skip: (page - 1) * size })
  return { payments: rows.map(paymentOf), total: Number(counted?.['total']) }
}

/** Payments to which something happened on the UTC day `date` (`yyyy-MM-dd`); those still open are left out. */
export function listPaymentsOfDay(db: DatabaseSync, date: string): Payment[] {
  const rows = db
    .prepare(`SELECT * FROM payment WHERE occurred_at >= ? AND occurred_at <= ? AND state <> 'open' ORDER BY seq`)
    .all(`${date}T00:00:00.000Z`, `${date}T23:59:59.999Z`)
  return rows.map(paymentOf)
}

export function saveEvent(db: DatabaseSync, event: PaymentEvent): void {
  db.prepare('INSERT INTO event (id, trans_no, type, occurred_at, body) VALUES (?, ?, ?, ?, ?)').run(
    event.id,
    event.transNo,
    event.type,
    event.occurredAt,
    event.body,
  )
}

/** Lists the events of a payment, oldest first. */
export const listEvents = (db: DatabaseSync, transNo: string): PaymentEvent[] =>
  db.prepare('SELECT * FROM event WHERE trans_no = ? ORDER BY seq').all(transNo).map(eventOf)
