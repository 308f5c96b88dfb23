import { underWayStates } from '@coopline/rules/paying/payment-state/payment-state'
import { sql } from 'kysely'
import { anyOf } from '../../../../platform/db/any-of.ts'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import { type ProviderName, providerOf } from '../../../../platform/payment-gateway/payment-gateway.ts'

export interface OpenPayment {
  readonly transNo: string
  readonly expiresAt: Date
  readonly provider: ProviderName | null
}

/**
 * Claims open payments that are due for a status check: two minutes after the request, then after intervals that double up to
 * ten minutes, and once more as soon as they may expire. Two processes never claim the same payment at the same time.
 *
 * @param away providers whose payments stay.
 */
export async function claimOpenPayments(
  executor: Executor,
  { now, limit, away }: { readonly now: Date; readonly limit: number; readonly away: ReadonlySet<ProviderName> },
): Promise<readonly OpenPayment[]> {
  const rows = await executor
    .updateTable('pay.payment')
    .set((eb) => ({ status_checked_at: now, status_checks: eb('status_checks', '+', 1) }))
    .where('trans_no', '=', (eb) =>
      anyOf(
        eb
          .selectFrom('pay.payment')
          .select('trans_no')
          .where('state', 'in', ['requested', 'handed-off'])
          .where('requested_at', '<', new Date(now.getTime() - 120_000))
          .where(sql<boolean>`coalesce(provider, ${providerOf(null)}) <> all (${[...away]}::text[])`)
          .where(
            sql<boolean>`(status_checked_at is null or status_checks = 0 or status_checked_at <= ${now}::timestamptz
            - make_interval(secs => least(600, 60 * power(2, least(status_checks, 10) - 1)))
            or (expires_at <= ${now}::timestamptz and status_checked_at < expires_at))`,
          )
          .orderBy('requested_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['trans_no', 'expires_at', 'provider'])
    .execute()
  return rows.map((row) => ({ transNo: row.trans_no, expiresAt: row.expires_at, provider: row.provider }))
}

export interface OpenPaymentOfAccount extends OpenPayment {
  readonly requestedAt: Date
  /** False for charges of stored methods, which the portal sends itself. */
  readonly isPage: boolean
  readonly isQuickPay: boolean
}

/**
 * Claims open payments of accounts for a status check, oldest first, unless the provider was asked since `notSince`.
 *
 * @param quickPayUntil pages of Quick Pay that were requested until this moment are claimed even when the provider was asked since
 *   `notSince`: otherwise a stranger could keep them from the caller by causing questions.
 */
export async function claimOpenPaymentsOf(
  executor: Executor,
  accountNumbers: readonly string[],
  { now, notSince, quickPayUntil, asked, limit }: ClaimOfAccounts,
): Promise<readonly OpenPaymentOfAccount[]> {
  const { rows } = await sql<OpenRow>`
    update pay.payment set status_checked_at = ${now} where trans_no = any (array(
      select payment.trans_no from pay.payment as payment
      where payment.trans_no = any (array(
          select trans_no from pay.payment_item where account_number = any(${[...accountNumbers]}::text[])))
        and payment.state in ('requested', 'handed-off')
        and payment.trans_no <> all (${[...asked]}::text[])
        and (payment.status_checked_at is null or payment.status_checked_at <= ${notSince}::timestamptz
          or (payment.origin = 'quick-pay' and payment.requested_at <= ${quickPayUntil}::timestamptz))
      order by payment.requested_at limit ${limit} for update skip locked))
    returning trans_no, expires_at, provider, requested_at, hand_off ->> 'storedMethodId' is null as is_page,
      origin = 'quick-pay' as is_quick_pay`.execute(executor)
  return rows.map((row) => ({
    transNo: row.trans_no,
    expiresAt: row.expires_at,
    provider: row.provider,
    requestedAt: row.requested_at,
    isPage: row.is_page,
    isQuickPay: row.is_quick_pay,
  }))
}

interface ClaimOfAccounts {
  readonly now: Date
  readonly notSince: Date
  readonly quickPayUntil: Date | null
  /** The payments that the caller has asked about. */
  readonly asked: ReadonlySet<string>
  readonly limit: number
}

interface OpenRow {
  readonly trans_no: string
  readonly expires_at: Date
  readonly provider: ProviderName | null
  readonly requested_at: Date
  readonly is_page: boolean
  readonly is_quick_pay: boolean
}

/** True when another payment of one of its accounts, open or paid, was requested after this payment moved last. */
export async function hasLaterPayment(tx: Tx, transNo: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pay.payment as later
    where later.trans_no = any (array(select item.trans_no from pay.payment_item as item
        where item.account_number = any (array(select account_number from pay.payment_item where trans_no = ${transNo}))))
      and later.trans_no <> ${transNo} and later.state in (${sql.join([...underWayStates, 'confirmed'])})
      and later.requested_at >= (select max(at) from pay.move where trans_no = ${transNo})
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Lists every open payment, even the newest, for a command that checks all of them at once. */
export async function listOpenPayments(executor: Executor): Promise<readonly OpenPayment[]> {
  const rows = await executor
    .selectFrom('pay.payment')
    .select(['trans_no', 'expires_at', 'provider'])
    // Literals, because parameters would not match the condition of the partial index.
    .where('state', 'in', [sql.lit('requested' as const), sql.lit('handed-off' as const)])
    .orderBy('requested_at')
    .execute()
  return rows.map((row) => ({ transNo: row.trans_no, expiresAt: row.expires_at, provider: row.provider }))
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
