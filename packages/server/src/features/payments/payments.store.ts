import { cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentEvent, PaymentState } from '@coopline/rules/payment-state/payment-state'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
import type { Payment, PaymentOrigin, RequestedItem } from './payment.ts'

export const paymentColumns = [
  'trans_no',
  'member_number',
  'account_number',
  'origin',
  'state',
  'payment_type',
  'amount',
  'currency',
  'language',
  'requested_at',
  'expires_at',
  'settled_at',
  'status_checked_at',
  'convenience_fee',
  'last_four',
  'confirmation_number',
  'postback_message',
  'hand_off',
  'request_hash',
  'accepted',
] as const

const paymentRows = (executor: Executor) => executor.selectFrom('pay.payment as payment').select(paymentColumns)

export type PaymentRow = Awaited<ReturnType<ReturnType<typeof paymentRows>['executeTakeFirstOrThrow']>>

export const toPayment = (row: PaymentRow): Payment => ({
  transNo: row.trans_no,
  memberNumber: row.member_number,
  accountNumber: row.account_number,
  origin: row.origin as PaymentOrigin,
  state: row.state,
  paymentType: row.payment_type,
  amount: row.amount,
  currency: row.currency,
  language: row.language as Language,
  requestedAt: row.requested_at,
  expiresAt: row.expires_at,
  settledAt: row.settled_at,
  statusCheckedAt: row.status_checked_at,
  convenienceFee: row.convenience_fee === null ? null : cents(row.convenience_fee),
  lastFour: row.last_four,
  confirmationNumber: row.confirmation_number,
  message: row.postback_message,
  handOff: row.hand_off,
  requestHash: row.request_hash,
  accepted: row.accepted,
})

/** Loads the payment and locks it until the transaction ends. */
export async function lockPayment(tx: Tx, transNo: string): Promise<Payment | undefined> {
  const row = await paymentRows(tx).where('trans_no', '=', transNo).forUpdate().executeTakeFirst()
  return row && toPayment(row)
}

interface ItemRow {
  readonly account_number: string
  readonly amount: number
  readonly reconnect_meter: boolean
}

const toItem = (row: ItemRow): RequestedItem => ({
  accountNumber: row.account_number,
  amount: cents(row.amount),
  reconnectMeter: row.reconnect_meter,
})

/** The items of a payment as JSON. Those of a former version have no flag of their own: the payment's counts. */
const itemsOf = sql<readonly ItemRow[]>`(
  select coalesce(json_agg(json_build_object('account_number', item.account_number, 'amount', item.amount,
    'reconnect_meter', coalesce(item.reconnect_meter, payment.reconnect_meter)) order by item.account_number), '[]')
  from pay.payment_item as item where item.trans_no = payment.trans_no)`

export interface PaymentWithItems {
  readonly payment: Payment
  readonly items: readonly RequestedItem[]
}

const rowsWithItems = (executor: Executor, transNo: string) =>
  paymentRows(executor).select(itemsOf.as('items')).where('trans_no', '=', transNo)

const withItems = (row: PaymentRow & { readonly items: readonly ItemRow[] }): PaymentWithItems => ({
  payment: toPayment(row),
  items: row.items.map(toItem),
})

/** Loads the payment with its items, which never change, and locks it until the transaction ends. */
export async function lockPaymentWithItems(tx: Tx, transNo: string): Promise<PaymentWithItems | undefined> {
  const row = await rowsWithItems(tx, transNo).forUpdate().executeTakeFirst()
  return row && withItems(row)
}

/** The same without a lock. */
export async function findPaymentWithItems(executor: Executor, transNo: string): Promise<PaymentWithItems | undefined> {
  const row = await rowsWithItems(executor, transNo).executeTakeFirst()
  return row && withItems(row)
}

/** The payment that was requested with that key. */
export async function findByRequest(executor: Executor, scope: string, key: string): Promise<Payment | undefined> {
  const row = await paymentRows(executor)
    .where('idempotency_scope', '=', scope)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row && toPayment(row)
}

export interface Move {
  readonly from: PaymentState
  readonly to: PaymentState
  readonly event: PaymentEvent
  readonly corrected: boolean
  /** The source of the event: `portal`, `postback`, `status`, `report` or `review`. */
  readonly source: string
  readonly at: Date
}

/** Moves a payment that is still in `from`, and writes the move down. @returns false when it was moved meanwhile. */
export async function movePayment(executor: Executor, transNo: string, move: Move): Promise<boolean> {
  const moved = await executor
    .with('moved', (db) =>
      db
        .updateTable('pay.payment')
        .set({ state: move.to })
        .where('trans_no', '=', transNo)
        .where('state', '=', move.from)
        .returning('trans_no'),
    )
    .insertInto('pay.move')
    .columns(['trans_no', 'from_state', 'to_state', 'event', 'corrected', 'source', 'at'])
    .expression((db) =>
      db
        .selectFrom('moved')
        .select((eb) => [
          'moved.trans_no',
          eb.val(move.from).$castTo<PaymentState>().as('from_state'),
          eb.val(move.to).$castTo<PaymentState>().as('to_state'),
          eb.val(move.event).as('event'),
          eb.cast<boolean>(eb.val(move.corrected), 'boolean').as('corrected'),
          eb.val(move.source).as('source'),
          eb.cast<Date>(eb.val(move.at), 'timestamptz').as('at'),
        ]),
    )
    .returning('id')
    .execute()
  return moved.length > 0
}

/** Records that the provider is being asked. @returns false, with nothing recorded, when it was asked since `notSince`. */
export async function noteAsking(executor: Executor, transNo: string, now: Date, notSince: Date): Promise<boolean> {
  const rows = await executor
    .updateTable('pay.payment')
    .set({ status_checked_at: now })
    .where('trans_no', '=', transNo)
    .where((eb) => eb.or([eb('status_checked_at', 'is', null), eb('status_checked_at', '<=', notSince)]))
    .returning('trans_no')
    .execute()
  return rows.length > 0
}
