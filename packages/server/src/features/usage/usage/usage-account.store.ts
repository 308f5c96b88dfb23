import { sql } from 'kysely'
import { arrayLiteral } from '../../../platform/db/array-literal.ts'
import type { Executor } from '../../../platform/db/open-database.ts'

/** Account fields for the usage page. */
export interface UsageAccount {
  readonly accountNumber: string
  readonly accountType: string
  readonly holderName: string
  /** The service address on one line. */
  readonly serviceAddress: string
  readonly zip: string
  readonly locationId: string
  readonly isPrepaid: boolean
  readonly meterCount: number
  readonly showsUsageHistory: boolean
  readonly isSuspended: boolean
}

/**
 * Lists those of some accounts that belong to a member.
 *
 * @param memberNumber `null`: of any member, for jobs that have checked whose they are.
 */
export async function listUsageAccounts(
  executor: Executor,
  memberNumber: string | null,
  accountNumbers: readonly string[],
): Promise<readonly UsageAccount[]> {
  const { rows } = await sql<UsageAccount>`
    select account.account_number as "accountNumber", account.account_type as "accountType",
      account.holder_name as "holderName", account.service_zip as zip, account.location_id as "locationId",
      format('%s, %s, %s %s', account.service_street, account.service_city, account.service_state, account.service_zip)
        as "serviceAddress",
      account.is_prepaid as "isPrepaid",
      (select count(*)::integer from cis.holder_meter as meter where meter.account_number = account.account_number) as "meterCount",
      coalesce(detail.shows_usage_history, true) as "showsUsageHistory",
      coalesce(detail.usage_suspended, false) as "isSuspended"
    from cis.account as account
    left join cis.account_detail as detail on detail.account_number = account.account_number
    where account.account_number = any (${arrayLiteral(accountNumbers)}::text::text[])
      and (${memberNumber}::text is null or account.member_number = ${memberNumber})`.execute(executor)
  return rows
}
