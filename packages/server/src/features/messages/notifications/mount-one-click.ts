import { paths } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput } from '../../../platform/errors.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { parseTrustedProxies } from '../../../platform/http/client-address.ts'
import { createClientLimit } from '../../../platform/http/limit-clients.ts'
import { requestFacts } from '../../../platform/http/request-facts.ts'
import { unsubscribe } from './unsubscribe.ts'

/** The body of a one-click unsubscribe request (RFC 8058 §3.2): a form with this one pair. */
const oneClick = 'List-Unsubscribe=One-Click'
const mostBytes = 2_048

/**
 * Serves `POST /unsubscribe?token=…`. Mail programs call it from their own servers, without any other credential, to
 * unsubscribe their user: the token alone says which emails end. A GET of the same address is a page that asks first.
 */
export function mountOneClick(deps: Deps, server: FastifyInstance): void {
  const trusted = parseTrustedProxies(deps.env.TRUSTED_PROXIES)
  const limit = createClientLimit(deps.env.REQUESTS_PER_5_MINUTES, deps.clock)
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post(paths.unsubscribe(), async (request, reply) => {
      const facts = requestFacts(request, trusted, new Uint8Array())
      limit.count(facts.clientAddress)
      await unsubscribe(deps, facts, tokenOf(request.query, request.body))
      return reply.type('text/plain; charset=utf-8').send('Unsubscribed\n')
    })
  })
}

/** @throws BadInput when the request is not the one that RFC 8058 describes. */
function tokenOf(query: unknown, body: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : undefined
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : ''
  const saysSo = text.trim() === oneClick || /name="?List-Unsubscribe"?\r\n\r\nOne-Click\r\n/u.test(text)
  if (typeof token === 'string' && token !== '' && token.length <= mostBytes && saysSo) return token
  throw new BadInput(protocolRefusal('malformed-request', 'Not a one-click unsubscribe request'))
}
