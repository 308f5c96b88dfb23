import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { type Account, accountRows, toAccount } from '../../accounts/accounts/public.ts'
import type { FeeTerms } from '../payments/public.ts'

export interface Enrollment {
  readonly state: 'active' | 'paused'
  readonly methodId: string
  readonly daysBefore: number
  readonly maxAmount: Cents | null
  readonly changedAt: Date
}

type ChargeState = 'waiting' | 'above-limit' | 'stopped' | 'done'

/** An account with its AutoPay and the announced charge for its due date. */
export interface AutopayAccount extends Account {
  readonly hasDraft: boolean
  /** AutoPay of the portal or of the cooperative's system. */
  readonly hasAutopay: boolean
  readonly enrollment: Enrollment | null
  readonly next: { readonly chargeOn: CalendarDate; readonly amount: Cents; readonly state: ChargeState } | null
}

/** True for a charge that ended because the account moved to another member. The former member may hold the account again. */
const isEndedByMove = (charge: string) =>
  sql<boolean>`(${sql.ref(`${charge}.state`)} = 'stopped' and ${sql.ref(`${charge}.outcome`)} = 'holder-changed')`

const autopayRows = (executor: Executor) =>
  accountRows(executor)
    .innerJoin('portal.current_draft as draft', 'draft.account_number', 'account.account_number')
    .leftJoin('portal.autopay as enrolled', (join) =>
      join
        .onRef('enrolled.account_number', '=', 'account.account_number')
        .onRef('enrolled.member_number', '=', 'account.member_number'),
    )
    .leftJoin('portal.autopay_charge as charge', (join) =>
      join
        .onRef('charge.account_number', '=', 'account.account_number')
        .onRef('charge.member_number', '=', 'account.member_number')
        .onRef('charge.due_date', '=', 'balance.due_date')
        .on(sql<boolean>`not ${isEndedByMove('charge')}`),
    )
    .select([
      'draft.has_draft',
      'draft.has_autopay',
      'enrolled.state',
      'enrolled.method_id',
      'enrolled.days_before',
      'enrolled.max_amount',
      'enrolled.changed_at',
      'charge.charge_on',
      'charge.amount as charge_amount',
      'charge.state as charge_state',
    ])

type AutopayRow = Awaited<ReturnType<ReturnType<typeof autopayRows>['executeTakeFirstOrThrow']>>

const toAutopayAccount = (row: AutopayRow): AutopayAccount => ({
  ...toAccount(row),
  hasDraft: row.has_draft,
  hasAutopay: row.has_autopay,
  enrollment: toEnrollment(row),
  next:
    row.charge_on === null || row.charge_amount === null || row.charge_state === null
      ? null
      : { chargeOn: row.charge_on, amount: row.charge_amount, state: row.charge_state },
})

const toEnrollment = (
  row: Pick<AutopayRow, 'state' | 'method_id' | 'days_before' | 'max_amount' | 'changed_at'>,
): Enrollment | null =>
  row.state === null || row.state === 'canceled' || row.method_id === null || row.changed_at === null
    ? null
    : {
        state: row.state,
        methodId: row.method_id,
        daysBefore: row.days_before ?? 0,
        maxAmount: row.max_amount,
        changedAt: row.changed_at,
      }

/** Lists every account of a member, the primary one first. */
export async function listAutopayAccounts(
  executor: Executor,
  memberNumber: string,
): Promise<readonly AutopayAccount[]> {
  const rows = await autopayRows(executor)
    .where('account.member_number', '=', memberNumber)
    .orderBy('account.is_primary', 'desc')
    .orderBy('account.account_number')
    .execute()
  return rows.map(toAutopayAccount)
}

/** Finds an account of the member and locks its row until the transaction ends; `undefined` for another member's account. */
export async function lockAutopayAccount(
  tx: Tx,
  memberNumber: string,
  accountNumber: string,
): Promise<AutopayAccount | undefined> {
  const row = await autopayRows(tx)
    .where('account.member_number', '=', memberNumber)
    .where('account.account_number', '=', accountNumber)
    .forUpdate('account')
    .executeTakeFirst()
  return row && toAutopayAccount(row)
}

/**
 * Lists a window of the accounts with active AutoPay, by number, that may have a charge to announce: due after `today`, to be charged by
 * `lastDay`, and not announced yet.
 */
export async function listAccountsToPlan(
  executor: Executor,
  { today, lastDay }: { readonly today: CalendarDate; readonly lastDay: CalendarDate },
  after: string,
  limit: number,
): Promise<{ readonly accounts: readonly AutopayAccount[]; readonly next: string | null }> {
  const { rows: window } = await sql<{ account_number: string }>`
    select account_number from portal.autopay where account_number > ${after} order by account_number limit ${limit}`.execute(
    executor,
  )
  const numbers = window.map((row) => row.account_number)
  if (numbers.length === 0) return { accounts: [], next: null }
  const rows = await autopayRows(executor)
    .where('account.account_number', '=', sql<string>`any (${numbers}::text[])`)
    .where('enrolled.state', '=', 'active')
    .where('balance.due_date', '>', today)
    .where(sql<CalendarDate>`balance.due_date - enrolled.days_before`, '<=', lastDay)
    .where('charge.state', 'is', null)
    .orderBy('account.account_number')
    .execute()
  return { accounts: rows.map(toAutopayAccount), next: numbers.length < limit ? null : (numbers.at(-1) ?? null) }
}

export interface EnrollmentChange {
  readonly accountNumber: string
  readonly memberNumber: string
  /** The new terms; `null` cancels AutoPay. */
  readonly enrollment: Omit<Enrollment, 'changedAt'> | null
  readonly eventId: number
  readonly now: Date
}

export async function upsertEnrollment(
  tx: Tx,
  { accountNumber, memberNumber, ...change }: EnrollmentChange,
): Promise<void> {
  const { enrollment } = change
  const values = {
    member_number: memberNumber,
    method_id: enrollment?.methodId ?? null,
    state: enrollment?.state ?? 'canceled',
    days_before: enrollment?.daysBefore ?? 0,
    max_amount: enrollment?.maxAmount ?? null,
    event_id: change.eventId,
    changed_at: change.now,
  } as const
  await tx
    .insertInto('portal.autopay')
    .values({ account_number: accountNumber, ...values })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(values))
    .execute()
}

export interface NewCharge {
  readonly accountNumber: string
  readonly dueDate: CalendarDate
  readonly memberNumber: string
  readonly methodId: string
  readonly chargeOn: CalendarDate
  readonly amount: Cents
  readonly state: 'waiting' | 'above-limit' | 'stopped'
  /** The reason why it is stopped; empty otherwise. */
  readonly outcome: string
  readonly linkHash: Uint8Array
  /** The fees in the announcement. */
  readonly feeTerms: FeeTerms
  readonly now: Date
}

/**
 * Inserts an announced charge, in place of one that a former holder of the account had for that due date, or that ended because the
 * account was another member's for a while.
 *
 * @returns the identity of the charge in runs; `undefined` when that due date already has one, or when the former one waits for its end.
 */
export async function insertCharge(tx: Tx, charge: NewCharge): Promise<string | undefined> {
  const values = {
    member_number: charge.memberNumber,
    method_id: charge.methodId,
    charge_on: charge.chargeOn,
    amount: charge.amount,
    state: charge.state,
    outcome: charge.outcome,
    link_hash: charge.linkHash,
    announced_at: charge.now,
    fee_terms: JSON.stringify(charge.feeTerms),
  }
  const rows = await tx
    .insertInto('portal.autopay_charge')
    .values({ account_number: charge.accountNumber, due_date: charge.dueDate, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['account_number', 'due_date'])
        .doUpdateSet({
          ...values,
          trans_no: null,
          waiting_notified_at: null,
          // The count keeps the id the same when a charge is announced again after the database was restored.
          enrollment_id: sql<string>`concat_ws(':', excluded.account_number, excluded.member_number,
            coalesce(nullif(split_part(autopay_charge.enrollment_id, ':', 3), '')::bigint, 1) + 1)`,
        })
        .where(sql<boolean>`(autopay_charge.member_number <> excluded.member_number
          or ${isEndedByMove('autopay_charge')}) and not exists (
          select 1 from pay.run_item as item where item.account_number = excluded.account_number
            and item.due_date = excluded.due_date and item.kind = 'autopay' and item.state = 'pending')`),
    )
    .returning(['account_number', 'enrollment_id'])
    .execute()
  return rows.map(enrollmentIdOf)[0]
}

const enrollmentIdOf = (row: { readonly account_number: string; readonly enrollment_id: string | null }): string =>
  row.enrollment_id ?? row.account_number

export interface Charge {
  readonly accountNumber: string
  readonly dueDate: CalendarDate
  readonly memberNumber: string
  readonly chargeOn: CalendarDate
  readonly amount: Cents
  readonly methodId: string
  readonly state: ChargeState
  /** `charging` once the amount and the method are settled and may have been sent. */
  readonly outcome: string
  /** The id of the charge in runs: the account number, and the member and a count when it replaced a charge for the same due date. */
  readonly enrollmentId: string
  /** The fees in the announcement. */
  readonly feeTerms: FeeTerms | null
  /** The time when the member was notified that the charge waits for another payment. */
  readonly waitingNotifiedAt: Date | null
}

/** The key of a charge. Two holders of an account with the same due date have a charge each. */
export type ChargeKey = Pick<Charge, 'accountNumber' | 'memberNumber' | 'dueDate'>

const chargeRows = (executor: Executor) =>
  executor
    .selectFrom('portal.autopay_charge')
    .select(['account_number', 'due_date', 'member_number', 'charge_on', 'amount', 'method_id', 'state', 'outcome'])
    .select(['enrollment_id', 'fee_terms', 'waiting_notified_at'])

type ChargeRow = Awaited<ReturnType<ReturnType<typeof chargeRows>['executeTakeFirstOrThrow']>>

const toCharge = (row: ChargeRow): Charge => ({
  accountNumber: row.account_number,
  dueDate: row.due_date,
  memberNumber: row.member_number,
  chargeOn: row.charge_on,
  amount: row.amount,
  methodId: row.method_id,
  state: row.state,
  outcome: row.outcome,
  enrollmentId: enrollmentIdOf(row),
  feeTerms: row.fee_terms,
  waitingNotifiedAt: row.waiting_notified_at,
})

/** Lists a window of the charges that wait until that day, oldest first. The key is that of the last charge of the previous window. */
export async function listWaitingCharges(
  executor: Executor,
  until: CalendarDate,
  after: { readonly chargeOn: string; readonly accountNumber: string },
  limit: number,
): Promise<readonly Charge[]> {
  const rows = await chargeRows(executor)
    .where('state', '=', sql.lit('waiting' as const))
    .where('charge_on', '<=', until)
    .where(sql<boolean>`(charge_on, account_number) > (${after.chargeOn}::date, ${after.accountNumber})`)
    .orderBy('charge_on')
    .orderBy('account_number')
    .limit(limit)
    .execute()
  return rows.map(toCharge)
}

/** Finds a charge and locks it until the transaction ends; `undefined` when it is another member's. */
export async function lockCharge(
  tx: Tx,
  { accountNumber, memberNumber, dueDate }: ChargeKey,
): Promise<Charge | undefined> {
  const row = await chargeRows(tx)
    .where('account_number', '=', accountNumber)
    .where('due_date', '=', dueDate)
    .where('member_number', '=', memberNumber)
    .forUpdate()
    .executeTakeFirst()
  return row && toCharge(row)
}

/** Finds the charge that a link stops, and locks it until the transaction ends. */
export async function lockChargeByLink(tx: Tx, linkHash: Uint8Array): Promise<Charge | undefined> {
  const row = await chargeRows(tx).where('link_hash', '=', linkHash).forUpdate().executeTakeFirst()
  return row && toCharge(row)
}

export interface ChargeChange {
  readonly state: ChargeState
  readonly outcome: string
  readonly amount?: Cents
  readonly methodId?: string
  readonly transNo?: string
  readonly waitingNotifiedAt?: Date
}

export async function updateCharge(
  executor: Executor,
  { accountNumber, memberNumber, dueDate }: ChargeKey,
  { state, outcome, amount, methodId, transNo, waitingNotifiedAt }: ChargeChange,
): Promise<void> {
  await executor
    .updateTable('portal.autopay_charge')
    .set({
      state,
      outcome,
      ...(amount !== undefined && { amount }),
      ...(methodId !== undefined && { method_id: methodId }),
      ...(transNo !== undefined && { trans_no: transNo }),
      ...(waitingNotifiedAt !== undefined && { waiting_notified_at: waitingNotifiedAt }),
    })
    .where('account_number', '=', accountNumber)
    .where('due_date', '=', dueDate)
    .where('member_number', '=', memberNumber)
    .execute()
}

/** Stops the waiting charges of an account that were not sent. */
export async function stopWaitingCharges(tx: Tx, accountNumber: string, outcome: string): Promise<void> {
  await tx
    .updateTable('portal.autopay_charge')
    .set({ state: 'stopped', outcome })
    .where('account_number', '=', accountNumber)
    .where('state', '=', 'waiting')
    .where('outcome', '=', '')
    .execute()
}

/** Sums up an account's bills that are due after a day, in whole cents and without earlier debt. */
export async function sumLaterBills(executor: Executor, accountNumber: string, dueDate: CalendarDate): Promise<Cents> {
  const { sum } = await executor
    .selectFrom('cis.holder_bill')
    .select(sql<Cents>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('account_number', '=', accountNumber)
    .where('due_date', '>', dueDate)
    .executeTakeFirstOrThrow()
  return cents(sum)
}
