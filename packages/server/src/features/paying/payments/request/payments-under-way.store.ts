import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { PaymentsUnderWay } from '@coopline/rules/paying/payment-amount/payments-under-way.messages'
import { underWayStates } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import type { Payment } from '../payment.ts'
import { paymentColumns, type PaymentRow, toPayment } from '../payments.store.ts'

/**
 * Locks the payment requests of these accounts until the transaction ends, so that they run one after another. Every request locks in the
 * same order, which prevents deadlocks.
 */
export async function lockPaymentRequests(tx: Tx, accountNumbers: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(8675313, key)
    from (select distinct hashtext(account_number) as key from unnest(${[...accountNumbers]}::text[]) as account_number
      order by key) as keys`.execute(tx)
}

/** The payments under way of one account, and those that a stranger may have opened. */
interface UnderWay extends PaymentsUnderWay {
  /** The number of open pages of Quick Pay. An account number and four digits are enough to open one. */
  readonly quickPayPages: number
  /** The number of the payment that was requested first. */
  readonly oldest: string
  /** When the last of them was requested. */
  readonly newest: Date
}

/** The payments under way, by account. Accounts without any are absent. */
export type UnderWayByAccount = ReadonlyMap<string, UnderWay>

/**
 * Finds the payment that was requested with a key, `undefined` when there is none, and the payments under way of the accounts. It is one
 * statement, so that both are of the same moment.
 */
export async function findRequestAndUnderWay(
  tx: Tx,
  request: { readonly scope: string; readonly key: string; readonly accountNumbers: readonly string[] },
): Promise<{ readonly before: Payment | undefined; readonly underWay: UnderWayByAccount }> {
  const columns = sql.join(paymentColumns.map((name) => sql.ref(`before.${name}`)))
  const { rows } = await sql<Found>`
    select ${columns}, (
      select coalesce(json_agg(under_way), '[]') from (${underWayOf(request.accountNumbers)}) as under_way) as under_way
    from (select 1) as always
    left join pay.payment as before on before.idempotency_scope = ${request.scope} and before.idempotency_key = ${request.key}`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A row is always there')
  return { before: isPayment(row) ? toPayment(row) : undefined, underWay: byAccount(row.under_way) }
}

/** Finds the payments under way of accounts (`isUnderWay`), without those of a former holder. */
export async function findPaymentsUnderWay(
  executor: Executor,
  accountNumbers: readonly string[],
): Promise<UnderWayByAccount> {
  const { rows } = await underWayOf(accountNumbers).execute(executor)
  return byAccount(rows)
}

/** The only search for payments under way of accounts. */
const underWayOf = (accountNumbers: readonly string[]) => sql<UnderWayRow>`
  select item.account_number, count(*)::integer as payments, sum(item.amount)::bigint as amount,
    max(payment.expires_at) as until, max(payment.requested_at) as newest, (array_agg(payment.trans_no order by payment.requested_at))[1] as oldest, (count(*) filter (where payment.state = 'under-review'))::integer as under_review,
    (count(*) filter (where payment.origin = 'quick-pay' and payment.state <> 'under-review'))::integer as quick_pay_pages
  from pay.payment_item as item join pay.payment as payment on payment.trans_no = item.trans_no
  join cis.account as account on account.account_number = item.account_number and account.member_number = payment.member_number
  where item.account_number = any(${[...accountNumbers]}::text[])
    and payment.state in (${sql.join(underWayStates)})
  group by item.account_number`

interface UnderWayRow {
  readonly account_number: string
  readonly payments: number
  readonly under_review: number
  readonly amount: number
  readonly oldest: string
  readonly quick_pay_pages: number
  /** Texts when they were read from JSON. */
  readonly until: Date | string
  readonly newest: Date | string
}

type Found = { [Column in keyof PaymentRow]: PaymentRow[Column] | null } & {
  readonly under_way: readonly UnderWayRow[]
}

const isPayment = (row: { readonly trans_no: string | null }): row is PaymentRow => row.trans_no !== null

const byAccount = (rows: readonly UnderWayRow[]): UnderWayByAccount =>
  new Map(
    rows.map(
      ({
        account_number: accountNumber,
        payments,
        under_review: underReview,
        amount,
        oldest,
        until,
        newest,
        quick_pay_pages,
      }) => [
        accountNumber,
        {
          payments,
          underReview,
          amount: cents(amount),
          oldest,
          until: new Date(until),
          newest: new Date(newest),
          quickPayPages: quick_pay_pages,
        },
      ],
    ),
  )

/** A payment that a member makes with a stored method. */
interface StoredPayment {
  readonly memberNumber: string
  readonly methodId: string
  readonly items: readonly { readonly accountNumber: string; readonly amount: Cents }[]
}

/** True when the member requested a payment of the same amounts on the same accounts with the same method since a moment. */
export async function hasDuplicate(
  tx: Tx,
  { memberNumber, methodId, items }: StoredPayment,
  since: Date,
): Promise<boolean> {
  const wanted = items.toSorted((a, b) => (a.accountNumber < b.accountNumber ? -1 : 1))
  const { rows } = await sql<{ trans_no: string }>`
    select payment.trans_no from pay.payment as payment
    where payment.account_number = any(${wanted.map((item) => item.accountNumber)}::text[])
      and payment.requested_at > ${since} and payment.member_number = ${memberNumber} and payment.origin = 'member'
      and payment.hand_off ->> 'storedMethodId' = ${methodId}
      and payment.state in ('confirmed', ${sql.join(underWayStates)})
      and (select json_agg(json_build_array(item.account_number, item.amount) order by item.account_number)::text
        from pay.payment_item as item where item.trans_no = payment.trans_no)
        = (select json_agg(json_build_array(given.number, given.amount) order by given.number)::text
          from json_to_recordset(${JSON.stringify(
            wanted.map(({ accountNumber: number, amount }) => ({ number, amount })),
          )}::json) as given (number text, amount bigint))
    limit 1`.execute(tx)
  return rows.length > 0
}
