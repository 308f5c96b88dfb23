import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type PayerStanding, upsertPayerBrowser } from './payer-browsers.store.ts'

/** The cookie that identifies a browser to the accounts that it has verified. It grants no access (decision 0282). */
export const payerCookie = '__Host-portal_payer'

/** The lifetime of the cookie, in seconds. Each verification starts it again. */
export const payerSeconds = 365 * 86_400

/** The maximum number of known browsers of an account. The portal deletes the one that was used longest ago. */
export const browsersPerAccount = 10

/** Returns the browser's hash. Without a cookie, the hash matches no row. */
export const payerHashOf = (facts: RequestFacts): Buffer => sha256(facts.cookie(payerCookie) ?? '')

/**
 * Remembers the browser for an account that it has just verified. A browser that is known for other accounts keeps its
 * cookie; a value that the portal did not make is replaced.
 *
 * @returns the value of the payer cookie.
 */
export async function rememberPayer(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  facts: RequestFacts,
  accountNumber: string,
  { isIssued }: PayerStanding,
): Promise<string> {
  const now = clock.now()
  const sent = facts.cookie(payerCookie)
  const value = isIssued && sent !== undefined ? sent : randomText(random, 32)
  const expiresAt = new Date(now.getTime() + payerSeconds * 1000)
  await upsertPayerBrowser(tx, { browserHash: sha256(value), accountNumber, now, expiresAt }, browsersPerAccount)
  return value
}
