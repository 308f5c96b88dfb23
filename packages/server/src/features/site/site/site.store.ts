import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** A stored setting. Its key may be unknown to this version, and its value invalid. */
export interface StoredSetting {
  readonly key: string
  readonly value: unknown
}

/** Loads the version of the settings, a number that every change increases. */
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

/** Lists the author of the last change of each stored setting. */
export async function listSettingAuthors(
  db: Executor,
): Promise<readonly { readonly key: string; readonly by: string }[]> {
  return db.selectFrom('portal.setting').select(['key', 'updated_by as by']).execute()
}

/** A change with its whole values: an array of one value each, or an empty one for the default. */
export interface StoredChange {
  readonly key: string
  readonly before: readonly unknown[]
  readonly after: readonly unknown[]
}

/** A change as the history has it. */
interface PastChange extends StoredChange {
  readonly id: number
  readonly at: Date
  readonly by: string
  /** Empty for a change at the command line. */
  readonly reason: string
}

/** Adds to the history. */
export async function insertSettingChanges(
  tx: Tx,
  changes: readonly StoredChange[],
  made: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx
    .insertInto('portal.setting_change')
    .values(
      changes.map(({ key, before, after }) => ({
        key,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        changed_at: made.at,
        changed_by: made.by,
        reason: made.reason,
      })),
    )
    .execute()
}

/** The latest changes of a setting, newest first. */
export async function listSettingChanges(db: Executor, key: string, limit: number): Promise<readonly PastChange[]> {
  return db
    .selectFrom('portal.setting_change')
    .select(['change_id as id', 'key', 'before', 'after', 'changed_at as at', 'changed_by as by', 'reason'])
    .where('key', '=', key)
    .orderBy('change_id', 'desc')
    .limit(limit)
    .execute()
}

/** One change of a setting. */
export async function findSettingChange(db: Executor, key: string, id: number): Promise<PastChange | undefined> {
  return db
    .selectFrom('portal.setting_change')
    .select(['change_id as id', 'key', 'before', 'after', 'changed_at as at', 'changed_by as by', 'reason'])
    .where('change_id', '=', id)
    .where('key', '=', key)
    .executeTakeFirst()
}

/** True when people who register may enter a contact that is not on file. */
export async function readAllowsOwnContacts(executor: Executor): Promise<boolean> {
  const row = await executor
    .selectFrom('portal.setting')
    .select('value')
    .where('key', '=', 'allowUserProvidedContact')
    .executeTakeFirst()
  return row?.value === true || row?.value === 'Y'
}
