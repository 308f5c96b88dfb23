import type { Language } from '@coopline/rules/kernel/problem'
import { listSettings, type Settings } from './settings-catalog.ts'

const spanishKeys = listSettings()
  .map(({ key }) => key)
  .filter((key) => key.endsWith('_es'))

const inSpanish = new WeakMap<Settings, Settings>()

/**
 * Settings in a language. In Spanish, its variant (`<key>_es`) replaces each text that has one. A text without a variant
 * stays in English.
 */
export function settingsIn(settings: Settings, language: Language): Settings {
  if (language === 'en') return settings
  const known = inSpanish.get(settings)
  if (known !== undefined) return known
  const variants = spanishKeys.map((key) => [key.replace(/_es$/u, ''), settings[key]] as const)
  const set = variants.filter(([, text]) => typeof text === 'string' && text.trim() !== '')
  const answer: Settings = Object.freeze({ ...settings, ...Object.fromEntries(set) })
  inSpanish.set(settings, answer)
  return answer
}
