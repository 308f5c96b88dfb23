import type { Executor } from '../../../platform/db/open-database.ts'

/** Stores the encrypted secret of an app that is being set up. It replaces a previous pending secret. */
export async function keepPendingSecret(
  executor: Executor,
  loginId: string,
  encrypted: Uint8Array,
  until: Date,
): Promise<void> {
  await executor
    .updateTable('portal.login')
    .set({ pending_app_secret: encrypted, pending_app_until: until })
    .where('login_id', '=', loginId)
    .execute()
}

/** Finds the encrypted secret of the app that is being set up; `undefined` when there is none or it has expired. */
export async function findPendingSecret(
  executor: Executor,
  loginId: string,
  now: Date,
): Promise<Uint8Array | undefined> {
  const row = await executor
    .selectFrom('portal.login')
    .select('pending_app_secret')
    .where('login_id', '=', loginId)
    .where('pending_app_until', '>', now)
    .executeTakeFirst()
  return row?.pending_app_secret ?? undefined
}

/**
 * Activates the app that was set up as the login's app.
 *
 * @param step the time step of its first code, which is used up.
 * @returns false when that set-up was completed, replaced or canceled before.
 */
export async function activatePendingSecret(
  executor: Executor,
  loginId: string,
  pending: Uint8Array,
  { step, now }: { readonly step: number; readonly now: Date },
): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({
      app_secret: pending,
      app_active_since: now,
      app_last_step: step,
      pending_app_secret: null,
      pending_app_until: null,
    })
    .where('login_id', '=', loginId)
    .where('pending_app_secret', '=', pending)
    .returning('login_id')
    .execute()
  return rows.length > 0
}

/** Deletes the app, a pending app and the recovery codes. @returns false when there was no app. */
export async function removeSecrets(executor: Executor, loginId: string): Promise<boolean> {
  const rows = await executor
    .updateTable('portal.login')
    .set({
      app_secret: null,
      app_active_since: null,
      app_last_step: null,
      pending_app_secret: null,
      pending_app_until: null,
    })
    .where('login_id', '=', loginId)
    .where('app_secret', 'is not', null)
    .returning('login_id')
    .execute()
  await executor.deleteFrom('portal.recovery_code').where('login_id', '=', loginId).execute()
  return rows.length > 0
}

/** Replaces all recovery codes of a login. */
export async function replaceRecoveryCodes(
  executor: Executor,
  loginId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await executor.deleteFrom('portal.recovery_code').where('login_id', '=', loginId).execute()
  await executor
    .insertInto('portal.recovery_code')
    .values(codeHashes.map((hash) => ({ login_id: loginId, code_hash: hash, used_at: null })))
    .execute()
}

export async function countRecoveryCodes(executor: Executor, loginId: string): Promise<number> {
  const { left } = await executor
    .selectFrom('portal.recovery_code')
    .select((eb) => eb.fn.countAll().as('left'))
    .where('login_id', '=', loginId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
