import { underWayStates } from '@coopline/rules/paying/payment-state/payment-state'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { PersonalDataRule, PersonalKey } from '../../../platform/personal-data.ts'

/** The keys by which the rows of a member are found. */
export interface PersonalScope {
  readonly memberNumber: string
  readonly accountNumbers: readonly string[]
  /** For accounts that another member held before: the day from which the member holds them. */
  readonly heldSince: Readonly<Record<string, string>>
  /** At most one. */
  readonly loginIds: readonly string[]
  /** Email addresses and phone numbers that are known to be the member’s own, and that no other member has. */
  readonly addresses: readonly string[]
}

/** @returns `null` when there is no such member. */
export async function loadPersonalScope(executor: Executor, memberNumber: string): Promise<PersonalScope | null> {
  const { rows } = await sql<Omit<PersonalScope, 'memberNumber'>>`
    with addresses as (
      select address from cis.email where member_number = ${memberNumber}
      union select lower(address) from cis.email where member_number = ${memberNumber}
      union select digits from cis.phone where member_number = ${memberNumber}
      union select value from portal.contact where member_number = ${memberNumber} and verified_at is not null
      union select email from portal.login where member_number = ${memberNumber})
    select
      array(select account_number from cis.account where member_number = ${memberNumber}) as "accountNumbers",
      (select coalesce(json_object_agg(account_number, held_since), '{}') from cis.account
        where member_number = ${memberNumber} and held_since is not null) as "heldSince",
      array(select login_id::text from portal.login where member_number = ${memberNumber}) as "loginIds",
      array(select address from addresses
        where not exists (select from cis.email as other
            where lower(other.address) = lower(addresses.address) and other.member_number <> ${memberNumber})
          and not exists (select from cis.phone as other
            where other.digits = addresses.address and other.member_number <> ${memberNumber})
          and not exists (select from portal.contact as other
            where other.channel in ('email', 'text') and other.verified_at is not null
            and other.value = lower(addresses.address) and other.member_number <> ${memberNumber})
          and not exists (select from portal.login as other
            where other.email = lower(addresses.address) and other.member_number <> ${memberNumber})) as addresses
    where exists (select from cis.member where member_number = ${memberNumber})
      or exists (select from portal.login where member_number = ${memberNumber})`.execute(executor)
  return rows[0] === undefined ? null : { memberNumber, ...rows[0] }
}

/** Arrays, as the planner could not tell how few rows a subquery has. */
const paymentsOf = ({ memberNumber }: PersonalScope) =>
  sql`any(array(select trans_no from pay.payment where member_number = ${memberNumber}))`

const conditions: Readonly<Record<PersonalKey, (scope: PersonalScope) => RawBuilder<unknown>>> = {
  member: ({ memberNumber }) => sql`own.member_number = ${memberNumber}`,
  account: ({ accountNumbers }) => sql`own.account_number = any(${[...accountNumbers]}::text[])`,
  'own-account': ({ accountNumbers, memberNumber }) =>
    sql`own.account_number = any(${[...accountNumbers]}::text[]) and own.member_number = ${memberNumber}`,
  login: ({ loginIds }) => sql`own.login_id = any(${[...loginIds]}::uuid[])`,
  payment: (scope) => sql`own.trans_no = ${paymentsOf(scope)}`,
  booking: (scope) =>
    sql`own.booking_id = any(array(select id from pay.booking where trans_no = ${paymentsOf(scope)}))`,
  connection: ({ memberNumber }) =>
    sql`own.grant_id = any(array(select grant_id from portal.connected_grant where member_number = ${memberNumber}))`,
  'shared-access': ({ memberNumber }) =>
    sql`own.access_id = any(array(select access_id from portal.shared_access where member_number = ${memberNumber}))`,
  address: ({ addresses }) => sql`own.recipient = any(${[...addresses]}::text[])`,
  'stored-method': ({ memberNumber }) => sql`own.member_number = ${memberNumber} and own.removed_at is null`,
}

/** A row for the export, and its place, after which the next page begins. */
export interface PersonalRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly place: string
}

const omittedIf = ({ omitIf }: PersonalDataRule) =>
  omitIf === undefined
    ? sql``
    : sql`- case when ${sql.ref(`own.${omitIf.column}`)} = ${omitIf.is} then ${[...omitIf.omit]}::text[] else '{}' end`

/** One page of a member's rows of a table, without the columns that the rule omits and without what is a former holder's. */
export async function listPersonalRows(
  executor: Executor,
  rule: PersonalDataRule,
  scope: PersonalScope,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly PersonalRow[]> {
  const { table, by, order, omit, isByDay = false } = rule
  const places = sql.join(order.map((column) => sql.ref(`own.${column}`)))
  const former = sql.join(order.map((column) => sql.ref(`former.${column}`)))
  const next =
    after === undefined
      ? sql``
      : sql`and row(${places}) > (select ${former} from jsonb_populate_record(null::${sql.table(table)}, ${after}::jsonb) as former)`
  const held = isByDay
    ? sql`and own.day >= coalesce((${JSON.stringify(scope.heldSince)}::jsonb ->> own.account_number)::date, '-infinity')`
    : sql``
  const { rows } = await sql<PersonalRow>`
    select to_jsonb(own) - ${omit === 'all' ? [] : omit}::text[] ${omittedIf(rule)} as row,
      jsonb_build_object(${sql.join(order.flatMap((column) => [sql`${column}::text`, sql.ref(`own.${column}`)]))})::text as place
    from ${sql.table(rule.view ?? table)} as own where ${conditions[by](scope)} ${held} ${next}
    order by ${places} limit ${limit}`.execute(executor)
  return rows
}

const assignmentsOf = ({ set, at }: NonNullable<PersonalDataRule['marks']>, now: Date) =>
  sql.join(
    Object.entries(at === undefined ? set : { ...set, [at]: now }).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    ),
  )

/** Deletes a member's rows of a table, or changes them where the rule says so. @returns how many. */
export async function erasePersonalRows(
  tx: Tx,
  { table, by, marks }: PersonalDataRule,
  scope: PersonalScope,
  now: Date,
): Promise<number> {
  const which = conditions[by](scope)
  const statement =
    marks === undefined
      ? sql`delete from ${sql.table(table)} as own where ${which}`
      : sql`update ${sql.table(table)} as own set ${assignmentsOf(marks, now)} where ${which}`
  const result = await statement.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Locks the login of a member, its sessions and connected apps until the transaction ends, so that no one signs in meanwhile. The
 * member's calls have committed what they store by then, or store nothing from then on: each of their transactions locks the session
 * (`requireSession`). So do apps that are given a token: it locks the connection.
 */
export async function lockLogin(tx: Tx, memberNumber: string): Promise<void> {
  const login = tx.selectFrom('portal.login').select('login_id').where('member_number', '=', memberNumber).forUpdate()
  for (const { login_id: loginId } of await login.execute())
    await tx.selectFrom('portal.session').select('session_id').where('login_id', '=', loginId).forUpdate().execute()
  const grants = tx.selectFrom('portal.connected_grant').select('grant_id').where('member_number', '=', memberNumber)
  await grants.forUpdate().execute()
}

/** Payments that are open or will still be made. */
export interface MoneyUnderWay {
  readonly payments: number
  readonly scheduled: number
  readonly autopay: number
  readonly drafts: number
}

/** Counts payments without an outcome, and what will charge the member later. */
export async function countMoneyUnderWay(
  executor: Executor,
  { memberNumber, accountNumbers }: PersonalScope,
): Promise<MoneyUnderWay> {
  const { rows } = await sql<MoneyUnderWay>`
    select
      (select count(*)::integer from pay.payment where member_number = ${memberNumber}
        and state in (${sql.join(underWayStates)})) as payments,
      (select count(*)::integer from portal.scheduled_payment
        where member_number = ${memberNumber} and ended_at is null)
      -- A run has taken what was due and charges it next.
      + (select count(*)::integer from pay.run_item where account_number = any(${[...accountNumbers]}::text[])
        and member_number = ${memberNumber} and state = 'pending') as scheduled,
      (select count(*)::integer from portal.autopay where account_number = any(${[...accountNumbers]}::text[])
        and member_number = ${memberNumber} and state <> 'canceled') as autopay,
      (select count(*)::integer from portal.draft where account_number = any(${[...accountNumbers]}::text[])
        and member_number = ${memberNumber} and draft_type is not null)
      + (select count(*)::integer from portal.draft_request
        where member_number = ${memberNumber} and outcome is null) as drafts`.execute(executor)
  return rows[0] ?? { payments: 0, scheduled: 0, autopay: 0, drafts: 0 }
}
