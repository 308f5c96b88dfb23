import {
  assembleSettings,
  defaultSettings,
  findSetting,
  type Settings,
} from '@coopline/contract/site/site/settings-catalog'
import type { Database } from '../../../platform/db/open-database.ts'
import type { SettingsSource } from '../../../platform/settings-source.ts'
import { listStoredSettings, loadSettingVersion, type StoredSetting } from './site.store.ts'

/** The log methods that the reader uses. */
export interface SettingsLog {
  readonly warn: (detail: Readonly<Record<string, unknown>>, message: string) => void
}

export interface SettingsReader extends SettingsSource {
  /** Reads now if anything changed. Never rejects: with the database away the last known settings stay. */
  readonly refresh: () => Promise<void>
  /** Reads, then looks for changes every two seconds. */
  readonly start: () => Promise<void>
  /** Stops looking; waits for a reading that is under way. */
  readonly stop: () => Promise<void>
}

interface ReaderParts {
  readonly db: Database
  readonly log: SettingsLog
  readonly pollMs?: number
}

/** The settings of the database in memory: at most seconds old in every process that shares it. */
export function createSettingsReader({ db, log, pollMs = 2_000 }: ReaderParts): SettingsReader {
  let settings = defaultSettings
  let known = 0
  let away = false
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  const readIfChanged = async (): Promise<void> => {
    try {
      // The version first: after a change between the two statements, the next refresh reads again.
      const version = await loadSettingVersion(db)
      if (version !== known) {
        settings = settingsOf(await listStoredSettings(db), log)
        known = version
      }
      away = false
    } catch (error) {
      if (!away) log.warn({ reason: String(error) }, 'Settings cannot be read; the last known ones stay')
      away = true
    }
  }
  const refresh = (): Promise<void> => {
    reading = reading.then(readIfChanged)
    return reading
  }
  return {
    current: () => settings,
    version: () => known,
    refresh,
    start: async () => {
      await refresh()
      clearInterval(timer)
      timer = setInterval(() => void refresh(), pollMs).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await reading
    },
  }
}

/**
 * Builds settings from stored rows. The result always fits the catalog: an unknown key is left out and an unfit value
 * replaced by its default, both with a warning that names the key and never the value.
 */
export function settingsOf(rows: readonly StoredSetting[], log: SettingsLog): Settings {
  const stored = new Map<string, unknown>()
  for (const { key, value } of rows) {
    const setting = findSetting(key)
    if (setting === undefined) {
      log.warn({ key: key.slice(0, 80) }, 'A stored setting is unknown and ignored')
      continue
    }
    try {
      stored.set(key, setting.schema.parse(value))
    } catch {
      log.warn({ key }, 'A stored setting is not valid; its default applies')
    }
  }
  return assembleSettings((setting) => (stored.has(setting.key) ? stored.get(setting.key) : setting.default))
}
