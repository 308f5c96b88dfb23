import { type Cents, cents } from '@coopline/rules/kernel/money'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Applicant } from './applicant.ts'

/**
 * Finds the holder of an active or final-billed account without a login. The same statements run whether or not there is such an account
 * or a login.
 */
export async function findApplicant(executor: Executor, accountNumber: string): Promise<Applicant | undefined> {
  const row = await executor
    .selectFrom('cis.account as account')
    .innerJoin('cis.member as member', 'member.member_number', 'account.member_number')
    .select(['account.member_number', 'member.name'])
    .where('account.account_number', '=', accountNumber)
    .where((eb) =>
      eb.or([eb('account.account_status', '=', 'Active'), eb('account.derived_status', '=', 'Final Billed')]),
    )
    .executeTakeFirst()
  const memberNumber = row?.member_number ?? ''
  const login = await executor
    .selectFrom('portal.login')
    .select('login_id')
    .where('member_number', '=', memberNumber)
    .executeTakeFirst()
  const phones = await executor
    .selectFrom('cis.phone as phone')
    .leftJoin('portal.opted_out_phone as stopped', 'stopped.digits', 'phone.digits')
    .select('phone.digits')
    .where('phone.member_number', '=', memberNumber)
    .where('phone.kind', '=', 'cell')
    // A number that replied STOP gets no texts, so it is not offered for the code.
    .where('stopped.digits', 'is', null)
    .orderBy('phone.digits')
    .execute()
  const emails = await listEmails(executor, memberNumber)
  if (row === undefined || login !== undefined) return undefined
  return {
    accountNumber,
    memberNumber,
    name: row.name,
    cellPhones: phones.map(({ digits }) => digits),
    emails,
  }
}

/** True when an account has a bill of that amount among its last two. */
export async function hasRecentBillOf(executor: Executor, accountNumber: string, amount: Cents): Promise<boolean> {
  const bills = await executor
    .selectFrom('cis.holder_bill')
    .select('amount')
    .where('account_number', '=', accountNumber)
    .orderBy('bill_date', 'desc')
    .limit(2)
    .execute()
  return amount > 0 && bills.some((bill) => cents(Number(bill.amount)) === amount)
}

/** Lists the email addresses on file of a member. */
export async function listEmails(executor: Executor, memberNumber: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('cis.email')
    .select('address')
    .where('member_number', '=', memberNumber)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

export interface Preferences {
  readonly memberNumber: string
  readonly paperlessBilling: boolean
  readonly paperlessOther: boolean
  readonly marketingEmails: boolean
  /** The event that reports the choices to the cooperative's systems. */
  readonly eventId: number
  readonly now: Date
}

/** Stores the choices of a registration. An unticked box is stored as null, so that the cooperative’s own value stays in effect. */
export async function upsertPreferences(tx: Tx, preferences: Preferences): Promise<void> {
  const chosen = {
    paperless_billing: preferences.paperlessBilling || null,
    paperless_other: preferences.paperlessOther || null,
    marketing_emails: preferences.marketingEmails || null,
    event_id: preferences.eventId,
    changed_at: preferences.now,
  }
  await tx
    .insertInto('portal.preference')
    .values({ member_number: preferences.memberNumber, ...chosen })
    .onConflict((conflict) => conflict.column('member_number').doUpdateSet(chosen))
    .execute()
}
