import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'

const deliveryStates = ['waiting', 'delivered', 'given-up', 'lost'] as const

/** `lost` was never meant to be sent; `given-up` was refused as often as we try. */
export type DeliveryState = (typeof deliveryStates)[number]

/** One postback on its way. Several may carry the same event. */
export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly transNo: string
  readonly body: string
  readonly state: DeliveryState
  readonly attempts: number
  /** Epoch milliseconds of the machine's clock before which it must not be sent. */
  readonly nextAt: number
}

export interface DeliveryAttempt {
  readonly deliveryId: number
  /** ISO instant. */
  readonly at: string
  /** The portal's HTTP status, or `null` when no answer came. */
  readonly status: number | null
  readonly error: string | null
  readonly tookMs: number
}

const deliveryOf = (row: Record<string, SQLOutputValue>): Delivery => ({
  id: Number(row['id']),
  eventId: String(row['event_id']),
  transNo: String(row['trans_no']),
  body: String(row['body']),
  state: deliveryStates.find((state) => state === row['state']) ?? 'waiting',
  attempts: Number(row['attempts']),
  nextAt: Number(row['next_at']),
})

export function queueDelivery(db: DatabaseSync, delivery: Omit<Delivery, 'id' | 'attempts'>): void {
  db.prepare('INSERT INTO delivery (event_id, trans_no, body, state, next_at) VALUES (?, ?, ?, ?, ?)').run(
    delivery.eventId,
    delivery.transNo,
    delivery.body,
    delivery.state,
    delivery.nextAt,
  )
}

/** Deliveries that wait, soonest first, at most `limit`. */
export const listWaiting = (db: DatabaseSync, limit: number): Delivery[] =>
  db.prepare(`SELECT * FROM delivery WHERE state = 'waiting' ORDER BY next_at, id LIMIT ?`).all(limit).map(deliveryOf)

/** Records an attempt and the new state of the delivery; call it in a transaction. */
export function recordAttempt(
  db: DatabaseSync,
  attempt: DeliveryAttempt,
  next: { readonly state: DeliveryState; readonly nextAt: number },
): void {
  db.prepare('INSERT INTO delivery_attempt (delivery_id, at, status, error, took_ms) VALUES (?, ?, ?, ?, ?)').run(
    attempt.deliveryId,
    attempt.at,
    attempt.status,
    attempt.error,
    attempt.tookMs,
  )
  db.prepare('UPDATE delivery SET attempts = attempts + 1, state = ?, next_at = ? WHERE id = ?').run(
    next.state,
    next.nextAt,
    attempt.deliveryId,
  )
}

/** Every delivery of a payment, oldest first. */
export const listDeliveries = (db: DatabaseSync, transNo: string): Delivery[] =>
  db.prepare('SELECT * FROM delivery WHERE trans_no = ? ORDER BY id').all(transNo).map(deliveryOf)

/** Every attempt to deliver anything of a payment, oldest first. */
export const listAttempts = (db: DatabaseSync, transNo: string): DeliveryAttempt[] =>
  db
    .prepare(
      `SELECT a.* FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.trans_no = ? ORDER BY a.id`,
    )
    .all(transNo)
    .map((row) => ({
      deliveryId: Number(row['delivery_id']),
      at: String(row['at']),
      status: row['status'] === null ? null : Number(row['status']),
      error: typeof row['error'] === 'string' ? row['error'] : null,
      tookMs: Number(row['took_ms']),
    }))

/** Counts the deliveries that wait to be sent. */
export const countWaiting = (db: DatabaseSync): number =>
  Number(db.prepare(`SELECT count(*) AS n FROM delivery WHERE state = 'waiting'`).get()?.['n'])
