import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { DraftType, OfferedDraftType } from '@coopline/rules/paying/drafts/draft-types'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { type Account, accountRows, toAccount } from '../../accounts/accounts/public.ts'
import type { FeeTerms } from '../payments/public.ts'

/** The kind of account that a draft charges; empty when the cooperative's system does not state it. */
type DraftAccountKind = '' | 'Checking' | 'Savings' | 'Card'

export interface CurrentDraft {
  readonly type: DraftType | null
  readonly day: number | null
  readonly accountKind: DraftAccountKind
  /** The last digits. */
  readonly accountEnding: string
  readonly institution: string
  /** The payment type and the fees when the portal charges a stored method; `null` for a draft without a convenience fee. */
  readonly hosted: { readonly paymentType: PaymentType; readonly feeTerms: FeeTerms | null } | null
}

/** An account with its draft, changed here or not, and the limits of a new one. */
export interface DraftAccount extends Account {
  readonly hasAutopay: boolean
  readonly eligibleDraftDate: CalendarDate | null
  readonly allowAfterBilledDay: number | null
  readonly allowBeforeBilledDay: number | null
  readonly draft: CurrentDraft | null
}

/** Lists every account of a member with its draft, by account number. */
export async function listDraftAccounts(executor: Executor, memberNumber: string): Promise<readonly DraftAccount[]> {
  const rows = await accountRows(executor)
    .innerJoin('portal.current_draft as draft', 'draft.account_number', 'account.account_number')
    .leftJoin('portal.draft as changed', (join) =>
      join.onRef('changed.account_number', '=', 'account.account_number').on('draft.is_changed_here', '=', true),
    )
    .select(['changed.method_id', 'changed.fee_terms'])
    .select([
      'draft.has_draft',
      'draft.draft_type',
      'draft.draft_day',
      'draft.account_kind',
      'draft.account_ending',
      'draft.institution',
      'draft.eligible_draft_date',
      'draft.allow_after_billed_day',
      'draft.allow_before_billed_day',
      'draft.has_autopay',
    ])
    .where('account.member_number', '=', memberNumber)
    .orderBy('account.account_number')
    .execute()
  return rows.map((row) => ({
    ...toAccount(row),
    hasAutopay: row.has_autopay,
    eligibleDraftDate: row.eligible_draft_date,
    allowAfterBilledDay: row.allow_after_billed_day,
    allowBeforeBilledDay: row.allow_before_billed_day,
    draft: row.has_draft
      ? {
          type: row.draft_type,
          day: row.draft_day,
          accountKind: row.account_kind,
          accountEnding: row.account_ending,
          institution: row.institution,
          hosted:
            row.method_id === null
              ? null
              : { paymentType: row.account_kind === 'Card' ? 'cc' : 'echeck', feeTerms: row.fee_terms },
        }
      : null,
  }))
}

/** The facts that decide when the next draft of an account is collected. */
export interface DraftDays extends Pick<CurrentDraft, 'type' | 'day'> {
  readonly accountNumber: string
  /** The next date in the cooperative's system. */
  readonly nextDate: CalendarDate | null
  /** The start date of a draft that was set up here. */
  readonly startDate: CalendarDate | null
  readonly changedAt: Date | null
  /** The means by which the portal's runs can collect the draft; `null` when only the cooperative's system can. */
  readonly means: 'bank-numbers' | 'method' | null
  readonly billDates: readonly CalendarDate[]
}

/** Lists the drafts of a member, with the bills since a day, which determine the dates of some drafts. */
export async function listDraftDays(
  executor: Executor,
  memberNumber: string,
  billedSince: CalendarDate,
): Promise<readonly DraftDays[]> {
  return executor
    .selectFrom('cis.account as account')
    .innerJoin('portal.current_draft as draft', 'draft.account_number', 'account.account_number')
    .leftJoin('portal.draft as changed', (join) =>
      join.onRef('changed.account_number', '=', 'account.account_number').on('draft.is_changed_here', '=', true),
    )
    .select([
      'account.account_number as accountNumber',
      'draft.draft_type as type',
      'draft.draft_day as day',
      'draft.next_date as nextDate',
      'changed.start_date as startDate',
      'changed.changed_at as changedAt',
      sql<DraftDays['means']>`case when changed.method_id is not null then 'method'
        when changed.bank_numbers is not null then 'bank-numbers' end`.as('means'),
    ])
    .select(
      sql<readonly CalendarDate[]>`array(select bill.bill_date::text from cis.holder_bill as bill
        where bill.account_number = account.account_number and bill.bill_date >= ${billedSince}::date)`.as('billDates'),
    )
    .where('account.member_number', '=', memberNumber)
    .where('draft.has_draft', '=', true)
    .execute()
}

/** Locks the member's accounts until the transaction ends, so that changes of their drafts run one after another. */
export async function lockDraftAccounts(tx: Tx, memberNumber: string): Promise<void> {
  await tx
    .selectFrom('cis.account')
    .select('account_number')
    .where('member_number', '=', memberNumber)
    .orderBy('account_number')
    .forUpdate()
    .execute()
}

export interface NewDraft {
  readonly type: OfferedDraftType
  readonly day: number | null
  readonly startDate: CalendarDate
  /** The kind of account; empty for a bank account that the provider stores, because it does not state the kind. */
  readonly accountKind: DraftAccountKind
  readonly accountEnding: string
  readonly institution: string
  /** The encrypted bank numbers; null for a stored method. */
  readonly bankNumbers: Uint8Array | null
  /** The stored method that is charged; null for bank numbers. */
  readonly methodId: string | null
  /** The authorization by the member. */
  readonly authorization: DraftAuthorization | null
  /** The fees that the member was shown; `null` for bank numbers. */
  readonly feeTerms: FeeTerms | null
}

/** The text that the member agreed to, and the time. */
export interface DraftAuthorization {
  readonly text: string
  readonly at: Date
}

const toAuthorization = (row: {
  readonly authorized_text: string | null
  readonly authorized_at: Date | null
}): DraftAuthorization | null =>
  row.authorized_text === null || row.authorized_at === null
    ? null
    : { text: row.authorized_text, at: row.authorized_at }

export interface DraftChange {
  readonly accountNumber: string
  readonly memberNumber: string
  /** `null` removes the draft, and its bank numbers with it. */
  readonly draft: NewDraft | null
  /** True when the bank corrects the draft. It remains the draft that the member set up. */
  readonly isCorrected: boolean
  readonly eventId: number
  readonly now: Date
}

/** The event that set up the row `draft`, before the bank corrected it. */
const firstEvent = sql<number>`coalesce(draft.set_up_event, draft.event_id)`

/** Stores the member's change of a draft. It replaces an earlier change, and pages show it instead of the cooperative's copy. */
export async function upsertDraft(tx: Tx, { accountNumber, draft, ...change }: DraftChange): Promise<void> {
  const values = {
    member_number: change.memberNumber,
    draft_type: draft?.type ?? null,
    draft_day: draft?.day ?? null,
    start_date: draft?.startDate ?? null,
    account_kind: draft?.accountKind ?? '',
    account_ending: draft?.accountEnding ?? '',
    institution: draft?.institution ?? '',
    bank_numbers: draft?.bankNumbers ?? null,
    method_id: draft?.methodId ?? null,
    authorized_text: draft?.authorization?.text ?? null,
    authorized_at: draft?.authorization?.at ?? null,
    fee_terms: draft === null || draft.feeTerms === null ? null : JSON.stringify(draft.feeTerms),
    event_id: change.eventId,
    changed_at: change.now,
  } as const
  await tx
    .insertInto('portal.draft')
    .values({ account_number: accountNumber, ...values })
    .onConflict((conflict) =>
      conflict.column('account_number').doUpdateSet({
        ...values,
        set_up_event: change.isCorrected ? firstEvent : null,
        corrected_event: change.isCorrected ? change.eventId : null,
        former_until: sql<Date | null>`case when draft.member_number = excluded.member_number and excluded.draft_type is not null
          then case when draft.draft_type is null then draft.changed_at else excluded.changed_at end end`,
      }),
    )
    .execute()
}

/**
 * Finds the draft that an event set up and locks it until the transaction ends; `undefined` when the member removed or replaced it.
 * `isCorrected` is true when the bank has corrected it since that event.
 */
export async function lockDraftOfEvent(
  tx: Tx,
  accountNumber: string,
  eventId: number,
): Promise<{ readonly memberNumber: string; readonly draft: NewDraft; readonly isCorrected: boolean } | undefined> {
  const row = await tx
    .selectFrom('portal.draft as draft')
    .selectAll()
    .where('account_number', '=', accountNumber)
    .where(sql<boolean>`${eventId}::bigint between ${firstEvent} and event_id`)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.draft_type === null || row.start_date === null) return undefined
  return {
    memberNumber: row.member_number,
    isCorrected: row.event_id !== eventId,
    draft: {
      type: row.draft_type,
      day: row.draft_day,
      startDate: row.start_date,
      accountKind: row.account_kind,
      accountEnding: row.account_ending,
      institution: row.institution,
      bankNumbers: row.bank_numbers,
      methodId: row.method_id,
      authorization: toAuthorization(row),
      feeTerms: row.fee_terms,
    },
  }
}

/** Finds the authorization of the draft that was set up here for an account; `null` when there is none. */
export async function findAuthorization(executor: Executor, accountNumber: string): Promise<DraftAuthorization | null> {
  const row = await executor
    .selectFrom('portal.draft')
    .select(['authorized_text', 'authorized_at'])
    .where('account_number', '=', accountNumber)
    .executeTakeFirst()
  return row === undefined ? null : toAuthorization(row)
}

/** Finds the name of the bank of a routing number in the directory; `undefined` when it lists none. */
export async function findInstitution(executor: Executor, routingNumber: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('portal.financial_institution')
    .select('name')
    .where('routing_number', '=', routingNumber)
    .executeTakeFirst()
  return row?.name
}

export interface Institution {
  readonly routingNumber: string
  readonly name: string
}

/** Replaces the whole directory of banks. */
export async function replaceInstitutions(tx: Tx, institutions: readonly Institution[]): Promise<void> {
  await tx.deleteFrom('portal.financial_institution').execute()
  await sql`
    insert into portal.financial_institution (routing_number, name)
    select given.number, given.name from json_to_recordset(${JSON.stringify(
      institutions.map(({ routingNumber: number, name }) => ({ number, name })),
    )}::json) as given (number text, name text)`.execute(tx)
}

/** Lists the encrypted bank numbers of the drafts that these events set up and that still exist. */
export async function listBankNumbers(
  executor: Executor,
  eventIds: readonly number[],
): Promise<readonly { readonly eventId: number; readonly accountNumber: string; readonly bankNumbers: Uint8Array }[]> {
  if (eventIds.length === 0) return []
  const rows = await executor
    .selectFrom('portal.draft')
    .select(['event_id', 'account_number', 'bank_numbers'])
    .where('event_id', 'in', [...eventIds])
    .execute()
  return rows.flatMap((row) =>
    row.bank_numbers === null
      ? []
      : [{ eventId: row.event_id, accountNumber: row.account_number, bankNumbers: row.bank_numbers }],
  )
}
