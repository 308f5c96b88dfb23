import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** A stored setting. Its key may be unknown to this version, and its value invalid. */
export interface StoredSetting {
  readonly key: string
  readonly value: unknown
}

/** How often settings have changed. */
export async function loadSettingVersion(db: Executor): Promise<number> {
  const row = await db.selectFrom('portal.setting_version').select('version').executeTakeFirstOrThrow()
  return row.version
}

export async function listStoredSettings(db: Executor): Promise<readonly StoredSetting[]> {
  return db.selectFrom('portal.setting').select(['key', 'value']).orderBy('key').execute()
}

/** Raises the version. The row stays locked until the transaction ends, so that two changes follow one another. */
export async function raiseSettingVersion(tx: Tx): Promise<void> {
  await tx
    .updateTable('portal.setting_version')
    .set((row) => ({ version: row('version', '+', 1) }))
    .execute()
}

/** Keeps settings, whether they were set before or not. */
export async function saveSettings(tx: Tx, settings: readonly StoredSetting[], at: Date, by: string): Promise<void> {
  if (settings.length === 0) return
  await tx
    .insertInto('portal.setting')
    .values(settings.map(({ key, value }) => ({ key, value: JSON.stringify(value), updated_at: at, updated_by: by })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        updated_at: row.ref('excluded.updated_at'),
        updated_by: row.ref('excluded.updated_by'),
      })),
    )
    .execute()
}

export async function removeSettings(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx.deleteFrom('portal.setting').where('key', 'in', keys).execute()
}

/** The audit entry of a change; `null` stands for the default. */
export interface SettingChange {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

export async function recordSettingChanges(
  tx: Tx,
  changes: readonly SettingChange[],
  at: Date,
  by: string,
): Promise<void> {
  if (changes.length === 0) return
  const nobody = { member_number: null, account_number: null, client_address: null, request_id: null }
  await tx
    .insertInto('portal.audit')
    .values(
      changes.map((change) => ({ at, kind: 'setting-changed', ...nobody, detail: JSON.stringify({ ...change, by }) })),
    )
    .execute()
}

/** Who last set each stored setting. */
export async function listSettingAuthors(
  db: Executor,
): Promise<readonly { readonly key: string; readonly by: string }[]> {
  return db.selectFrom('portal.setting').select(['key', 'updated_by as by']).execute()
}
