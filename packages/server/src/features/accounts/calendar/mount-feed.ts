import { createHash } from 'node:crypto'
import { paths } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { parseTrustedProxies } from '../../../platform/http/client-address.ts'
import { isNotModified } from '../../../platform/http/is-not-modified.ts'
import { requestFacts } from '../../../platform/http/request-facts.ts'
import { loadFeed } from './load-feed.ts'

/**
 * Serves `/calendar/<token>.ics` to calendar programs. The token in the address is their only credential. The route neither reads nor sets
 * a cookie, and the request log has the route, never the address.
 */
export function mountFeed(deps: Deps, server: FastifyInstance): void {
  const trusted = parseTrustedProxies(deps.env.TRUSTED_PROXIES)
  server.get<{ Params: { token: string } }>(paths.calendarFeed(':token'), async (request, reply) => {
    const facts = requestFacts(request, trusted, new Uint8Array())
    const text = await loadFeed(deps, facts, request.params.token)
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
    reply.header('cache-control', 'private, no-cache').header('etag', etag).header('x-robots-tag', 'noindex')
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="due-dates.ics"')
      .send(text)
  })
}
