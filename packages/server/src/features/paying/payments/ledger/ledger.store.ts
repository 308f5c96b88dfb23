import { addCents, type Cents, cents, zeroCents } from '@coopline/rules/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { EventKinds } from '../../../../platform/events/event-schema.ts'
import { messageTo, type NewMessage } from '../../../../platform/messages/message.store.ts'
import { emailOf } from '../../../accounts/accounts/public.ts'
import {
  bankClearingAccount,
  clearingAccount,
  type LedgerLine,
  memberAccountPrefix,
  memberLedgerAccount,
} from './ledger-lines.ts'
import { type BookingKind, type Payment, originsWithoutLogin, plainKind } from '../payment.ts'

/** The event about one account for the cooperative's system, and the credit that is shown until that system has imported it. */
interface Credit {
  readonly accountNumber: string
  /** Above zero for a payment and a reinstatement, below for a refund, a return or its fee. */
  readonly amount: Cents
  readonly body: object
}

export interface Booking {
  readonly transNo: string
  readonly kind: BookingKind
  readonly now: Date
  readonly lines: readonly LedgerLine[]
  readonly eventKind: keyof EventKinds & `payment-${string}`
  /** The credits, at most one for each account. */
  readonly credits: readonly Credit[]
  /** Sent to the member's address on file, if any; null when the member is notified in another way. */
  readonly receipt: {
    readonly memberNumber: string
    readonly message: Omit<NewMessage, 'recipient' | 'unsubscribeUrl'>
  } | null
}

/**
 * Books lines that sum to zero, with the events, credits and receipt that belong to them, once per payment and kind and in one
 * statement; the database refuses lines that do not sum to zero.
 *
 * Writes nothing when it was booked before.
 */
export async function insertBooking(tx: Tx, booking: Booking): Promise<void> {
  await sql`
    with payment as (select ${booking.transNo}::text as trans_no),
    ${bookingOf('payment', booking)}
    select id from booked`.execute(tx)
}

/**
 * Builds the booking of `insertBooking` as parts of a larger statement (`with payment as (…), booked as (…), …`).
 *
 * @param from the name of the part whose one row has the payment's `trans_no`. When that part has no row, nothing is written.
 */
export const bookingOf = (from: string, booking: Booking): RawBuilder<unknown> => {
  const { transNo, kind, now, receipt } = booking
  const lines = booking.lines.map(
    (line, index) => sql`(${index + 1}::integer, ${line.ledgerAccount}::text, ${line.amount}::bigint)`,
  )
  const credits = booking.credits.map(
    (one) => sql`(${one.accountNumber}::text, ${one.amount}::bigint, ${JSON.stringify(one.body)}::jsonb)`,
  )
  return sql`
    booked as (
      insert into pay.booking (trans_no, kind, booked_at)
      select trans_no, ${kind}, ${now}::timestamptz from ${sql.ref(from)}
      on conflict (trans_no, kind) do nothing
      returning id),
    entries as (
      insert into pay.ledger_entry (booking_id, line, ledger_account, amount)
      select booked.id, entry.line, entry.ledger_account, entry.amount
      from booked cross join (values ${sql.join(lines)}) as entry (line, ledger_account, amount)),
    credit (account_number, amount, body) as (values ${sql.join(credits)}),
    events as (
      insert into outbox.event (account_number, kind, body, created_at)
      select credit.account_number, ${booking.eventKind}, credit.body, ${now}::timestamptz from booked cross join credit
      returning id, account_number),
    credits as (
      insert into pay.unacknowledged_credit (trans_no, account_number, amount, event_id, member_number, holder_number)
      select ${transNo}, credit.account_number, credit.amount, events.id,
        (select made.member_number from pay.payment as made where made.trans_no = ${transNo}),
        (select held.member_number from cis.account as held where held.account_number = credit.account_number)
      from events join credit on credit.account_number = events.account_number)
    ${receiptOf(receipt)}`
}

const receiptOf = (receipt: Booking['receipt']) =>
  receipt === null
    ? sql``
    : sql`, addressee as (select email.address from booked cross join (${emailOf(receipt.memberNumber)}) as email),
    notified as (${messageTo('addressee', receipt.message)})`

/** The bookings of a payment. */
interface LedgerOfPayment extends LedgerSum {
  /** The kinds of the bookings, oldest first. */
  readonly kinds: readonly BookingKind[]
  /** The sum of the refunds, without what was returned, and at most what is gone: a refund may have failed later. */
  readonly refunded: Cents
}

/** Finds the kinds of the bookings of a payment and their sum at the provider or the bank in whole cents, fee included. */
export async function findLedgerSum(executor: Executor, transNo: string): Promise<LedgerOfPayment> {
  // `offset 0` keeps the ledger a look-up for each booking: the planner expects many bookings and would read all of it.
  const { rows } = await sql<{ kind: BookingKind; received: number }>`
    select booking.kind, entry.received
    from pay.booking as booking cross join lateral (
      select coalesce(sum(amount), 0)::bigint as received from (
        select amount from pay.ledger_entry
        where booking_id = booking.id and ledger_account in (${clearingAccount}, ${bankClearingAccount})
        offset 0) as clearing) as entry
    where booking.trans_no = ${transNo}
    order by booking.id`.execute(executor)
  const payment = rows.find(({ kind }) => kind === 'payment')
  const sumOf = (some: readonly { readonly received: number }[]) => addCents(...some.map((row) => cents(row.received)))
  const net = sumOf(rows)
  const refunds = sumOf(rows.filter(({ kind }) => plainKind(kind) === 'refund'))
  return {
    received: payment === undefined ? null : cents(payment.received),
    net,
    kinds: rows.map(({ kind }) => kind),
    refunded: refundedOf({ received: cents(payment?.received ?? 0), net, refunds }),
  }
}

/** Returns what of a payment is refunded now. `refunds`: the sum of all refunds, below zero. */
export const refundedOf = ({
  received,
  net,
  refunds,
}: Readonly<Record<'received' | 'net' | 'refunds', Cents>>): Cents =>
  cents(Math.max(0, Math.min(-Number(refunds), received - net)))

/** A ledger line of a payment, and the sum of this line over all bookings of the payment. */
export interface BookedLine extends LedgerLine {
  readonly left: Cents
}

/** Lists the ledger lines of a payment; none when it is not booked. A fee for a return is no line of the payment. */
export async function listPaymentLines(executor: Executor, transNo: string): Promise<readonly BookedLine[]> {
  // `offset 0` keeps the ledger a look-up for each booking, as above.
  const { rows } = await sql<{ kind: BookingKind; ledger_account: string; amount: number }>`
    select booking.kind, entry.ledger_account, entry.amount
    from pay.booking as booking cross join lateral (
      select line, ledger_account, amount from pay.ledger_entry where booking_id = booking.id offset 0) as entry
    where booking.trans_no = ${transNo} and booking.kind <> 'return-fee'
    order by entry.line`.execute(executor)
  const sums = new Map<string, Cents>()
  for (const row of rows)
    sums.set(row.ledger_account, addCents(sums.get(row.ledger_account) ?? zeroCents, cents(row.amount)))
  return rows
    .filter(({ kind }) => kind === 'payment')
    .map(({ ledger_account: ledgerAccount, amount }) => ({
      ledgerAccount,
      amount: cents(amount),
      left: sums.get(ledgerAccount) ?? zeroCents,
    }))
}

/** A payment that the ledger has booked, as reconciliation compares it. */
export interface BookedPayment {
  readonly transNo: string
  /** The amount received from the provider, fee included. */
  readonly total: Cents
  /** The part of the total that was credited to accounts. */
  readonly credited: Cents
  readonly settledAt: Date
  /** The sum of all its bookings in the clearing account: below zero when more went back than was received. */
  readonly net: Cents
}

/** Lists booked payments by the time of their settlement, from `from` until before `to`. */
export async function listBookedBetween(
  executor: Executor,
  span: { readonly from: Date; readonly to: Date },
  page: {
    /** The last payment of the previous page. */
    readonly after: Pick<BookedPayment, 'settledAt' | 'transNo'> | undefined
    readonly limit: number
  },
  /** The clearing account: that of the provider, or that of the cooperative's own bank. */
  clearing: typeof clearingAccount | typeof bankClearingAccount = clearingAccount,
): Promise<readonly BookedPayment[]> {
  const { settledAt, transNo } = page.after ?? { settledAt: span.from, transNo: '' }
  const rows = await bookedRows(executor, clearing)
    // Settlements are written from dates of whole milliseconds, so the last row's time is exact.
    .where(sql<boolean>`(payment.settled_at, payment.trans_no) > (${settledAt}::timestamptz, ${transNo})`)
    .where('payment.settled_at', '<', span.to)
    .orderBy('payment.settled_at')
    .orderBy('payment.trans_no')
    .limit(page.limit)
    .execute()
  return rows.map(toBooked)
}

/** Returns the booked ones among these payments. */
export async function listBooked(executor: Executor, transNos: readonly string[]): Promise<readonly BookedPayment[]> {
  const rows = await bookedRows(executor)
    .where(sql<boolean>`payment.trans_no = any(${[...transNos]}::text[])`)
    .execute()
  return rows.map(toBooked)
}

const bookedRows = (executor: Executor, clearing: string = clearingAccount) =>
  executor
    .selectFrom('pay.payment as payment')
    .innerJoin('pay.booking as booking', (join) =>
      join.onRef('booking.trans_no', '=', 'payment.trans_no').on('booking.kind', '=', 'payment'),
    )
    .innerJoin('pay.ledger_entry as entry', (join) =>
      join.onRef('entry.booking_id', '=', 'booking.id').on('entry.ledger_account', '=', clearing),
    )
    .select(['payment.trans_no', 'payment.settled_at', 'entry.amount', 'booking.booked_at'])
    .select(
      sql<Cents>`(
        select coalesce(-sum(share.amount), 0)::bigint from pay.ledger_entry as share
        where share.booking_id = booking.id and starts_with(share.ledger_account, ${memberAccountPrefix}))`.as(
        'credited',
      ),
    )
    .select(
      sql<Cents>`(
        select coalesce(sum(any_entry.amount), 0)::bigint
        from pay.booking as any_booking join pay.ledger_entry as any_entry on any_entry.booking_id = any_booking.id
        where any_booking.trans_no = payment.trans_no and any_entry.ledger_account = ${clearing})`.as('net'),
    )

type BookedRow = Awaited<ReturnType<ReturnType<typeof bookedRows>['executeTakeFirstOrThrow']>>

const toBooked = (row: BookedRow): BookedPayment => ({
  transNo: row.trans_no,
  total: cents(row.amount),
  credited: cents(row.credited),
  settledAt: row.settled_at ?? row.booked_at,
  net: cents(row.net),
})

/** Makes decisions about return fees of an account wait for each other until the transaction ends. */
export async function lockReturnFees(tx: Tx, accountNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675320, hashtext(${accountNumber}))`.execute(tx)
}

/** True when the account has had a return fee since then for another payment by a payer without a login. */
export async function hasOtherReturnFee(
  executor: Executor,
  { transNo, accountNumber }: Pick<Payment, 'transNo' | 'accountNumber'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from pay.ledger_entry as entry
    join pay.booking as booking on booking.id = entry.booking_id
    join pay.payment as payment on payment.trans_no = booking.trans_no
    where entry.ledger_account = ${memberLedgerAccount(accountNumber)} and booking.kind = 'return-fee'
      and booking.booked_at > ${since} and booking.trans_no <> ${transNo}
      and payment.origin in (${sql.join(originsWithoutLogin)})
    limit 1`.execute(executor)
  return rows.length > 0
}

/** The sums that the ledger has for a payment, in whole cents. */
export interface LedgerSum {
  /** The amount that was booked as received, fee included; null when nothing was. */
  readonly received: Cents | null
  /** The sum of all bookings. */
  readonly net: Cents
}
