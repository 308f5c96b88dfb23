import { writePortalCookie } from '../session/portal-cookie.ts'
import { readLocalItem, removeLocalItem, writeLocalItem } from '../session/local-storage.ts'

const storageKey = 'mcp_theme'

/** The member's choice of theme; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

export const isThemeChoice = (value: string): value is ThemeChoice =>
  value === 'system' || value === 'light' || value === 'dark'

export function startTheme(): ThemeChoice {
  const stored = readLocalItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Says the choice where the tokens look for it. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}

/** Shows the choice, and remembers it here and where the server draws the frame from. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeLocalItem(storageKey)
  else writeLocalItem(storageKey, choice)
  writePortalCookie('coopline_theme', choice === 'system' ? '' : choice)
  applyTheme(choice)
}
