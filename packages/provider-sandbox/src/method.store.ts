import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { cardTypes } from './card-brand.ts'
import type { HandOff } from './hand-off-form.ts'
import { type Method, methodStates } from './method.ts'
import type { Behavior } from './test-numbers.ts'

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)

function methodOf(row: Record<string, SQLOutputValue>): Method {
  // Both columns are written by `saveMethod` only.
  const handOff: HandOff = JSON.parse(String(row['hand_off']))
  return {
    reference: String(row['reference']),
    sessionId: String(row['session_id']),
    handOff,
    state: methodStates.find((state) => state === row['state']) ?? 'open',
    eventId: textOrNull(row['event_id']),
    token: textOrNull(row['token']),
    paymentType: row['payment_type'] === 'echeck' ? 'echeck' : 'cc',
    cardType: cardTypes.find((type) => type === row['card_type']) ?? null,
    lastFour: textOrNull(row['last_four']),
    expiry: textOrNull(row['expiry']),
    behavior: String(row['behaviour']) as Behavior,
    occurredAt: String(row['occurred_at']),
  }
}

/** The method with that reference, session or token; `undefined` when there is none. */
export function findMethod(
  db: DatabaseSync,
  by: 'reference' | 'session_id' | 'token',
  value: string,
): Method | undefined {
  const row = db.prepare(`SELECT * FROM method WHERE ${by} = ?`).get(value)
  return row === undefined ? undefined : methodOf(row)
}

/** Inserts a method, or updates the changed columns of an existing one. */
export function saveMethod(db: DatabaseSync, method: Method): void {
  db.prepare(
    `INSERT INTO method (reference, session_id, hand_off, state, event_id, token, payment_type, card_type, last_four,
       expiry, behaviour, occurred_at)
     VALUES (:reference, :sessionId, :handOff, :state, :eventId, :token, :paymentType, :cardType, :lastFour,
       :expiry, :behavior, :occurredAt)
     ON CONFLICT (reference) DO UPDATE SET state = excluded.state, event_id = excluded.event_id,
       token = excluded.token, payment_type = excluded.payment_type, card_type = excluded.card_type,
       last_four = excluded.last_four, expiry = excluded.expiry, behaviour = excluded.behaviour,
       occurred_at = excluded.occurred_at`,
  ).run({ ...method, handOff: JSON.stringify(method.handOff) })
}

/** The newest methods, newest first. */
export const listMethods = (db: DatabaseSync, limit: number): Method[] =>
  db.prepare('SELECT * FROM method ORDER BY seq DESC LIMIT ?').all(limit).map(methodOf)
