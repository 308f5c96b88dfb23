import { findSetting, listSettings, type SettingKey } from '@coopline/contract/site/site/settings-catalog'
import type { Executor } from '../../../platform/db/open-database.ts'
import {
  listSettingChanges,
  listStoredSettings,
  settingsOf,
  textOfWritten,
  writeSetting,
} from '../../site/site/public.ts'

/** Every setting as people write it, read from the database: other processes may know it seconds later. */
export async function valuesInForce(db: Executor): Promise<ReadonlyMap<SettingKey, unknown>> {
  const settings = settingsOf(await listStoredSettings(db), { warn: () => {} })
  return new Map(listSettings().map((setting) => [setting.key, writeSetting(setting, settings[setting.key])]))
}

/** The version of a setting is the number of its last change; 0 without one. */
export async function versionsOf(db: Executor, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const versions = new Map<string, number>()
  for (const key of keys) versions.set(key, (await listSettingChanges(db, key, 1))[0]?.id ?? 0)
  return versions
}

/** Returns a stored value as people write it; `null` for the default. */
export function writtenText(key: string, kept: readonly unknown[]): string | null {
  const setting = findSetting(key)
  if (kept.length === 0) return null
  return textOfWritten(setting === undefined ? kept[0] : writeSetting(setting, kept[0]))
}
