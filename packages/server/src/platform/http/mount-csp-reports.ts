import { apiPrefix } from '@coopline/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

const perMinute = 30

/** Takes what browsers report of the content security policy: a directive and a host each, a few per minute, into the log. */
export function mountCspReports(server: FastifyInstance, log: Log): void {
  let minute = 0
  let taken = 0
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      /^application\/(?:csp-report|reports\+json)/u,
      { parseAs: 'string', bodyLimit: 8192 },
      (_request, body, done) => done(null, body),
    )
    scope.post(`${apiPrefix}/v3/site/csp-reports`, async (request, reply) => {
      const now = Math.floor(performance.now() / 60_000)
      if (now !== minute) [minute, taken] = [now, 0]
      taken += 1
      if (taken <= perMinute) log.warn(summaryOf(String(request.body)), 'Content security policy report')
      return reply.code(204).send()
    })
  })
}

/**
 * Reads the directive and the origin of what was blocked, and nothing else: addresses in a report may carry a member's
 * query.
 */
function summaryOf(body: string): { directive: string; blocked: string } {
  const find = (...names: readonly string[]) =>
    names
      .map((name) => new RegExp(`"${name}"\\s*:\\s*"([^"]{0,200})"`, 'u').exec(body)?.[1])
      .find((value) => value !== undefined) ?? ''
  const directive = find('effective-directive', 'effectiveDirective', 'violated-directive')
  return {
    directive: /^[a-z-]{1,40}$/u.test(directive) ? directive : 'unknown',
    blocked: blockedSource(find('blocked-uri', 'blockedURL')),
  }
}

/** An origin, or a keyword such as `inline`; browsers send nothing else. */
function blockedSource(blocked: string): string {
  if (/^[a-z-]{1,30}$/u.test(blocked)) return blocked
  const url = URL.parse(blocked)
  return url === null || url.origin === 'null' ? 'unknown' : url.origin
}
