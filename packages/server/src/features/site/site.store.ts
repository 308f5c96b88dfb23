import type { Executor, Tx } from '../../platform/db/open-database.ts'

/** A setting as it is kept: the key may be one that this version does not know, the value one that it refuses. */
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

export async function saveSetting(tx: Tx, key: string, value: unknown, at: Date, by: string): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: at, updated_by: by }
  await tx
    .insertInto('portal.setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

export async function removeSetting(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('portal.setting').where('key', '=', key).execute()
}

/** What the audit says of a change: `null` stands for the default. */
export interface SettingChange {
  readonly key: string
  readonly before: unknown
  readonly after: unknown
}

export async function recordSettingChange(tx: Tx, change: SettingChange, at: Date, by: string): Promise<void> {
  await tx
    .insertInto('portal.audit')
    .values({
      at,
      kind: 'setting-changed',
      member_number: null,
      account_number: null,
      client_address: null,
      request_id: null,
      detail: JSON.stringify({ ...change, by }),
    })
    .execute()
}
