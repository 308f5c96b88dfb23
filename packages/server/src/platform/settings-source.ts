import type { Settings } from '@coopline/contract/site/site/settings-catalog'

/** The cooperative's current settings, cached in memory for a few seconds. */
export interface SettingsSource {
  readonly current: () => Settings
  /** Rises with every change, so that values built from settings can be cached until it differs. */
  readonly version: () => number
}
