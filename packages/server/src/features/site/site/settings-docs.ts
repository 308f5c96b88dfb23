import { type ListedSetting, listSettings, settingGroups } from '@coopline/contract/site/site/settings-catalog'
import { writeSetting } from './written-setting.ts'

/** The table of all settings, group by group, as Markdown. */
export const settingsDocs = (): string =>
  settingGroups
    .map((group) =>
      [
        `### ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
        '',
        '| Key | Kind | Default | What it does | Named in |',
        '|---|---|---|---|---|',
        ...listSettings(group).map(row),
      ].join('\n'),
    )
    .join('\n\n')

const row = (setting: ListedSetting): string => {
  const kind = setting.audience === 'server' ? `${setting.kind}, server only` : setting.kind
  return `| \`${setting.key}\` | ${kind} | ${defaultOf(setting)} | ${setting.does.en} | ${setting.source} |`
}

function defaultOf(setting: ListedSetting): string {
  const value = writeSetting(setting, setting.default)
  if (value === '' || (Array.isArray(value) && value.length === 0)) return '(empty)'
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
