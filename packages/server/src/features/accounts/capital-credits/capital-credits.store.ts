import type { LetterForm } from '@coopline/rules/accounts/capital-credits/check-letter'
import type { CreditSearch } from '@coopline/rules/accounts/capital-credits/credit-search'
import { type Insertable, sql } from 'kysely'
import type { Schema } from '../../../platform/db/schema.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** The outcome of returning a letter: unknown, returned by this call, or returned before. */
export type LetterState = 'unknown' | 'returned' | 'returned-before'

/** Marks a letter as returned, in one statement. */
export async function returnKnownLetter(
  tx: Tx,
  { memberNumber, letterId }: LetterForm,
  now: Date,
): Promise<LetterState> {
  const { rows } = await sql<{ readonly known: number; readonly added: number }>`
    with letter as (
      select member_number, letter_id from cis.capital_credit_letter
      where member_number = ${memberNumber} and letter_id = ${letterId}),
    added as (
      insert into portal.returned_letter (member_number, letter_id, returned_at)
      select member_number, letter_id, ${now}::timestamptz from letter
      on conflict do nothing returning 1)
    select (select count(*) from letter)::int as known, (select count(*) from added)::int as added`.execute(tx)
  const [found] = rows
  if (found === undefined || found.known === 0) return 'unknown'
  return found.added === 0 ? 'returned-before' : 'returned'
}

/** An unclaimed credit (DU-21). The member number never leaves the server. */
export interface StoredCredit {
  readonly creditNumber: string
  readonly memberNumber: string
  /** The name of a company or of a person. */
  readonly name: string
  readonly address: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

/** Maximum results of a search (REQ-D-223). */
const mostCredits = 100

const columns = (executor: Executor) =>
  executor
    .selectFrom('cis.unclaimed_credit as credit')
    .select([
      'credit.credit_number as creditNumber',
      'credit.member_number as memberNumber',
      sql<string>`coalesce(nullif(credit.company_name, ''), trim(credit.first_name || ' ' || credit.last_name))`.as(
        'name',
      ),
      'credit.address',
      'credit.city',
      'credit.state',
      'credit.zip',
    ])

/** Matches texts that start with a prefix. The column holds lowercase text in byte order, so its index applies. */
const beginsWith = (column: 'first_key' | 'last_key' | 'company_key', text: string) =>
  sql<boolean>`(${sql.ref(`credit.${column}`)} <> '' and ${sql.ref(`credit.${column}`)} >= lower(${text})
    and ${sql.ref(`credit.${column}`)} < lower(${text}) || chr(1114111))`

/** Lists credits whose company name, or first and last name, start with the search terms; ordered by name. */
export async function searchCredits(
  executor: Executor,
  { firstName, lastName, companyName }: CreditSearch,
): Promise<readonly StoredCredit[]> {
  const ofPerson = [
    ...(lastName === null ? [] : [beginsWith('last_key', lastName)]),
    ...(firstName === null ? [] : [beginsWith('first_key', firstName)]),
  ]
  const ofCompany = companyName === null ? [] : [beginsWith('company_key', companyName)]
  return columns(executor)
    .where((eb) => eb.or([...(ofPerson.length === 0 ? [] : [eb.and(ofPerson)]), ...ofCompany]))
    .orderBy('name')
    .orderBy('credit.credit_number')
    .limit(mostCredits)
    .execute()
}

/** Finds a credit by its number; `undefined` when it is no longer unclaimed. */
export const findCredit = async (executor: Executor, creditNumber: string): Promise<StoredCredit | undefined> =>
  columns(executor).where('credit.credit_number', '=', creditNumber).executeTakeFirst()

/** Inserts the demo letters and credits; existing rows stay unchanged. */
export async function insertLettersAndCredits(
  tx: Tx,
  letters: readonly LetterForm[],
  credits: readonly Insertable<Schema['cis.unclaimed_credit']>[],
): Promise<void> {
  if (letters.length > 0)
    await tx
      .insertInto('cis.capital_credit_letter')
      .values(letters.map(({ memberNumber, letterId }) => ({ member_number: memberNumber, letter_id: letterId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (credits.length > 0)
    await tx
      .insertInto('cis.unclaimed_credit')
      .values([...credits])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
