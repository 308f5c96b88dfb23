import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempts } from '../../../platform/attempts/record-attempt.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, TooManyAttempts } from '../../../platform/errors.ts'
import { parseTrustedProxies } from '../../../platform/http/client-address.ts'
import { requestFacts } from '../../../platform/http/request-facts.ts'
import { loadProvider, oauthRoutes } from './create-provider.ts'
import { interactionCookie, resumeCookie } from './oauth-cookies.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Paths of the metadata of the authorization server. @internal */
export const discovery = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'] as const
const formBytes = 32_768

/**
 * Mounts the authorization server under `/oauth`, behind the portal's rate limits, while the setting `connectEnabled` is on. The
 * library writes its own responses; they carry the portal's standard headers.
 */
export function mountOAuth(deps: Deps, server: FastifyInstance): void {
  const trusted = parseTrustedProxies(deps.env.TRUSTED_PROXIES)
  const serve: Handler = async (request, reply) => {
    const { connectEnabled, connectSelfRegistration } = deps.settings.current()
    const isRegistration = request.url.startsWith(oauthRoutes.registration)
    if (!connectEnabled || (isRegistration && !connectSelfRegistration)) throw new NotFound('Connect My Data is off')
    const facts = requestFacts(request, trusted, new Uint8Array())
    await countCall(deps, facts.clientAddress, isRegistration)
    const provider = await loadProvider(deps)
    asOurOrigin(deps, request.raw)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await provider.callback()(request.raw, reply.raw)
  }
  void server.register(async (scope) => {
    // The library parses the raw request body itself.
    scope.removeAllContentTypeParsers()
    for (const type of ['application/x-www-form-urlencoded', 'application/json'])
      scope.addContentTypeParser(type, { bodyLimit: formBytes }, (_request, _body, done) => done(null))
    scope.get(oauthRoutes.authorization, serve)
    scope.get(`${oauthRoutes.authorization}/:uid`, serve)
    scope.get(oauthRoutes.jwks, serve)
    for (const path of discovery) scope.get(path, serve)
    for (const path of [
      oauthRoutes.token,
      oauthRoutes.pushed_authorization_request,
      oauthRoutes.registration,
      oauthRoutes.revocation,
    ])
      scope.post(path, serve)
  })
}

/** @throws TooManyAttempts when the client address calls, or registers apps, too often. */
async function countCall(deps: Deps, clientAddress: string, isRegistration: boolean): Promise<void> {
  const { connectCallsPerClientPerMinute, connectRegistrationsPerClientPerHour } = deps.settings.current()
  const subject = clientSubject(deps.keys, clientAddress)
  const calls = { kind: 'connect.call', subject, windowSeconds: 60, limit: connectCallsPerClientPerMinute }
  const registrations = {
    kind: 'connect.register',
    subject,
    windowSeconds: 3_600,
    limit: connectRegistrationsPerClientPerHour,
  }
  const limits = isRegistration ? [calls, registrations] : [calls]
  const refused = (await recordAttempts(deps.db, limits, deps.clock.now())).find(({ allowed }) => !allowed)
  if (refused !== undefined) throw new TooManyAttempts(refused.kind, refused.retryAfterSeconds)
}

/**
 * Makes the request look like one to PUBLIC_ORIGIN, regardless of the client's headers. Keeps only the cookies of a pending
 * authorization request, because a library session would reuse one member's answer for the next.
 */
function asOurOrigin(deps: Deps, request: IncomingMessage): void {
  const { host, protocol } = new URL(deps.env.PUBLIC_ORIGIN)
  const { headers } = request
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-for']
  const kept = new Set([interactionCookie(deps), resumeCookie(deps)].flatMap((name) => [name, `${name}.sig`]))
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  headers.cookie = cookies.filter((pair) => kept.has(pair.split('=', 1)[0] ?? '')).join('; ')
}
