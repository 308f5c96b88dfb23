import { isDeepStrictEqual } from 'node:util'
import { findSetting, type SettingKey } from '@coopline/contract/site/settings-catalogue'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Tx } from '../../platform/db/open-database.ts'
import { BadInput } from '../../platform/errors.ts'
import {
  listStoredSettings,
  raiseSettingVersion,
  recordSettingChanges,
  removeSettings,
  saveSettings,
} from './site.store.ts'
import { type FitSetting, readWritten } from './written-setting.ts'

interface SettingsDeps {
  readonly db: Database
  readonly clock: Clock
}

/** What a change of settings did. */
export interface SettingsChanged {
  /** Keys whose value is now another. */
  readonly changed: readonly SettingKey[]
  /** Keys of HTML settings from which markup was taken out. */
  readonly sanitised: readonly SettingKey[]
}

/**
 * Sets settings, all or none: values, version and audit rows in one transaction.
 *
 * @param written values by key, as people write them.
 * @param by who changes them, for the audit.
 * @throws BadInput with every fault; each message names the key and says why.
 */
export async function setSettings(
  deps: SettingsDeps,
  written: Readonly<Record<string, unknown>>,
  by: string,
): Promise<SettingsChanged> {
  const read = Object.entries(written).map(([key, value]) => readWritten(key, value))
  const faults = read.filter((one) => 'code' in one)
  if (faults.length > 0) throw new BadInput(faults)
  const fit = read.filter((one): one is FitSetting => 'value' in one)
  const at = deps.clock.now()
  const changed = await deps.db.transaction().execute(async (tx) =>
    applyChanges(
      tx,
      fit.map(({ key, value }) => ({ key, value })),
      at,
      by,
    ),
  )
  return { changed, sanitised: fit.filter((one) => one.changedBySanitising).map((one) => one.key) }
}

/** Sets one setting. @throws BadInput whose message names the key and says why. */
export const setSetting = (deps: SettingsDeps, key: string, written: unknown, by: string): Promise<SettingsChanged> =>
  setSettings(deps, { [key]: written }, by)

/** Gives a setting its default back. @throws BadInput when there is no such setting. */
export async function resetSetting(deps: SettingsDeps, key: string, by: string): Promise<SettingsChanged> {
  const setting = findSetting(key)
  if (setting === undefined) {
    const fault = readWritten(key, null)
    throw new BadInput('code' in fault ? [fault] : [])
  }
  const at = deps.clock.now()
  const changed = await deps.db.transaction().execute(async (tx) => applyChanges(tx, [{ key: setting.key }], at, by))
  return { changed, sanitised: [] }
}

/** A key and its new value; without a value the setting is reset to its default. */
type Wanted = { readonly key: SettingKey; readonly value?: unknown }

async function applyChanges(tx: Tx, wanted: readonly Wanted[], at: Date, by: string): Promise<readonly SettingKey[]> {
  // First, because the row stays locked: what is compared below is what the next change will find.
  await raiseSettingVersion(tx)
  const stored = new Map((await listStoredSettings(tx)).map((row) => [row.key, row.value]))
  const changes = wanted.filter((one) =>
    'value' in one ? !stored.has(one.key) || !isDeepStrictEqual(stored.get(one.key), one.value) : stored.has(one.key),
  )
  const toSave = changes.filter((one) => 'value' in one).map(({ key, value }) => ({ key, value }))
  await saveSettings(tx, toSave, at, by)
  await removeSettings(
    tx,
    changes.filter((one) => !('value' in one)).map((one) => one.key),
  )
  const forRecord = changes.map((one) => ({
    key: one.key,
    before: stored.has(one.key) ? forAudit(stored.get(one.key)) : null,
    after: 'value' in one ? forAudit(one.value) : null,
  }))
  await recordSettingChanges(tx, forRecord, at, by)
  return changes.map((one) => one.key)
}

const longestInAudit = 2_000

/** Long values are cut: the audit says what changed, it is no archive of pages. */
function forAudit(value: unknown): unknown {
  const json = JSON.stringify(value)
  return json.length <= longestInAudit ? value : `${json.slice(0, longestInAudit)}… (${json.length} characters)`
}
