import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { sealBankNumbers } from '../features/paying/drafts/bank-numbers.ts'
import type { PortalWithProvider } from './chaos-provider.ts'
import type { TestPortal } from './test-portal.ts'

/** Accounts of each member, by what pays them: two of each. */
const kinds = ['draft', 'method-draft', 'autopay', 'scheduled'] as const
const accountsOfMember = kinds.length * 2

/**
 * Makes members with eight accounts each, all of which something takes on one day: a bank draft, a draft and AutoPay of a card at
 * the provider, and a scheduled payment of another card. As they would be had their members set them up a month ago.
 */
export async function fillEnrollments(
  { portal, storeCard }: PortalWithProvider,
  { members, date }: { readonly members: number; readonly date: CalendarDate },
): Promise<void> {
  await fillAccounts(portal, members, date)
  const cards: { readonly member: string; readonly card: string; readonly spare: string }[] = []
  for (let n = 1; n <= members; n += 1) {
    const member = `M${n}`
    cards.push({ member, card: await storeCard(member), spare: await storeCard(member, { expiry: '11/30' }) })
  }
  const given = sql`json_to_recordset(${JSON.stringify(cards)}::json) as given (member text, card text, spare text)`
  const accountsOf = (kind: (typeof kinds)[number]) => sql`
    ${given} join cis.account on account.member_number = given.member and account.location_id = ${kind}
    join cis.balance using (account_number)`
  await sql`
    insert into portal.draft (account_number, member_number, draft_type, draft_day, account_kind, account_ending, method_id,
      event_id, changed_at)
    select account_number, given.member, 'DAY_OF_MONTH', ${Number(date.slice(8))}::integer, 'Card', '1111', given.card,
      account_number::bigint, now() - interval '30 days'
    from ${accountsOf('method-draft')}`.execute(portal.db)
  await sql`
    insert into portal.autopay (account_number, member_number, method_id, state, days_before, event_id, changed_at)
    select account_number, given.member, given.card, 'active', 0, account_number::bigint, now() - interval '30 days'
    from ${accountsOf('autopay')}`.execute(portal.db)
  await sql`
    insert into portal.autopay_charge (account_number, due_date, member_number, method_id, charge_on, amount, state, link_hash,
      announced_at)
    select account_number, ${date}::date, given.member, given.card, ${date}::date, balance, 'waiting',
      sha256(convert_to(account_number, 'UTF8')), now() - interval '2 days'
    from ${accountsOf('autopay')}`.execute(portal.db)
  await sql`
    insert into portal.scheduled_payment (trans_no, member_number, method_id, payment_date, items, amount, language, created_at)
    select 'S' || account_number, given.member, given.spare, ${date}::date,
      json_build_array(json_build_object('accountNumber', account_number, 'accountType', 'Electric', 'amount', balance)),
      balance, 'en', now() - interval '30 days'
    from ${accountsOf('scheduled')}`.execute(portal.db)
  await fillBankDrafts(portal, date)
}

async function fillAccounts({ db }: TestPortal, members: number, dueDate: CalendarDate): Promise<void> {
  const every = sql`generate_series(1, ${members}::integer) as n, generate_series(1, ${accountsOfMember}::integer) as k`
  await sql`insert into cis.member select 'M' || n, 'Member ' || n, 'en' from generate_series(1, ${members}::integer) as n`.execute(
    db,
  )
  await sql`
    insert into cis.account select (100000000 + 10 * n + k)::text, 'M' || n, k = 1, 'Member ' || n, 'Electric', 'Active', 'Current',
      n || ' Cedar Street', 'Eau Claire', 'WI', '54701', (${kinds}::text[])[(k + 1) / 2], false, '', 'Standard', true, true, false
    from ${every}`.execute(db)
  await sql`
    insert into cis.balance select (100000000 + 10 * n + k)::text, 1000 + 10 * n + k, 0, ${dueDate}::date, 0, null,
      0, 0, 0, 50000, 0, 0, 0, 0, false from ${every}`.execute(db)
}

async function fillBankDrafts({ db, deps }: TestPortal, date: CalendarDate): Promise<void> {
  const accounts = await db
    .selectFrom('cis.account')
    .select(['account_number', 'member_number'])
    .where('location_id', '=', 'draft')
    .execute()
  for (const { account_number: account, member_number: member } of accounts)
    await db
      .insertInto('portal.draft')
      .values({
        account_number: account,
        member_number: member,
        draft_type: 'DAY_OF_MONTH',
        draft_day: Number(date.slice(8)),
        account_kind: 'Checking',
        account_ending: account.slice(-4),
        bank_numbers: sealBankNumbers(deps, { routingNumber: '091000019', bankAccountNumber: account }, account),
        event_id: Number(account),
        changed_at: new Date(Date.now() - 30 * 86_400_000),
      })
      .execute()
}
