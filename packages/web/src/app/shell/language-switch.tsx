import { classNames } from '@coopline/ui/class-names'
import { Icon } from '@coopline/ui/icon'
import { useLanguage } from '../../portal/text/text.tsx'
import styles from './language-switch.module.css'

/** Each language says its own name in its own words. */
const names = { en: 'English', es: 'Español' } as const

/** The way to the other language, said in that language; `short` makes do with two letters where room is scarce. */
export function LanguageSwitch({ short = false }: { readonly short?: boolean }) {
  const { language, chooseLanguage } = useLanguage()
  const other = language === 'en' ? 'es' : 'en'
  return (
    <button
      type="button"
      data-ui="language-switch"
      className={classNames(styles.switch, short && styles.short)}
      lang={other}
      onClick={() => chooseLanguage(other)}
    >
      <Icon name="globe" />
      <span className={short ? styles.name : undefined}>{names[other]}</span>
      {short && (
        <span className={styles.letters} aria-hidden="true">
          {other.toUpperCase()}
        </span>
      )}
    </button>
  )
}
