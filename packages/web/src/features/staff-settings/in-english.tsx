import { useLanguage } from '../../portal/text.tsx'

/** Words of the catalogue of settings, which are in English only: screen readers in Spanish must know. */
export function InEnglish({ children }: { readonly children: string }) {
  const { language } = useLanguage()
  return language === 'en' ? children : <span lang="en">{children}</span>
}
