import type { Deps } from '../../../platform/deps.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { bearerOf, isSameHash, newSplitToken, sha256 } from '../../../platform/secrets/split-token.ts'
import { setSessionCookie } from './open-session.ts'
import { rotateSplitToken, findSessionByToken, type StoredSession } from './sessions.store.ts'

/** The new halves of the session, for the browser. */
export interface Renewed {
  readonly accessToken: string
  readonly expireInMinutes: number
}

const tokenHashOf = (facts: RequestFacts): Buffer => sha256(bearerOf(facts.header('authorization')))

/** Loads the session of the call's token. @throws NotSignedIn when it has ended since the authentication. */
export const sessionOf = async (deps: Pick<Deps, 'db'>, facts: RequestFacts): Promise<StoredSession> => {
  const session = await findSessionByToken(deps.db, tokenHashOf(facts))
  if (session === undefined) throw new NotSignedIn('The session has ended meanwhile')
  return session
}

/**
 * Returns the time of the last proof of identity that counts for the halves with that token. Previous halves that a proof replaced get
 * the epoch, because that proof belongs to the current ones.
 */
export const provenAtOf = ({ tokenHash, provenAt, rotatedAt }: StoredSession, callersTokenHash: Buffer): Date =>
  isSameHash(callersTokenHash, tokenHash) || provenAt < rotatedAt ? provenAt : new Date(0)

/**
 * Renews the session with a new token and cookie. The previous pair can renew only until the current one is used, because the
 * answer with the current one may be lost.
 *
 * @param isProven true when the member has just proven their identity.
 * @throws NotSignedIn when another call has replaced them.
 */
export async function renewSession(
  deps: Deps,
  facts: RequestFacts,
  reply: AnswerFacts,
  isProven = false,
): Promise<Renewed> {
  const session = await sessionOf(deps, facts)
  const credential = newSplitToken(deps.random)
  const [now, tokenHash] = [deps.clock.now(), tokenHashOf(facts)]
  const mayRenew = session.isUnused || isSameHash(tokenHash, session.tokenHash)
  const change = { now, provenAt: isProven ? now : provenAtOf(session, tokenHash) }
  if (!mayRenew || !(await rotateSplitToken(deps.db, session, credential, change)))
    throw new NotSignedIn('The session was changed meanwhile')
  setSessionCookie(reply, credential.cookie)
  return { accessToken: credential.token, expireInMinutes: deps.settings.current().sessionIdleMinutes }
}
