import type { WebAuthnCredential } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { z } from 'zod'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type ChallengePurpose, insertChallenge, takeChallenge } from './challenges.store.ts'

const challengeBytes = 32
/** The time in which a member must answer the browser's prompt. */
export const challengeMs = 5 * 60_000

/** Creates a challenge that can be answered once, within five minutes and for one purpose only. */
export async function makeChallenge(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  purpose: ChallengePurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(random.bytes(challengeBytes))
  const expiresAt = new Date(clock.now().getTime() + challengeMs)
  const text = Buffer.from(challenge).toString('base64url')
  await inTransaction(db, async (tx) => insertChallenge(tx, text, purpose, expiresAt))
  return challenge
}

/** The parts of the client data that are checked here. The library checks the type, the origin and the hash. */
const clientData = z.looseObject({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/u),
  /** Only the portal's own pages use passkeys, never frames on other sites. */
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
})

/**
 * Uses up the challenge that a credential claims to answer.
 *
 * @returns the challenge, which the signature must cover; `null` when it is unknown, expired or was answered before.
 */
export async function useChallenge(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  credential: WebAuthnCredential,
  purpose: ChallengePurpose,
): Promise<string | null> {
  const said = clientData.safeParse(parsed(Buffer.from(credential.response.clientDataJSON, 'base64url')))
  if (!said.success) return null
  const { challenge } = said.data
  return (await takeChallenge(db, challenge, purpose, clock.now())) ? challenge : null
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString('utf8'))
  } catch {
    return null
  }
}
