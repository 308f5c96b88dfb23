import type { Language } from '@coopline/rules/kernel/problem'
import { createContext, type ReactNode, startTransition, useCallback, useContext, useMemo, useState } from 'react'
import { keepLanguage } from './language.ts'
import { findFailure, findTexts, loadTexts, type Section, sectionsInUse, type TextsOf } from './text-store.ts'

interface LanguageChoice {
  readonly language: Language
  /** Loads the texts on the screen in another language, then shows that language and remembers it. */
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
    // If the texts do not load, the page keeps its language.
    Promise.all(sectionsInUse().map((section) => loadTexts(wanted, section))).then(show, () => undefined)
  }, [])
  const choice = useMemo(() => ({ language, chooseLanguage }), [language, chooseLanguage])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

/** Returns the language on the screen and the function that changes it. @throws Error without a `LanguageProvider`. */
export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (choice === null) throw new Error('useLanguage needs a LanguageProvider above it')
  return choice
}

/**
 * Returns the texts of a section in the language on the screen. Suspends while they load, which happens only when the page did not
 * declare the section.
 *
 * @throws the error with which the section failed to load.
 */
export function useText<S extends Section>(section: S): TextsOf<S> {
  const { language } = useLanguage()
  const texts = findTexts(language, section)
  if (texts !== undefined) return texts
  const failure = findFailure(language, section)
  if (failure !== undefined) throw failure
  // Not React's `use`: it matches promises by the order of its calls in a component, and a loaded section makes no call. With two
  // sections, the second could get the promise of the first.
  throw loadTexts(language, section)
}
