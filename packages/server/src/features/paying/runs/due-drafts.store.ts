import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { DraftType } from '@coopline/rules/paying/drafts/draft-types'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { FeeTerms } from '../payments/public.ts'
import { postponedReason } from './runs.store.ts'

/** The means by which the portal collects a draft: bank numbers for a file, or a method stored at the provider. */
export type DraftMeans = 'bank_numbers' | 'method_id'

/** A draft that the portal collects, with the facts that determine its due dates. */
export interface RunningDraft {
  readonly accountNumber: string
  readonly memberNumber: string
  readonly eventId: number
  readonly changedAt: Date
  readonly startDate: CalendarDate | null
  /** The time when the previous draft ended; `null` when there was none. */
  readonly formerUntil: Date | null
  /** The day of the last completed run when it replaced another draft, or the day before without a run; `null` when it replaced none. */
  readonly lastRunOn: CalendarDate | null
  /** Recent due dates that runs have processed for the account, with this draft or the previous one; empty without a previous draft. */
  readonly processedDates: readonly CalendarDate[]
  /** Recent due dates that waited for an open payment when this draft replaced the previous one. */
  readonly waitingDates: readonly CalendarDate[]
  readonly type: DraftType
  readonly day: number | null
  readonly billDates: readonly CalendarDate[]
  /** The id of the method stored at the provider; `null` for bank numbers. */
  readonly methodId: string | null
  /** The day on which the prenote of the bank account settles; `null` until a file with it is released. */
  readonly prenoteOn: CalendarDate | null
}

/**
 * Lists a page of the drafts that the portal collects, by account number. The type and the day are those that the member sees, which the
 * cooperative's system may have changed.
 *
 * @param page the account before the page, and its last account from `findPageEnd`. A page ends at a key, so that a new draft does not
 *   push another one out of it.
 * @param recent the day `since` which bills and former drafts count, and the time zone of the runs.
 */
export async function listRunningDrafts(
  executor: Executor,
  means: DraftMeans,
  page: { readonly after: string; readonly through: string },
  { since, timeZone }: { readonly since: CalendarDate; readonly timeZone: string },
): Promise<readonly RunningDraft[]> {
  const { rows } = await sql<RunningDraft>`
    select draft.account_number as "accountNumber", draft.member_number as "memberNumber", draft.event_id as "eventId",
      draft.method_id as "methodId", draft.changed_at as "changedAt", draft.start_date as "startDate", draft.former_until as "formerUntil", shown.draft_type as "type", shown.draft_day as "day",
      array(select bill.bill_date::text from cis.holder_bill as bill where bill.account_number = draft.account_number
        and bill.bill_date >= ${since}::date) as "billDates",
      case when draft.former_until >= ${since}::date then coalesce(
        (select run.run_date from pay.run where run.completed_at <= draft.changed_at order by run.run_date desc limit 1),
        (draft.changed_at at time zone ${timeZone}::text)::date - 1) end as "lastRunOn",
      array(select item.due_date::text from pay.run_item as item where draft.former_until >= ${since}::date
        and item.account_number = draft.account_number and item.due_date >= ${since}::date
        and item.kind in ('draft', 'method-draft')
        and not (item.state = 'skipped' and item.reason in ('removed', ${postponedReason}))) as "processedDates",
      array(select item.due_date::text from pay.run_item as item where draft.former_until >= ${since}::date
        and item.account_number = draft.account_number and item.due_date >= ${since}::date
        and item.member_number = draft.member_number and item.kind in ('draft', 'method-draft')
        and item.state = 'skipped' and item.created_at < draft.changed_at and (item.reason = ${postponedReason}
          or (item.reason = 'removed' and item.run_date >= (draft.former_until at time zone ${timeZone}::text)::date))) as "waitingDates",
      (select file.effective_date from pay.run_item as item join pay.bank_file as file on file.id = item.file_id
        where item.kind = 'prenote' and item.enrollment_id = draft.event_id::text and file.released_at is not null) as "prenoteOn"
    from (select * from portal.draft where ${sql.ref(means)} is not null
      and account_number > ${page.after} and account_number <= ${page.through}) as draft
    join cis.account on account.account_number = draft.account_number and account.member_number = draft.member_number
    join portal.current_draft as shown on shown.account_number = draft.account_number and shown.draft_type is not null
    order by draft.account_number`.execute(executor)
  return rows
}

/** Finds the last account of a page of `listRunningDrafts`, skipped drafts included; `undefined` for an empty page. */
export async function findPageEnd(
  executor: Executor,
  means: DraftMeans,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ readonly last: string | null }>`
    select max(account_number) as last from (
      select account_number from portal.draft where ${sql.ref(means)} is not null and account_number > ${after}
      order by account_number limit ${limit}) as page`.execute(executor)
  return rows[0]?.last ?? undefined
}

/** The facts of a debit for a draft. */
export interface DraftDebit {
  readonly accountKind: string
  readonly accountEnding: string
  readonly bankNumbers: Uint8Array
  readonly language: Language
  readonly hasAutopay: boolean
  /** True when the cooperative's system has another bank account for the draft. */
  readonly isReplaced: boolean
}

/** A draft, identified by its event. With `orCorrected`, an event from before a correction by the bank matches too. */
export interface DraftOfEvent {
  readonly accountNumber: string
  readonly eventId: number
  readonly orCorrected: boolean
}

/** Locks and loads drafts by their events, in the order of the events; `undefined` for a draft that was removed or replaced. */
export async function lockRunningDrafts(
  tx: Tx,
  drafts: readonly DraftOfEvent[],
): Promise<readonly (DraftDebit | undefined)[]> {
  const accountNumbers = drafts.map((one) => one.accountNumber)
  const { rows } = await sql<LockedDraft>`
    select draft.account_number as "accountNumber", draft.event_id as "eventId", draft.account_kind as "accountKind",
      case when draft.corrected_event = draft.event_id then draft.set_up_event else draft.event_id end as "firstEvent",
      draft.account_ending as "accountEnding", draft.bank_numbers as "bankNumbers", member.prefers_language as language,
      shown.has_autopay as "hasAutopay", shown.account_ending as "displayedEnding"
    from portal.draft as draft
    join cis.member as member on member.member_number = draft.member_number
    join portal.current_draft as shown on shown.account_number = draft.account_number
    where draft.account_number = any(${accountNumbers}::text[]) and shown.account_number = any(${accountNumbers}::text[])
      and draft.bank_numbers is not null
    order by draft.account_number
    for update of draft`.execute(tx)
  const byAccount = new Map(rows.map((row) => [row.accountNumber, row]))
  return drafts.map(({ accountNumber, eventId, orCorrected }) => {
    const row = byAccount.get(accountNumber)
    if (row === undefined) return undefined
    const first = orCorrected ? row.firstEvent : row.eventId
    return first <= eventId && eventId <= row.eventId ? toDebit(row) : undefined
  })
}

interface LockedDraft extends Omit<DraftDebit, 'language' | 'isReplaced'> {
  readonly accountNumber: string
  readonly eventId: number
  readonly firstEvent: number
  readonly language: string
  readonly displayedEnding: string
}

const toDebit = (row: LockedDraft): DraftDebit => ({
  ...row,
  language: row.language === 'es' ? 'es' : 'en',
  isReplaced: row.displayedEnding !== '' && row.displayedEnding !== row.accountEnding,
})

/** Finds the draft that an event set up if it is still charged to the method, and locks it until the transaction ends. */
export async function lockMethodDraft(
  tx: Tx,
  {
    accountNumber,
    eventId,
    methodId,
  }: { readonly accountNumber: string; readonly eventId: number; readonly methodId: string },
): Promise<{ readonly isCard: boolean; readonly hasAutopay: boolean; readonly feeTerms: FeeTerms | null } | undefined> {
  const row = await tx
    .selectFrom('portal.draft as draft')
    .innerJoin('portal.current_draft as shown', 'shown.account_number', 'draft.account_number')
    .innerJoin('pay.stored_method as method', 'method.method_id', 'draft.method_id')
    .select(['method.payment_type', 'shown.has_autopay', 'draft.fee_terms'])
    .where('draft.account_number', '=', accountNumber)
    .where('draft.event_id', '=', eventId)
    .where('draft.method_id', '=', methodId)
    .forUpdate('draft')
    .executeTakeFirst()
  return row && { isCard: row.payment_type === 'cc', hasAutopay: row.has_autopay, feeTerms: row.fee_terms }
}

/** An account, and the day after which its bills count. */
export interface BilledAfter {
  readonly accountNumber: string
  readonly day: CalendarDate
}

/** Sums up the bills of each account that are dated after its day, in whole cents and in the same order. */
export async function listBilledAfter(executor: Executor, wanted: readonly BilledAfter[]): Promise<readonly Cents[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<{ readonly sum: number }>`
    select (select coalesce(sum(bill.amount) filter (where bill.amount > 0), 0)::bigint from cis.holder_bill as bill
      where bill.account_number = wanted.account_number and bill.bill_date > wanted.day) as sum
    from unnest(${wanted.map((one) => one.accountNumber)}::text[], ${wanted.map((one) => one.day)}::date[])
      with ordinality as wanted (account_number, day, position)
    order by wanted.position`.execute(executor)
  return rows.map(({ sum }) => cents(sum))
}
