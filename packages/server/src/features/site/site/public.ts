export { keepPreparedSettings } from './keep-prepared-settings.ts'
export { createSettingsReader, type SettingsReader } from './settings-reader.ts'
export {
  applySettings,
  lockSettings,
  /** @internal */
  setSetting,
} from './set-setting.ts'
export { readWritten, textOfWritten, writeSetting, writtenFromText } from './written-setting.ts'
export { contentTree } from './content-tree.ts'
export { settingsOf } from './settings-reader.ts'
export { findSettingChange, listSettingChanges, listStoredSettings } from './site.store.ts'
export { runSettingsCommand } from './run-settings-command.ts'
export { settingsDocs } from './settings-docs.ts'
export { servePages } from './pages/serve-pages.ts'
