import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** The facts about an attempt to verify an account, before the check. */
export interface PayerStanding {
  /** The member of the account; `null` for an unknown account. */
  readonly memberNumber: string | null
  /** True when that browser has verified that account. */
  readonly isKnown: boolean
  /** True when that browser has verified some account, so the portal made its cookie. */
  readonly isIssued: boolean
  /** True when the account was recently verified from this client address, and no half of the grant was misused. */
  readonly isKnownClient: boolean
}

/** Keyed hashes of the caller's payer cookie and address. */
export interface PayerHashes {
  readonly browser: Uint8Array
  readonly client: Uint8Array
}

const clientKnownMs = 30 * 86_400_000

/** Finds the facts about an attempt. It is always one statement, so that an unknown account takes as long. */
export async function findPayerStanding(
  executor: Executor,
  accountNumber: string,
  { browser, client }: PayerHashes,
  now: Date,
): Promise<PayerStanding> {
  const since = new Date(now.getTime() - clientKnownMs)
  const live = sql`portal.quick_pay_browser where browser_hash = ${browser} and expires_at > ${now}::timestamptz`
  const result = await sql<PayerStanding>`
    select (select member_number from cis.account where account_number = ${accountNumber}) as "memberNumber",
      exists (select from ${live} and account_number = ${accountNumber}) as "isKnown",
      exists (select from ${live}) as "isIssued",
      exists (select from portal.quick_pay_grant where account_number = ${accountNumber} and client_hash = ${client}
        and created_at >= ${since}::timestamptz and revoked_at is null) as "isKnownClient"`.execute(executor)
  return result.rows[0] ?? { memberNumber: null, isKnown: false, isIssued: false, isKnownClient: false }
}

/** Lists the hashes of the browsers that have verified an account, the last used first. */
export async function listPayerBrowsers(
  executor: Executor,
  accountNumber: string,
  limit: number,
): Promise<readonly Uint8Array[]> {
  const rows = await executor
    .selectFrom('portal.quick_pay_browser')
    .select('browser_hash')
    .where('account_number', '=', accountNumber)
    .orderBy('last_used_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.browser_hash)
}

interface PayerBrowser {
  readonly browserHash: Uint8Array
  readonly accountNumber: string
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores a browser and deletes those of the account that were used longest ago, so that `limit` remain. */
export async function upsertPayerBrowser(tx: Tx, browser: PayerBrowser, limit: number): Promise<void> {
  const { browserHash, accountNumber, now, expiresAt } = browser
  await sql`
    with surplus as (
      delete from portal.quick_pay_browser where account_number = ${accountNumber} and browser_hash in (
        select browser_hash from portal.quick_pay_browser
        where account_number = ${accountNumber} and browser_hash <> ${browserHash}
        order by last_used_at desc, browser_hash offset ${limit - 1}))
    insert into portal.quick_pay_browser (browser_hash, account_number, last_used_at, expires_at)
    values (${browserHash}, ${accountNumber}, ${now}, ${expiresAt})
    on conflict (browser_hash, account_number) do update
      set last_used_at = excluded.last_used_at, expires_at = excluded.expires_at`.execute(tx)
}
