import type { Language } from '@coopline/rules/kernel/problem'
import { useLanguage } from './text.tsx'

/** Words that exist in English only, such as those of imported files: screen readers in Spanish must know (REQ-D-384). */
export function InEnglish({ children }: { readonly children: string }) {
  const { language } = useLanguage()
  return language === 'en' || children === '' ? children : <span lang="en">{children}</span>
}

interface ImportedWordsProps {
  readonly children: string
  /** The usual words in the member's language; `undefined` for those that only the cooperative knows. */
  readonly known: (words: string, language: Language) => string | undefined
}

/** Words of an imported file: the usual ones in the member's language, the others as they are, marked as English (REQ-D-384). */
export function ImportedWords({ children, known }: ImportedWordsProps) {
  const { language } = useLanguage()
  return known(children, language) ?? <InEnglish>{children}</InEnglish>
}
