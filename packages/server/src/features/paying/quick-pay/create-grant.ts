import type { AuditEntry } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { newSplitToken } from '../../../platform/secrets/split-token.ts'
import { clientHash } from '../../../platform/attempts/client-subject.ts'
import type { Account } from '../../accounts/accounts/public.ts'
import { insertGrant } from './grant.store.ts'

/** The cookie half of a quick-pay grant. */
export const grantCookie = '__Host-portal_qp'

export interface CreatedGrant {
  /** The token half, which the browser stores and sends as a bearer token. */
  readonly token: string
  /** The cookie half, which scripts cannot read. Neither half is valid alone. */
  readonly cookie: string
  readonly grantId: string
  readonly expiresAt: Date
}

/** Returns the id of a grant in values that are bound to it: the stored hash of its token. */
export const grantIdOf = (tokenHash: Uint8Array): string => Buffer.from(tokenHash).toString('base64url')

/** Creates a grant for one account and records it in the audit. Only hashes of its halves are stored. */
export async function createGrant(
  deps: Pick<Deps, 'clock' | 'keys' | 'random' | 'settings'>,
  tx: Tx,
  account: Account,
  facts: RequestFacts,
  audit: AuditEntry,
): Promise<CreatedGrant> {
  const { token, cookie, tokenHash, cookieHash } = newSplitToken(deps.random)
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + deps.settings.current().quickPayTokenMinutes * 60_000)
  const grant = {
    tokenHash,
    cookieHash,
    memberNumber: account.memberNumber,
    accountNumber: account.accountNumber,
    clientHash: clientHash(deps.keys, facts.clientAddress),
    createdAt: now,
    expiresAt,
  }
  await insertGrant(tx, grant, audit)
  return { token, cookie, grantId: grantIdOf(tokenHash), expiresAt }
}
