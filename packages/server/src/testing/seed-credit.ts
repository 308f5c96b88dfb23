import { sql } from 'kysely'
import type { Database } from '../platform/db/open-database.ts'

/** Puts what was paid in the portal on an account, in cents, and is not in the cooperative's system yet: only the credit, without its payment. */
export const seedCredit = async (owner: Database, accountNumber: string, amount: number): Promise<void> =>
  owner.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`insert into pay.unacknowledged_credit (trans_no, account_number, amount, event_id)
      values (${`T${accountNumber}`}, ${accountNumber}, ${amount}, 1)`.execute(transaction)
  })
