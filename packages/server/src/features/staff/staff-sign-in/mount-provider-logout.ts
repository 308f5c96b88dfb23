import { apiPrefix } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, NotFound } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { parseTrustedProxies } from '../../../platform/http/client-address.ts'
import { requestFacts } from '../../../platform/http/request-facts.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { findIdentityProvider } from '../../../platform/staff-oidc/identity-provider.ts'
import { logoutTokenSeconds } from '../../../platform/staff-oidc/logout-token.ts'
import { NotProven } from '../../../platform/staff-oidc/outcome-of.ts'
import { endSessionsAtProvider } from './sign-on.store.ts'

const formBytes = 16_384
const perMinute = 300

/** Takes the sign-outs that the identity provider tells by itself (OpenID Connect Back-Channel Logout 1.0). It posts a form. */
export function mountProviderLogout(deps: Deps, server: FastifyInstance): void {
  const trusted = parseTrustedProxies(deps.env.TRUSTED_PROXIES)
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post(`${apiPrefix}/v3/staff/sign-on/logout`, async (request, reply) => {
      await takeLogout(deps, requestFacts(request, trusted, new Uint8Array()), String(request.body))
      return reply.code(200).send()
    })
  })
}

const refuse = (): never => {
  throw new BadInput(protocolRefusal('logout-token-not-valid', 'The logout token is not valid'))
}

/**
 * Ends the sessions that a logout token is about, once.
 *
 * @throws BadInput for a token that does not hold and for one that was taken; Unavailable while the provider's keys cannot be read; NotFound
 *   where single sign-on is not used.
 */
async function takeLogout(deps: Deps, facts: RequestFacts, form: string): Promise<void> {
  const provider = findIdentityProvider(deps.env)
  if (provider === null) throw new NotFound('Single sign-on is not used')
  await limitVisitor(deps, facts, { kind: 'staff-sign-on.logout', limit: perMinute, windowSeconds: 60 })
  const [token = '', ...more] = new URLSearchParams(form).getAll('logout_token')
  if (token === '' || more.length > 0) refuse()
  const logout = await provider.readLogout(token).catch((error: unknown) => {
    if (error instanceof NotProven) return refuse()
    throw error
  })
  const now = deps.clock.now()
  const subject = sha256(`${logout.issuer} ${logout.id}`).toString('base64url')
  const once = { kind: 'staff-sign-on.logout-token', subject, windowSeconds: 2 * logoutTokenSeconds, limit: 1 }
  const isNew = await inTransaction(deps.db, async (tx) => {
    if (!(await recordAttempt(tx, once, now)).allowed) return false
    for (const by of await endSessionsAtProvider(tx, logout, now))
      await recordAudit(tx, {
        kind: 'staff-sign-in.ended',
        at: now,
        clientAddress: facts.clientAddress,
        requestId: facts.id,
        detail: { by, reason: 'signed-out-at-provider' },
      })
    return true
  })
  if (!isNew) refuse()
}
