import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { writePortalCookie } from './portal-cookie.ts'
import { readStored, removeStored, writeStored } from './stored-value.ts'

const storageKey = 'mcp_theme'

/** What the member chose; `system` follows the device. */
export type ThemeChoice = 'system' | 'light' | 'dark'

interface Theme {
  readonly choice: ThemeChoice
  readonly choose: (choice: ThemeChoice) => void
}

const ThemeContext = createContext<Theme | null>(null)

export function startTheme(): ThemeChoice {
  const stored = readStored(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Says the choice where the tokens look for it. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
}

export function ThemeProvider({ initial, children }: { readonly initial: ThemeChoice; readonly children: ReactNode }) {
  const [choice, setChoice] = useState(initial)
  const theme = useMemo(
    (): Theme => ({
      choice,
      choose: (wanted) => {
        if (wanted === 'system') removeStored(storageKey)
        else writeStored(storageKey, wanted)
        writePortalCookie('coopline_theme', wanted === 'system' ? '' : wanted)
        applyTheme(wanted)
        setChoice(wanted)
      },
    }),
    [choice],
  )
  return <ThemeContext value={theme}>{children}</ThemeContext>
}

export function useTheme(): Theme {
  const theme = useContext(ThemeContext)
  if (theme === null) throw new Error('useTheme needs a ThemeProvider above it')
  return theme
}
