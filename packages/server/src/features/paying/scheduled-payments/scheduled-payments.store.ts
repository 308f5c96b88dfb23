import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { FeeTerms } from '../payments/public.ts'
import type { ScheduledItem } from './scheduled-payments.tables.ts'

export interface Scheduled {
  readonly transNo: string
  readonly memberNumber: string
  readonly methodId: string
  readonly paymentDate: CalendarDate
  readonly items: readonly ScheduledItem[]
  readonly amount: Cents
  readonly language: Language
  readonly createdAt: Date
  /** The event of the arrangement that it is a part of; `null` without one. */
  readonly arrangementEvent: number | null
  /** The fees that the member saw. */
  readonly feeTerms: FeeTerms | null
}

const rows = (executor: Executor) => executor.selectFrom('portal.scheduled_payment').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const toScheduled = (row: Row): Scheduled => ({
  transNo: row.trans_no,
  memberNumber: row.member_number,
  methodId: row.method_id,
  paymentDate: row.payment_date,
  items: row.items,
  amount: row.amount,
  language: row.language === 'es' ? 'es' : 'en',
  createdAt: row.created_at,
  arrangementEvent: row.arrangement_event,
  feeTerms: row.fee_terms,
})

/**
 * The amount, in whole cents, that is still to be paid of the arrangement that the row `scheduled_payment` is a part of. It is zero once
 * the arrangement is paid or a later one was made for the account.
 */
const restOfArrangement = sql<number>`coalesce((
  select greatest(arrangement.balance, 0) from portal.current_arrangement as arrangement
  where arrangement.account_number = scheduled_payment.items -> 0 ->> 'accountNumber' and not exists (
    select from portal.arrangement as later where later.account_number = arrangement.account_number
      and later.member_number = scheduled_payment.member_number
      and later.event_id > scheduled_payment.arrangement_event)), 0)`

/** Lists the pending payments of a member, the next one first. Parts of an arrangement that has ended are absent. */
export async function listScheduled(executor: Executor, memberNumber: string): Promise<readonly Scheduled[]> {
  const found = await rows(executor)
    .where('member_number', '=', memberNumber)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(arrangement_event is null or ${restOfArrangement} > 0)`)
    .orderBy('payment_date')
    .orderBy('trans_no')
    .execute()
  return found.map(toScheduled)
}

/** @returns false when the member has scheduled the same payment for that day. */
export async function insertScheduled(tx: Tx, scheduled: Scheduled): Promise<boolean> {
  const inserted = await tx
    .insertInto('portal.scheduled_payment')
    .values({
      trans_no: scheduled.transNo,
      member_number: scheduled.memberNumber,
      method_id: scheduled.methodId,
      payment_date: scheduled.paymentDate,
      items: JSON.stringify(scheduled.items),
      amount: scheduled.amount,
      language: scheduled.language,
      created_at: scheduled.createdAt,
      ended_at: null,
      arrangement_event: scheduled.arrangementEvent,
      fee_terms: scheduled.feeTerms === null ? null : JSON.stringify(scheduled.feeTerms),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('trans_no')
    .execute()
  return inserted.length > 0
}

/** Ends a pending payment, because a run charges it or its member deletes it. @returns `undefined` when it is not pending. */
export async function endScheduled(
  tx: Tx,
  owned: { readonly transNo: string; readonly memberNumber: string },
  now: Date,
): Promise<Scheduled | undefined> {
  const row = await tx
    .updateTable('portal.scheduled_payment')
    .set({ ended_at: now })
    .where('trans_no', '=', owned.transNo)
    .where('member_number', '=', owned.memberNumber)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toScheduled(row)
}

/** Finds a scheduled payment, pending or ended. */
export async function findScheduled(executor: Executor, transNo: string): Promise<Scheduled | undefined> {
  const row = await rows(executor).where('trans_no', '=', transNo).executeTakeFirst()
  return row && toScheduled(row)
}

/** Finds the amount still to be paid of the arrangement of a payment: zero when it has ended; `null` for a payment without one. */
export async function findRestOfArrangement(executor: Executor, transNo: string): Promise<Cents | null> {
  const row = await executor
    .selectFrom('portal.scheduled_payment')
    .select(restOfArrangement.as('rest'))
    .where('trans_no', '=', transNo)
    .where('arrangement_event', 'is not', null)
    .executeTakeFirst()
  return row === undefined ? null : cents(row.rest)
}

/** Lists the pending payments that are due by a day, by day and number, a page at a time. */
export async function listDueScheduled(
  executor: Executor,
  until: CalendarDate,
  page: { readonly after: string; readonly limit: number },
): Promise<readonly Scheduled[]> {
  const [day = '0001-01-01', transNo = ''] = page.after === '' ? [] : page.after.split(' ')
  const found = await rows(executor)
    .where('ended_at', 'is', null)
    .where('payment_date', '<=', until)
    .where(sql<boolean>`(payment_date, trans_no) > (${day}::date, ${transNo})`)
    .orderBy('payment_date')
    .orderBy('trans_no')
    .limit(page.limit)
    .execute()
  return found.map(toScheduled)
}
