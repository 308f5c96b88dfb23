import type { Executor } from '../../../platform/db/open-database.ts'

/** The purpose of a challenge: to add a passkey to a login, or to sign in. */
export type ChallengePurpose = { readonly kind: 'add'; readonly loginId: string } | { readonly kind: 'sign-in' }

export async function insertChallenge(
  executor: Executor,
  challenge: string,
  purpose: ChallengePurpose,
  expiresAt: Date,
): Promise<void> {
  await executor
    .insertInto('portal.passkey_challenge')
    .values({
      challenge,
      purpose: purpose.kind,
      login_id: purpose.kind === 'add' ? purpose.loginId : null,
      expires_at: expiresAt,
    })
    .execute()
}

/** Uses up a challenge. @returns false when it is unknown, used, expired or was created for another purpose. */
export async function takeChallenge(
  executor: Executor,
  challenge: string,
  purpose: ChallengePurpose,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .deleteFrom('portal.passkey_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose.kind)
    .where('login_id', 'is not distinct from', purpose.kind === 'add' ? purpose.loginId : null)
    .where('expires_at', '>', now)
    .returning('challenge')
    .execute()
  return rows.length > 0
}
