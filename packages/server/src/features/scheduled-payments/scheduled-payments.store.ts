import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../platform/db/open-database.ts'
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
})

/** Lists the pending payments of a member, the next one first. */
export async function listScheduled(executor: Executor, memberNumber: string): Promise<readonly Scheduled[]> {
  const found = await rows(executor)
    .where('member_number', '=', memberNumber)
    .where('ended_at', 'is', null)
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
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('trans_no')
    .execute()
  return inserted.length > 0
}

/** Ends one that waits: a run takes it, or its member deletes it. @returns `undefined` when it does not wait. */
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

/** One of a member, waiting or not. */
export async function findScheduled(executor: Executor, transNo: string): Promise<Scheduled | undefined> {
  const row = await rows(executor).where('trans_no', '=', transNo).executeTakeFirst()
  return row && toScheduled(row)
}

/** Lists the pending payments that are due until a day, by day and number, a page at a time. */
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
