import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { CallerOf, RequestFacts } from '../../../platform/http/call.ts'
import { bearerOf, sha256 } from '../../../platform/secrets/split-token.ts'
import { findLiveGrant } from './grant.store.ts'

/** A caller whose code was verified, authorized for one registration and nothing else. */
export type RegistrationCaller = CallerOf<'registration'>

/** Authenticates a registering caller by the bearer token of the verified code. @throws NotSignedIn, always the same. */
export async function authenticateRegistrant(deps: Deps, request: RequestFacts): Promise<RegistrationCaller> {
  const token = bearerOf(request.header('authorization'))
  if (token === '') throw new NotSignedIn('No registration token')
  const grant = await findLiveGrant(deps.db, sha256(token), deps.clock.now())
  if (grant === undefined) throw new NotSignedIn('The registration token is unknown, expired or used')
  const { accountNumber, memberNumber, contact, tokenHash } = grant
  return { kind: 'registration', accountNumber, memberNumber, contact, tokenHash }
}
