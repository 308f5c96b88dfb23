import {
  findSetting,
  type ListedSetting,
  listSettings,
  settingGroups,
} from '@coopline/contract/site/site/settings-catalog'
import type { Clock } from '../../../platform/clock.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import type { Database } from '../../../platform/db/open-database.ts'
import { BadInput } from '../../../platform/errors.ts'
import { parseWords } from '../../../platform/parse-words.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { resetSetting, setSetting, type SettingsChanged, setSettings } from './set-setting.ts'
import { settingsOf } from './settings-reader.ts'
import { listStoredSettings } from './site.store.ts'
import { readJsonText, readWritten, textOfWritten, writeSetting, writtenFromText } from './written-setting.ts'

export interface SettingsCommandParts {
  readonly db: Database
  readonly clock: Clock
  /** The person or program that makes the change, for the audit. */
  readonly by: string
  /** Called after a change, so that a running server does not wait for its next refresh. */
  readonly onChanged?: () => Promise<void>
}

const done = (output: string, value: unknown): CommandOutcome => ({ output, exitCode: 0, value })
const wrongArguments = (output: string): CommandOutcome => ({ output, exitCode: 2 })

/**
 * Runs `settings list | get | set | reset | import | export`. Files have been read already: `set KEY VALUE` and `import
 * JSON` carry their content.
 *
 * Wrong input is answered with a nonzero exit code; only errors of the database are thrown.
 */
export async function runSettingsCommand(
  args: readonly string[],
  parts: SettingsCommandParts,
): Promise<CommandOutcome> {
  const [verb = '', ...rest] = args
  try {
    const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    return run === undefined ? wrongArguments(`settings: there is no sub-command ${verb}`) : await run(rest, parts)
  } catch (error) {
    if (!(error instanceof BadInput)) throw error
    return { output: error.refusals.map((one) => one.sentenceIn('en')).join('\n'), exitCode: 1 }
  }
}

type Verb = (args: readonly string[], parts: SettingsCommandParts) => Promise<CommandOutcome>

const verbs: Readonly<Record<string, Verb>> = {
  list: async (args, parts) => {
    const call = parseWords(args, { group: { type: 'string' } })
    const group = settingGroups.find((one) => one === call?.values.group)
    if (call === null || call.words.length > 0 || group !== call.values.group)
      return wrongArguments(`settings list: --group takes one of ${settingGroups.join(', ')}`)
    const values = await writtenValues(parts.db)
    const listed = listSettings(group)
    return done(listAsText(listed, values), listAsData(listed, values))
  },
  get: async ([key, ...more], parts) => {
    if (key === undefined || more.length > 0) return wrongArguments('settings get: give one KEY')
    const setting = mustFind(key)
    const value = (await writtenValues(parts.db)).get(setting.key)
    return done(textOfWritten(value, 2), value)
  },
  set: async ([key, text, ...more], parts) => {
    if (key === undefined || text === undefined || more.length > 0)
      return wrongArguments('settings set: give KEY and VALUE')
    return tell(await setSetting(parts, key, writtenFromText(mustFind(key), text), parts.by), parts)
  },
  reset: async ([key, ...more], parts) => {
    if (key === undefined || more.length > 0) return wrongArguments('settings reset: give one KEY')
    return tell(await resetSetting(parts, key, parts.by), parts)
  },
  import: async ([text, ...more], parts) => {
    if (text === undefined || more.length > 0) return wrongArguments('settings import: give one file')
    const written = readJsonText(text)
    if (typeof written !== 'object' || written === null || Array.isArray(written))
      throw new BadInput(protocolRefusal('unfit-settings', 'The file is not a JSON object of settings by key'))
    return tell(await setSettings(parts, { ...written }, parts.by), parts)
  },
  export: async (args, parts) => {
    const call = parseWords(args, { all: { type: 'boolean' } })
    if (call === null || call.words.length > 0) return wrongArguments('settings export: the only option is --all')
    const values = await writtenValues(parts.db)
    const kept = listSettings().filter(
      (setting) => call.values.all === true || differs(setting, values.get(setting.key)),
    )
    const exported = Object.fromEntries(kept.map(({ key }) => [key, values.get(key)]))
    return done(JSON.stringify(exported, null, 2), exported)
  },
}

function mustFind(key: string): ListedSetting {
  const setting = findSetting(key)
  if (setting !== undefined) return setting
  const fault = readWritten(key, null)
  throw new BadInput(...('code' in fault ? [fault] : []))
}

/** Every setting as people write it. */
async function writtenValues(db: Database): Promise<ReadonlyMap<string, unknown>> {
  const settings = settingsOf(await listStoredSettings(db), { warn: () => {} })
  return new Map(listSettings().map((setting) => [setting.key, writeSetting(setting, settings[setting.key])]))
}

const differs = (setting: ListedSetting, written: unknown): boolean =>
  JSON.stringify(written) !== JSON.stringify(writeSetting(setting, setting.default))

function listAsText(listed: readonly ListedSetting[], values: ReadonlyMap<string, unknown>): string {
  const width = Math.max(...listed.map((setting) => setting.key.length))
  return settingGroups
    .filter((group) => listed.some((setting) => setting.group === group))
    .flatMap((group) => [
      `${group} (* differs from the default)`,
      ...listed
        .filter((setting) => setting.group === group)
        .map((setting) => line(setting, values.get(setting.key), width)),
    ])
    .join('\n')
}

function line(setting: ListedSetting, written: unknown, width: number): string {
  const text = textOfWritten(written).replaceAll(/\s+/gu, ' ')
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text
  return `${differs(setting, written) ? '*' : ' '} ${setting.key.padEnd(width)}  ${shown}`.trimEnd()
}

const listAsData = (listed: readonly ListedSetting[], values: ReadonlyMap<string, unknown>) =>
  listed.map((setting) => {
    const { key, kind, group, audience, does, source } = setting
    const written = { value: values.get(key), default: writeSetting(setting, setting.default) }
    return { key, ...written, kind, group, audience, does: does.en, source }
  })

async function tell({ changed, sanitized }: SettingsChanged, parts: SettingsCommandParts): Promise<CommandOutcome> {
  if (changed.length > 0) await parts.onChanged?.()
  const what = changed.length === 0 ? 'Nothing changed: it was so already.' : `Changed: ${changed.join(', ')}`
  const notes = sanitized.map((key) => `${key}: markup that is not allowed was taken out or rewritten`)
  return done([what, ...notes].join('\n'), { changed, sanitized })
}
