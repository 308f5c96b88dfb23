import { type AccountBuilder, anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import type { Database } from '../platform/db/open-database.ts'

/** Writes a member with an account into the cooperative's copy. A member that exists keeps what it has. */
export async function seedAccount(db: Database, { facts }: AccountBuilder = anAccount()): Promise<void> {
  const { memberNumber: member_number, name, phones, emails } = facts.member.facts
  const { account_number } = facts.account
  await db
    .insertInto('cis.member')
    .values({ member_number, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const digits of phones)
    await db
      .insertInto('cis.phone')
      .values({ member_number, digits, kind: 'cell' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const address of emails)
    await db
      .insertInto('cis.email')
      .values({ member_number, address })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await db
    .insertInto('cis.account')
    .values({ ...facts.account, member_number })
    .execute()
  await db
    .insertInto('cis.balance')
    .values({ ...facts.balance, account_number })
    .execute()
}

/** The cooperative gives an account to Ben, who need not have one. */
export async function giveToBen(db: Database, accountNumber = '100100101'): Promise<void> {
  const { memberNumber: member_number, name } = ben.facts
  await db
    .insertInto('cis.member')
    .values({ member_number, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.updateTable('cis.account').set({ member_number }).where('account_number', '=', accountNumber).execute()
}
