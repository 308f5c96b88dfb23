import {
  draftSettings,
  profileSettings,
  outageSettings,
  serviceRequestSettings,
  usageSettings,
} from './settings-catalog/account-area.settings.ts'
import { configurationSettings } from './settings-catalog/configuration.settings.ts'
import { contentSettings } from './settings-catalog/content.settings.ts'
import { featureSettings } from './settings-catalog/feature.settings.ts'
import { limitSettings } from './settings-catalog/limit.settings.ts'
import { lookSettings } from './settings-catalog/look.settings.ts'
import { paymentSettings } from './settings-catalog/payment.settings.ts'
import type { Setting, SettingGroup } from './settings-catalog/setting.ts'
import { signInSettings } from './settings-catalog/sign-in.settings.ts'
import { siteSettings } from './settings-catalog/site.settings.ts'

/** Every setting of the cooperative, by key. Keys that the requirements name are spelled as they spell them. */
const settingsCatalog = {
  ...featureSettings,
  ...siteSettings,
  ...lookSettings,
  ...configurationSettings,
  ...paymentSettings,
  ...profileSettings,
  ...draftSettings,
  ...usageSettings,
  ...serviceRequestSettings,
  ...outageSettings,
  ...contentSettings,
  ...limitSettings,
  ...signInSettings,
}

export type SettingKey = keyof typeof settingsCatalog

/** The value of every setting. Flags are booleans and money is whole cents, however they were written. */
export type Settings = { readonly [Key in SettingKey]: (typeof settingsCatalog)[Key]['default'] }

export interface ListedSetting extends Setting<unknown> {
  readonly key: SettingKey
}

/** Whether a setting has this key. Safe for keys that strangers wrote. */
const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingsCatalog, key)

const everySetting: readonly ListedSetting[] = Object.keys(settingsCatalog)
  .filter(isSettingKey)
  .map((key) => ({ key, ...settingsCatalog[key] }))

/** Every setting with its key, in the order of the catalog; only those of `group` when it is given. */
export const listSettings = (group?: SettingGroup): readonly ListedSetting[] =>
  group === undefined ? everySetting : everySetting.filter((setting) => setting.group === group)

/** The groups, in the order of the catalog. */
export const settingGroups: readonly SettingGroup[] = [...new Set(everySetting.map((setting) => setting.group))]

const byKey: ReadonlyMap<string, ListedSetting> = new Map(everySetting.map((setting) => [setting.key, setting]))

/** The setting of a key, or `undefined` when there is none. Safe for keys that strangers wrote. */
export const findSetting = (key: string): ListedSetting | undefined => byKey.get(key)

/** Settings with the value that is given for each; each must be one that the setting's own schema answered. */
export const assembleSettings = (valueOf: (setting: ListedSetting) => unknown): Settings =>
  // The record has exactly the keys of the catalog, which the compiler cannot see.
  Object.freeze(Object.fromEntries(everySetting.map((setting) => [setting.key, valueOf(setting)]))) as Settings

/** The values on a fresh installation. */
export const defaultSettings: Settings = assembleSettings((setting) => setting.default)
