import type { Language } from '@coopline/rules/kernel/problem'
import { listSettings, type Settings } from './settings-catalogue.ts'

const spanishKeys = listSettings()
  .map(({ key }) => key)
  .filter((key) => key.endsWith('_es'))

const inSpanish = new WeakMap<Settings, Settings>()

/**
 * Settings as they read in a language: in Spanish each text that has a Spanish variant (`<key>_es`) is that variant. A
 * text without one stays as it is.
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
