import type { Executor } from '../../../platform/db/open-database.ts'

/** Stores a partner's code. @returns false when the call of the partner is a repetition. */
export async function insertHandOff(
  executor: Executor,
  handOff: {
    readonly tokenHash: Uint8Array
    readonly eventId: string
    readonly memberNumber: string
    readonly expiresAt: Date
  },
): Promise<boolean> {
  const rows = await executor
    .insertInto('portal.hand_off')
    .values({
      token_hash: handOff.tokenHash,
      event_id: handOff.eventId,
      member_number: handOff.memberNumber,
      expires_at: handOff.expiresAt,
    })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .execute()
  return rows.length > 0
}

/** Ends the unused partner codes of a login. */
export async function endHandOffs(executor: Executor, loginId: string, now: Date): Promise<void> {
  await executor
    .updateTable('portal.hand_off')
    .set({ used_at: now })
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .where('member_number', '=', (eb) =>
      eb.selectFrom('portal.login').select('member_number').where('login_id', '=', loginId),
    )
    .execute()
}

/** Uses up a partner's code. @returns its member; `undefined` when it is unknown, used or expired. */
export async function takeHandOff(executor: Executor, tokenHash: Uint8Array, now: Date): Promise<string | undefined> {
  const row = await executor
    .updateTable('portal.hand_off')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('member_number')
    .executeTakeFirst()
  return row?.member_number
}
