import type { ArrangementChoice, Installment } from '@coopline/rules/paying/arrangement/arrangement-choices'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import { type Account, accountRows, toAccount } from '../../accounts/accounts/public.ts'

/** An account whose member wants to pay later. */
export interface ArrangeableAccount extends Account {
  readonly hasArrangement: boolean
  readonly lastMadeOn: CalendarDate | null
  readonly cutoffDate: CalendarDate | null
}

/** Finds an account with the facts that decide about an arrangement; `undefined` when it is not the member's. */
export async function findArrangeable(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<ArrangeableAccount | undefined> {
  const row = await accountRows(executor)
    .innerJoin('portal.current_arrangement as arrangement', 'arrangement.account_number', 'account.account_number')
    .select(['arrangement.next_due', 'arrangement.balance as arranged', 'balance.cutoff_date'])
    .select((eb) =>
      eb
        .selectFrom('portal.arrangement as made')
        .select((inner) => inner.fn.max('made.made_on').as('last'))
        .whereRef('made.account_number', '=', 'account.account_number')
        .whereRef('made.member_number', '=', 'account.member_number')
        .as('last_made_on'),
    )
    .where('account.account_number', '=', accountNumber)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return (
    row && {
      ...toAccount(row),
      hasArrangement: row.next_due !== null && row.arranged !== null && row.arranged > 0,
      lastMadeOn: row.last_made_on,
      cutoffDate: row.cutoff_date,
    }
  )
}

/** Locks an account until the transaction ends, so that requests for an arrangement run one after another. */
export async function lockAccount(tx: Tx, accountNumber: string): Promise<void> {
  await tx
    .selectFrom('cis.account')
    .select('account_number')
    .where('account_number', '=', accountNumber)
    .forUpdate()
    .execute()
}

/** Finds the arrangement that a member made for an account on a day. */
export async function findMadeOn(
  executor: Executor,
  { memberNumber, accountNumber, madeOn }: Pick<NewArrangement, 'memberNumber' | 'accountNumber' | 'madeOn'>,
): Promise<(ArrangementChoice & { readonly balance: Cents }) | undefined> {
  const row = await executor
    .selectFrom('portal.arrangement')
    .select(['kind', 'part_count', 'payments', 'balance'])
    .where('account_number', '=', accountNumber)
    .where('member_number', '=', memberNumber)
    .where('made_on', '=', madeOn)
    .executeTakeFirst()
  return (
    row && {
      kind: row.kind,
      count: row.part_count,
      payments: row.payments as readonly Installment[],
      balance: row.balance,
    }
  )
}

export interface NewArrangement {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly choice: ArrangementChoice
  readonly balance: Cents
  readonly madeOn: CalendarDate
  readonly eventId: number
  readonly now: Date
}

export async function insertArrangement(tx: Tx, { choice, ...made }: NewArrangement): Promise<void> {
  await tx
    .insertInto('portal.arrangement')
    .values({
      account_number: made.accountNumber,
      member_number: made.memberNumber,
      kind: choice.kind,
      part_count: choice.count,
      made_on: made.madeOn,
      balance: made.balance,
      payments: JSON.stringify(choice.payments),
      event_id: made.eventId,
      created_at: made.now,
    })
    .execute()
}
