import type { Settings } from '@coopline/contract/site/settings-catalogue'

/** The cooperative's settings as they are now; kept in memory and at most seconds old. */
export interface SettingsSource {
  readonly current: () => Settings
  /** Raised with every change: what is made of settings may be kept until it differs. */
  readonly version: () => number
}
