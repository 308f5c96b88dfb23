import { useLanguage } from './text.tsx'

/** Words that exist in English only, such as those of imported files: screen readers in Spanish must know (decision 0224). */
export function InEnglish({ children }: { readonly children: string }) {
  const { language } = useLanguage()
  return language === 'en' || children === '' ? children : <span lang="en">{children}</span>
}
