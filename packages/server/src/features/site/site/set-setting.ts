import { isDeepStrictEqual } from 'node:util'
import { findSetting, type SettingKey } from '@coopline/contract/site/site/settings-catalog'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Tx } from '../../../platform/db/open-database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { BadInput } from '../../../platform/errors.ts'
import {
  insertSettingChanges,
  type StoredChange,
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

/** The result of a change of settings. */
export interface SettingsChanged {
  /** Keys whose value changed. */
  readonly changed: readonly SettingKey[]
  /** Keys of HTML settings whose markup was sanitized. */
  readonly sanitized: readonly SettingKey[]
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
  if (faults.length > 0) throw new BadInput(...faults)
  const fit = read.filter((one): one is FitSetting => 'value' in one)
  const wanted = fit.map(({ key, value }) => ({ key, value }))
  const made = { at: deps.clock.now(), by, reason: '' }
  const changed = await inTransaction(deps.db, async (tx) => applySettings(tx, wanted, made))
  return {
    changed: changed.map(({ key }) => key),
    sanitized: fit.filter((one) => one.changedBySanitizing).map((one) => one.key),
  }
}

/** Sets one setting. @throws BadInput whose message names the key and says why. */
export const setSetting = (deps: SettingsDeps, key: string, written: unknown, by: string): Promise<SettingsChanged> =>
  setSettings(deps, { [key]: written }, by)

/** Gives a setting its default back. @throws BadInput when there is no such setting. */
export async function resetSetting(deps: SettingsDeps, key: string, by: string): Promise<SettingsChanged> {
  const setting = findSetting(key)
  if (setting === undefined) {
    const fault = readWritten(key, null)
    throw new BadInput(...('code' in fault ? [fault] : []))
  }
  const made = { at: deps.clock.now(), by, reason: '' }
  const changed = await inTransaction(deps.db, async (tx) => applySettings(tx, [{ key: setting.key }], made))
  return { changed: changed.map((one) => one.key), sanitized: [] }
}

/** A key and its new value; without a value the setting is reset to its default. */
interface WantedSetting {
  readonly key: SettingKey
  readonly value?: unknown
  /** True to store a change even when the value is the same. */
  readonly isRenewed?: boolean
}

/** A setting that has another value now, or the same one renewed. */
interface AppliedChange extends StoredChange {
  readonly key: SettingKey
}

/**
 * Takes the lock under which settings are changed, until the transaction ends: what is read of them then is what the change finds.
 * Every process reads the settings again afterwards.
 */
export const lockSettings = async (tx: Tx): Promise<void> => raiseSettingVersion(tx)

/**
 * Changes settings within a transaction, with version, audit and history.
 *
 * @returns the settings that have another value now, or the same one renewed.
 */
export async function applySettings(
  tx: Tx,
  wanted: readonly WantedSetting[],
  made: { readonly at: Date; readonly by: string; readonly reason: string },
): Promise<readonly AppliedChange[]> {
  const { at, by } = made
  // First, because the lock keeps the row as it is: the next change will find what is compared below.
  await lockSettings(tx)
  const stored = new Map((await listStoredSettings(tx)).map((row) => [row.key, row.value]))
  const changes = wanted
    .map((one) => ({
      key: one.key,
      before: stored.has(one.key) ? [stored.get(one.key)] : [],
      after: 'value' in one ? [one.value] : [],
      isRenewed: one.isRenewed === true,
    }))
    .filter(({ before, after, isRenewed }) => isRenewed || !isDeepStrictEqual(before, after))
  const toSave = changes.filter(({ after }) => after.length > 0).map(({ key, after }) => ({ key, value: after[0] }))
  await saveSettings(tx, toSave, at, by)
  await removeSettings(
    tx,
    changes.filter(({ after }) => after.length === 0).map(({ key }) => key),
  )
  const forRecord = changes.map(({ key, before, after }) => ({ key, before: forAudit(before), after: forAudit(after) }))
  await recordSettingChanges(tx, forRecord, at, by)
  await insertSettingChanges(tx, changes, made)
  return changes
}

const longestInAudit = 2_000

/** `null` for the default. Long values are cut: the audit says what changed, the history keeps it whole. */
function forAudit([value = null]: readonly unknown[]): unknown {
  const json = JSON.stringify(value)
  return json.length <= longestInAudit ? value : `${json.slice(0, longestInAudit)}… (${json.length} characters)`
}
