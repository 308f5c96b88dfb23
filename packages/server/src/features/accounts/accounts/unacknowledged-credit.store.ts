import type { Cents } from '@coopline/rules/kernel/money'
import { type RawBuilder, sql } from 'kysely'

/**
 * Builds the sum, in whole cents, of the portal payments to an account that are not acknowledged yet, as an expression of a larger
 * statement. Payments are above zero; refunds, returns and their fees are below. A reversed payment of a former holder is that person's
 * debt, so it counts as zero, never below. A payment that was booked after the account had moved to another member is the money of its
 * payer, and counts for no one else (decision 0165).
 *
 * @param account the name that the statement gives to `cis.account`.
 */
export const unacknowledgedCredit = (account: string): RawBuilder<Cents> => {
  const memberNumber = sql.ref(`${account}.member_number`)
  return sql<Cents>`coalesce((
    select sum(case when paid.member_number <> ${memberNumber} then greatest(paid.amount, 0) else paid.amount end)
    from (
      select credit.member_number, sum(credit.amount) as amount from pay.unacknowledged_credit as credit
      where credit.account_number = ${sql.ref(`${account}.account_number`)}
        and (credit.amount < 0 or credit.member_number = ${memberNumber}
          or credit.holder_number is null or credit.holder_number = credit.member_number)
      group by credit.trans_no, credit.member_number) as paid), 0)::bigint`
}
