import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { bearerOf, isSameHash, sha256 } from '../../../platform/secrets/split-token.ts'
import { grantCookie, grantIdOf } from './create-grant.ts'
import { findGrant, revokeGrant } from './grant.store.ts'
import { requireQuickPay, resultVisibleMs } from './quick-pay-caller.ts'

/**
 * Authenticates a quick-pay caller by the bearer token and the cookie that was set with it. A token without its cookie was
 * copied, so its grant ends immediately, with an entry in the audit.
 *
 * @throws NotAllowed when Quick Pay is off; NotSignedIn, always the same, for everything else.
 */
export async function authenticatePayer(deps: Deps, request: RequestFacts): Promise<CallerOf<'quick-pay'>> {
  const { memberNumber, accountNumber, grantId } = await requirePayer(deps, request, 0)
  return { kind: 'quick-pay', memberNumber, accountNumber, grantId }
}

/**
 * Authenticates a payer who requests the result of a payment. A payer may stay at the provider longer than the token is valid, so an
 * expired token still shows the result of its payment, while that can be shown, and nothing else (REQ-D-398).
 *
 * @throws as `authenticatePayer`.
 */
export async function authenticateResult(deps: Deps, request: RequestFacts): Promise<CallerOf<'quick-pay-result'>> {
  return { kind: 'quick-pay-result', ...(await requirePayer(deps, request, resultVisibleMs(deps))) }
}

/** Requires a token with its cookie. @param acceptedMs how long ago it may have expired, in milliseconds. */
async function requirePayer(deps: Deps, request: RequestFacts, acceptedMs: number) {
  requireQuickPay(deps.settings.current())
  const token = bearerOf(request.header('authorization'))
  if (token === '') throw new NotSignedIn('No quick-pay token')
  const tokenHash = sha256(token)
  const now = deps.clock.now()
  const grant = await findGrant(deps.db, tokenHash, new Date(now.getTime() - acceptedMs))
  if (grant === undefined) throw new NotSignedIn('The quick-pay token is unknown, expired or revoked')
  const { memberNumber, accountNumber, expiresAt } = grant
  if (!isSameHash(sha256(request.cookie(grantCookie) ?? ''), grant.cookieHash)) {
    await revokeGrant(deps.db, tokenHash, now)
    await recordAudit(deps.db, {
      kind: 'quick-pay.grant-revoked',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { reason: 'token without its cookie' },
    })
    throw new NotSignedIn('A quick-pay token without its cookie')
  }
  return { memberNumber, accountNumber, grantId: grantIdOf(tokenHash), isExpired: expiresAt <= now }
}
