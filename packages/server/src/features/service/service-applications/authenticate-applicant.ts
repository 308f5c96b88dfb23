import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { bearerOf, sha256 } from '../../../platform/secrets/split-token.ts'
import { limitWrongLinks, requireApplications } from './saved-application.ts'
import { findApplication } from './service-applications.store.ts'

/** A caller with the link of a draft, authorized for that application and nothing else. */
export type ApplicantCaller = CallerOf<'application-link'>

/**
 * Proves an applicant by the token of the link as bearer: before a document is read, and not by its body.
 *
 * @throws NotSignedIn, alike for a missing, unknown or expired link and for a submitted application; TooManyAttempts; NotAllowed.
 */
export async function authenticateApplicant(deps: Deps, request: RequestFacts): Promise<ApplicantCaller> {
  requireApplications(deps)
  const token = bearerOf(request.header('authorization'))
  if (token === '') throw new NotSignedIn('No token of an application')
  const tokenHash = sha256(token)
  const stored = await findApplication(deps.db, tokenHash, deps.clock.now())
  if (stored !== undefined && stored.draft !== null) return { kind: 'application-link', tokenHash }
  await limitWrongLinks(deps, request)
  throw new NotSignedIn('The link of the application is unknown or expired, or the application was submitted')
}
