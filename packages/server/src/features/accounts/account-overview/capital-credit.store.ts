import type { Executor } from '../../../platform/db/open-database.ts'

/** Finds the file name of an account's capital-credit document; `undefined` without one, or for another member's account. */
export async function findCapitalCreditDocument(
  executor: Executor,
  memberNumber: string,
  accountNumber: string,
): Promise<string | undefined> {
  const row = await executor
    .selectFrom('cis.account_detail as detail')
    .innerJoin('cis.account as account', 'account.account_number', 'detail.account_number')
    .select('detail.capital_credit_document as document')
    .where('detail.account_number', '=', accountNumber)
    .where('account.member_number', '=', memberNumber)
    .executeTakeFirst()
  return row === undefined || row.document === '' ? undefined : row.document
}
