import { Icon } from '@coopline/ui/icon'
import { useLanguage } from '../../portal/text.tsx'
import styles from './language-switch.module.css'

/** Each language says its own name in its own words. */
const names = { en: 'English', es: 'Español' } as const

/** The way to the other language, said in that language. */
export function LanguageSwitch() {
  const { language, chooseLanguage } = useLanguage()
  const other = language === 'en' ? 'es' : 'en'
  return (
    <button
      type="button"
      data-ui="language-switch"
      className={styles.switch}
      lang={other}
      onClick={() => chooseLanguage(other)}
    >
      <Icon name="globe" />
      {names[other]}
    </button>
  )
}
