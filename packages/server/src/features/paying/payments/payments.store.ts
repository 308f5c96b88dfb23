import type { ProviderEvent, ProviderStanding } from '../../../platform/payment-gateway/payment-gateway.ts'
import type { PaymentOrigin } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents, type Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentEvent, PaymentState } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import { addAttemptsFor, type CountedLimit, type CounterRow } from '../../../platform/attempts/attempts.store.ts'
import { type AuditEntry, auditEntryFor } from '../../../platform/audit/audit.store.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { NewPayment, Payment, RequestedItem } from './payment.ts'

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
  'provider',
  'provider_reference',
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
  provider: row.provider,
  providerReference: row.provider_reference,
})

export interface PaymentRequestRow extends NewPayment {
  readonly transNo: string
  readonly idempotencyScope: string
  readonly idempotencyKey: string
  readonly requestHash: Uint8Array
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/**
 * Inserts a payment that is handed to the provider, with its items, its first move and its audit entry, and counts it for its rate
 * limits, if any. One statement writes all of it or nothing. The hand-off form is built from this row alone, so a repeated request gets
 * the same form.
 *
 * @returns the payment and its counters; `undefined`, with nothing written or counted, when a payment was requested with
 *   that key already.
 */
export async function insertPayment(
  tx: Tx,
  row: PaymentRequestRow,
  audit: AuditEntry,
  limits: readonly CountedLimit[],
): Promise<{ readonly payment: Payment; readonly counters: readonly CounterRow[] } | undefined> {
  const items = row.items.map(
    (item) => sql`(${item.accountNumber}::text, ${item.amount}::bigint, ${item.reconnectMeter}::boolean)`,
  )
  const columns = sql.join(paymentColumns.map((name) => sql.ref(name)))
  const result = await sql<PaymentRow & { readonly counters: readonly CounterJson[] }>`
    with payment as (
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash, provider)
      values (${row.transNo}, ${row.memberNumber}, ${row.accountNumber}, ${row.origin}, ${row.paymentType}, 'handed-off',
        ${row.amount}, ${row.language}, ${row.items.some((item) => item.reconnectMeter)}, ${row.requestedAt}, ${row.expiresAt},
        ${JSON.stringify(row.handOff)}, ${row.idempotencyScope}, ${row.idempotencyKey}, ${row.requestHash},
        ${row.provider})
      on conflict (idempotency_scope, idempotency_key) do nothing
      returning ${columns}),
    items as (
      insert into pay.payment_item (trans_no, account_number, amount, reconnect_meter)
      select payment.trans_no, item.account_number, item.amount, item.reconnect_meter
      from payment cross join (values ${sql.join(items)}) as item (account_number, amount, reconnect_meter)),
    moved as (
      insert into pay.move (trans_no, from_state, to_state, event, corrected, source, at)
      select trans_no, 'requested', 'handed-off', 'hand-off', false, 'portal', requested_at from payment),
    audited as (${auditEntryFor('payment', audit)})
    ${limits.length === 0 ? sql`` : sql`, counted as (${addAttemptsFor('payment', limits, row.requestedAt)})`}
    select ${columns}, ${limits.length === 0 ? sql`'[]'::json` : sql`(select json_agg(counted) from counted)`} as counters
    from payment`.execute(tx)
  const [inserted] = result.rows
  return inserted && { payment: toPayment(inserted), counters: inserted.counters.map(toCounter) }
}

/** A counter as JSON has it: its time is text. */
type CounterJson = Omit<CounterRow, 'oldest'> & { readonly oldest: string | null }

const toCounter = (counter: CounterJson): CounterRow => ({
  ...counter,
  oldest: counter.oldest === null ? null : new Date(counter.oldest),
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

/** The items of a payment as JSON. */
const itemsOf = sql<readonly ItemRow[]>`(
  select coalesce(json_agg(json_build_object('account_number', item.account_number, 'amount', item.amount,
    'reconnect_meter', item.reconnect_meter) order by item.account_number), '[]')
  from pay.payment_item as item where item.trans_no = payment.trans_no)`

export interface PaymentWithItems {
  readonly payment: Payment
  readonly items: readonly RequestedItem[]
}

export interface LockedPayment extends PaymentWithItems {
  /** An account of the payment belongs to another member now. */
  readonly isForFormerHolder: boolean
}

const rowsWithItems = (executor: Executor, transNo: string) =>
  paymentRows(executor).select(itemsOf.as('items')).where('trans_no', '=', transNo)

const withItems = (row: PaymentRow & { readonly items: readonly ItemRow[] }): PaymentWithItems => ({
  payment: toPayment(row),
  items: row.items.map(toItem),
})

/** Loads the payment with its items, which never change, and locks it until the transaction ends. */
export async function lockPaymentWithItems(tx: Tx, transNo: string): Promise<LockedPayment | undefined> {
  const row = await rowsWithItems(tx, transNo)
    .select(
      sql<boolean>`exists (
        select from pay.payment_item as item join cis.account as account on account.account_number = item.account_number
        where item.trans_no = payment.trans_no and account.member_number <> payment.member_number)`.as('is_moved'),
    )
    .forUpdate()
    .executeTakeFirst()
  return row && { ...withItems(row), isForFormerHolder: row.is_moved }
}

/** Finds a payment with its items, without a lock. */
export async function findPaymentWithItems(executor: Executor, transNo: string): Promise<PaymentWithItems | undefined> {
  const row = await rowsWithItems(executor, transNo).executeTakeFirst()
  return row && withItems(row)
}

/**
 * Stores the provider's name for an open payment, unless it has one. A second process that started the same payment got the same name.
 *
 * @returns whether this call stored it; `null` when the payment has ended meanwhile without this name: its page must not be handed out.
 */
export async function storeReference(executor: Executor, transNo: string, reference: string): Promise<boolean | null> {
  const { rows } = await sql<{ readonly isFirst: boolean }>`
    with locked as (select provider_reference from pay.payment where trans_no = ${transNo} for update)
    update pay.payment set provider_reference = ${reference} from locked
    where trans_no = ${transNo} and coalesce(locked.provider_reference, ${reference}) = ${reference}
      and state in ('requested', 'handed-off')
    returning locked.provider_reference is null as "isFirst"`.execute(executor)
  return rows[0]?.isFirst ?? null
}

/** Finds the payment that was requested with an idempotency key; `undefined` when there is none. */
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

/** Moves a payment that is still in `from`, and records the move. @returns false when it is no longer in `from`. */
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

export async function countPaymentsUnderReview(executor: Executor): Promise<number> {
  const { payments } = await executor
    .selectFrom('pay.payment')
    .select(sql<number>`count(*)::integer`.as('payments'))
    .where('state', '=', sql.lit('under-review' as const))
    .executeTakeFirstOrThrow()
  return payments
}

/** Selects those payments that are under review. */
export async function selectUnderReview(executor: Executor, transNos: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('pay.payment')
    .select('trans_no')
    .where(sql<boolean>`trans_no = any(${[...transNos]}::text[])`)
    .where('state', '=', 'under-review')
    .execute()
  return new Set(rows.map((row) => row.trans_no))
}

/** A payment as the provider last described it. */
export interface ProviderView {
  readonly status: ProviderStanding['status']
  /** The amount that the provider holds of the payment, fee included; null when it is not known. */
  readonly sum: Cents | null
}

/** Stores the status and the sum that the provider reports for a payment. */
export async function recordProviderView(executor: Executor, transNo: string, view: ProviderView): Promise<void> {
  await executor
    .updateTable('pay.payment')
    .set({ provider_status: view.status, provider_sum: view.sum })
    .where('trans_no', '=', transNo)
    .execute()
}

/** True when the payment was requested in this idempotency scope, for example with this grant. */
export async function isRequestedUnder(
  executor: Executor,
  transNo: string,
  idempotencyScope: string,
): Promise<boolean> {
  const row = await executor
    .selectFrom('pay.payment')
    .select('trans_no')
    .where('trans_no', '=', transNo)
    .where('idempotency_scope', '=', idempotencyScope)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the figures that staff accepted. Later events of the payment are compared with them. */
export async function recordAcceptance(tx: Tx, transNo: string, accepted: ProviderEvent): Promise<void> {
  await tx
    .updateTable('pay.payment')
    .set({ accepted: JSON.stringify(accepted) })
    .where('trans_no', '=', transNo)
    .execute()
}
