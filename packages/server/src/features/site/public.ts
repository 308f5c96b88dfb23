export { keepPreparedSettings } from './keep-prepared-settings.ts'
export type { Settings } from '@coopline/contract/site/settings-catalogue'
export { createSettingsReader, type SettingsReader } from './settings-reader.ts'
export {
  applySettings,
  lockSettings,
  resetSetting,
  setSetting,
  setSettings,
  type SettingsChanged,
} from './set-setting.ts'
export { readWritten, textOfWritten, writeSetting, writtenFromText } from './written-setting.ts'
export { contentTree } from './content-tree.ts'
export { settingsOf } from './settings-reader.ts'
export { findSettingChange, listSettingChanges, listStoredSettings } from './site.store.ts'
export { runSettingsCommand } from './run-settings-command.ts'
export { settingsDocs } from './settings-docs.ts'
export { siteStartOf } from './site.routes.ts'
export { servePages } from './pages/serve-pages.ts'
