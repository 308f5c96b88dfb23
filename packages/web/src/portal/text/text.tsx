import type { Language } from '@coopline/rules/kernel/problem'
import { createContext, type ReactNode, startTransition, useCallback, useContext, useMemo, useState } from 'react'
import { keepLanguage } from './language.ts'
import { findFailure, findTexts, loadTexts, type Section, sectionsInUse, type TextsOf } from './text-store.ts'

interface LanguageChoice {
  readonly language: Language
  /** Loads what is on the screen in the other language, then shows and remembers it. */
  readonly chooseLanguage: (language: Language) => void
}

const LanguageContext = createContext<LanguageChoice | null>(null)

export function LanguageProvider({ initial, children }: { readonly initial: Language; readonly children: ReactNode }) {
  const [language, setLanguage] = useState(initial)
  const chooseLanguage = useCallback((wanted: Language) => {
    const show = () => {
      keepLanguage(wanted)
      document.documentElement.lang = wanted
      startTransition(() => setLanguage(wanted))
    }
    // When the texts do not load, the page keeps its language.
    Promise.all(sectionsInUse().map((section) => loadTexts(wanted, section))).then(show, () => undefined)
  }, [])
  const choice = useMemo(() => ({ language, chooseLanguage }), [language, chooseLanguage])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

/** The language on the screen and the way to change it. */
export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (choice === null) throw new Error('useLanguage needs a LanguageProvider above it')
  return choice
}

/**
 * The texts of a section in the language on the screen. Suspends when a page did not say that it needs the section.
 *
 * @throws what the load of the section failed with.
 */
export function useText<S extends Section>(section: S): TextsOf<S> {
  const { language } = useLanguage()
  const texts = findTexts(language, section)
  if (texts !== undefined) return texts
  const failure = findFailure(language, section)
  if (failure !== undefined) throw failure
  // Not `use`: React matches its promises by their order in the component, and a section that has arrived asks for none. The
  // second of two would get the promise of the first.
  throw loadTexts(language, section)
}
