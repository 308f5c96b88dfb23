import type { Endpoint } from '@coopline/contract/endpoint'
import type { Env } from '../env.ts'
import { NotAllowed } from '../errors.ts'
import type { RequestFacts } from './call.ts'
import { isOurOrigin } from './check-host.ts'

/**
 * Refuses calls that another site makes a member's browser send.
 *
 * A browser names the source of a request (Origin, Sec-Fetch-Site) and sends `ApplicationId` from another site only after a
 * preflight, which this server refuses; so a call without a token must have that header (CF-19).
 *
 * @throws NotAllowed for a call from another site.
 */
export function checkOrigin(endpoint: Endpoint, request: RequestFacts, env: Env): void {
  if (endpoint.foreignClients) return
  const origin = request.header('origin')
  if (origin !== undefined && !isOurOrigin(origin, request.header('host'), env))
    throw new NotAllowed('The request comes from another origin')
  const site = request.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new NotAllowed('The request comes from another site')
  const applicationId = request.header('applicationid')
  if (applicationId !== undefined && applicationId !== 'Web') throw new NotAllowed('Unknown ApplicationId')
  if (endpoint.auth === 'public' && endpoint.method !== 'GET' && applicationId === undefined)
    throw new NotAllowed('ApplicationId is missing')
}
