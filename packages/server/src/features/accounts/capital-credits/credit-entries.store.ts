import type { CreditEntry } from '@coopline/rules/accounts/capital-credits/credit-years'
import { cents } from '@coopline/rules/kernel/money'
import { type Insertable, sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Schema } from '../../../platform/db/schema.ts'

/** The maximum number of listed entries. The sums include all entries. */
const mostEntries = 1_000

export interface StoredEntry extends CreditEntry {
  readonly entryId: string
  /** The file name of the notice; empty without one. */
  readonly document: string
}

export interface StoredEntries {
  readonly entries: readonly StoredEntry[]
  /** The sums of all entries, in whole cents. */
  readonly allocated: number
  readonly retired: number
}

/** Lists a member's allocations and retirements, newest year first, and their sums. */
export async function listCreditEntries(executor: Executor, memberNumber: string): Promise<StoredEntries> {
  const rows = await executor
    .selectFrom('cis.capital_credit')
    .select(['entry_id', 'kind', 'year', 'posted_on', 'amount', 'document'])
    .select([
      sql<number>`coalesce(sum(amount) filter (where kind = 'allocation') over (), 0)::bigint`.as('allocated'),
      sql<number>`coalesce(sum(amount) filter (where kind = 'retirement') over (), 0)::bigint`.as('retired'),
    ])
    .where('member_number', '=', memberNumber)
    .orderBy('year', 'desc')
    .orderBy('posted_on', 'desc')
    .orderBy('entry_id')
    .limit(mostEntries)
    .execute()
  return {
    entries: rows.map(({ entry_id, kind, year, posted_on, amount, document }) => ({
      entryId: entry_id,
      kind,
      year,
      postedOn: posted_on,
      amount: cents(amount),
      document,
    })),
    allocated: rows[0]?.allocated ?? 0,
    retired: rows[0]?.retired ?? 0,
  }
}

/** Finds the year and the file name of the notice of an entry; `undefined` without one, or for another member's entry. */
export async function findEntryDocument(
  executor: Executor,
  memberNumber: string,
  entryId: string,
): Promise<{ readonly year: number; readonly document: string } | undefined> {
  return executor
    .selectFrom('cis.capital_credit')
    .select(['year', 'document'])
    .where('member_number', '=', memberNumber)
    .where('entry_id', '=', entryId)
    .where('document', '<>', '')
    .executeTakeFirst()
}

/** Inserts the demo entries; existing rows stay unchanged. */
export async function insertCreditEntries(
  tx: Tx,
  entries: readonly Insertable<Schema['cis.capital_credit']>[],
): Promise<void> {
  await tx
    .insertInto('cis.capital_credit')
    .values([...entries])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
