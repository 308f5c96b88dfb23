import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** Sets the authenticator app of a login. Its codes are valid from now on. */
export async function setAppSecret(
  executor: Executor,
  loginId: string,
  encrypted: Uint8Array,
  now: Date,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({
      app_secret: encrypted,
      app_active_since: now,
      app_last_step: null,
      pending_app_secret: null,
      pending_app_until: null,
    })
    .where('login_id', '=', loginId)
    .execute()
}

/** Uses up a time step of the app. @returns false when that step, or a later one, was used before. */
export async function takeAppStep(executor: Executor, loginId: string, step: number): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({ app_last_step: step })
    .where('login_id', '=', loginId)
    .where((eb) => eb.or([eb('app_last_step', 'is', null), eb('app_last_step', '<', step)]))
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** Replaces the encrypted secret of the app by the same secret under another key, unless the member has changed it. */
export async function replaceAppSecret(
  executor: Executor,
  loginId: string,
  former: Uint8Array,
  encrypted: Uint8Array,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ app_secret: encrypted })
    .where('login_id', '=', loginId)
    .where('app_secret', '=', former)
    .execute()
}

/** Lists the unused recovery codes of a login, and locks them until the transaction ends. */
export async function listRecoveryCodesLocked(tx: Tx, loginId: string): Promise<readonly Uint8Array[]> {
  const rows = await tx
    .selectFrom('portal.recovery_code')
    .select('code_hash')
    .where('login_id', '=', loginId)
    .where('used_at', 'is', null)
    .forUpdate()
    .execute()
  return rows.map((row) => row.code_hash)
}

/** Uses up a recovery code. @returns false when it is not a code of the login or was used before. */
export async function takeRecoveryCode(
  executor: Executor,
  loginId: string,
  codeHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.recovery_code')
    .set({ used_at: now })
    .where('login_id', '=', loginId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('login_id')
    .execute()
  return rows.length > 0
}
