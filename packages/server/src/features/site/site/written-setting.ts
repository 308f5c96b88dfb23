import { findSetting, type ListedSetting, type SettingKey } from '@coopline/contract/site/site/settings-catalog'
import { writtenFaultIn } from '@coopline/contract/site/site/settings-catalog/written-forms'
import { cents, formatDecimal } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { protocolRefusal, Refusal } from '../../../platform/refusal.ts'

/** A valid setting: the catalog has its key and allows its value. */
export interface FitSetting {
  readonly key: SettingKey
  readonly value: unknown
  /** True when its markup was sanitized. */
  readonly changedBySanitizing: boolean
}

/** Keys that are documented beside the settings and cannot be set, each with the way to get what is wanted. */
const derived: Readonly<Record<string, string>> = {
  features: 'is made of the flags of the group feature; set each by its name, such as QuickPay',
  appVersion: 'is the version of the program and cannot be set',
}

/**
 * Checks a setting in its written form: `"Y"`, `"12.50"`, HTML, a list.
 *
 * @returns the setting to store, or the problem, which names the key and says why.
 */
export function readWritten(key: string, written: unknown): FitSetting | Refusal {
  const setting = findSetting(key)
  if (setting === undefined) {
    const why = Object.hasOwn(derived, key) ? derived[key] : 'is not a setting; `coopline settings list` shows all'
    return protocolRefusal('unknown-setting', `${key.slice(0, 80)} ${why}`, key.slice(0, 80))
  }
  const refuse = (why: string) => protocolRefusal('unfit-setting', `${key}: ${why}`, key)
  if (setting.kind === 'money' && typeof written === 'number')
    return refuse('Write an amount in dollars as text, such as "12.50"')
  if (hasUnstorableText(written)) return refuse('The text has characters that cannot be kept')
  const parsed = setting.schema.safeParse(written)
  if (!parsed.success) {
    const { issues } = parsed.error
    return new Refusal('unfit-setting', (language) => `${key}: ${whyNot(issues, language)}`, key)
  }
  if (setting.kind !== 'html') return { key: setting.key, value: parsed.data, changedBySanitizing: false }
  const html = String(parsed.data)
  const value = sanitizeContent(html)
  return { key: setting.key, value, changedBySanitizing: value !== html.trim() }
}

/** The written form of a value, which `readWritten` accepts: `Y` or `N`, dollars, everything else unchanged. */
export function writeSetting(setting: ListedSetting, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'Y' : 'N'
  if (setting.kind !== 'money') return value
  return typeof value === 'number' ? formatDecimal(cents(value)) : ''
}

/** A written value as one text: lists and objects as JSON. */
export const textOfWritten = (written: unknown, indent?: number): string =>
  typeof written === 'string' ? written : JSON.stringify(written, null, indent)

/**
 * The written form that a text stands for: JSON for lists and objects, and the text itself for everything else.
 *
 * @throws BadInput when the text of a list or an object is not JSON.
 */
export function writtenFromText(setting: ListedSetting, text: string): unknown {
  const isStructured = setting.kind === 'list' || setting.kind === 'object'
  return isStructured && /^\s*[[{]/u.test(text) ? readJsonText(text) : text
}

/** @throws BadInput when the text is not JSON. */
export const readJsonText = (text: string): unknown => parseJson(Buffer.from(text), 'What was given')

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** At most three faults, each with its place inside the value. */
const whyNot = (issues: readonly Issue[], language: Language): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => {
      const why = writtenFaultIn(message, language)
      return path.length === 0 ? why : `${why} (${language === 'es' ? 'en' : 'at'} ${path.map(String).join('.')})`
    })
    .join('; ')

/** NUL and half characters, which the database refuses. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => hasUnstorableText(name) || hasUnstorableText(member))
}
