import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { chooseTheme, type ThemeChoice } from './theme-choice.ts'

interface Theme {
  readonly choice: ThemeChoice
  readonly choose: (choice: ThemeChoice) => void
}

const ThemeContext = createContext<Theme | null>(null)

export function ThemeProvider({ initial, children }: { readonly initial: ThemeChoice; readonly children: ReactNode }) {
  const [choice, setChoice] = useState(initial)
  const theme = useMemo(
    (): Theme => ({
      choice,
      choose: (wanted) => {
        chooseTheme(wanted)
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
