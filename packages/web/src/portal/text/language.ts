import type { Language } from '@coopline/rules/kernel/problem'
import { readLocalItem, writeLocalItem } from '../session/local-storage.ts'
import { writePortalCookie } from '../session/portal-cookie.ts'

const storageKey = 'mcp_language'

export const isLanguage = (value: unknown): value is Language => value === 'en' || value === 'es'

/** The language that this browser chose before, else the one the server chose for it, else the browser's own. */
export function startLanguage(served: unknown, preferred: readonly string[]): Language {
  const stored = readLocalItem(storageKey)
  if (isLanguage(stored)) return stored
  if (isLanguage(served)) return served
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return known ?? 'en'
}

/** Remembers the choice here and where the server draws the frame from. */
export function keepLanguage(language: Language): void {
  writeLocalItem(storageKey, language)
  writePortalCookie('coopline_language', language)
}
