import { Icon } from '@coopline/ui/icon'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useId } from 'react'
import { useText } from '../../portal/text/text.tsx'
import { useTheme } from '../../portal/page/theme.tsx'
import { isThemeChoice } from '../../portal/page/theme-choice.ts'
import styles from './theme-switch.module.css'

/** Light, dark, or as the device says. */
export function ThemeSwitch() {
  const { footer } = useText('shell')
  const { choice, choose } = useTheme()
  const id = useId()
  return (
    <span data-ui="theme-switch" className={styles.switch}>
      <label htmlFor={id}>
        <Icon name={choice === 'dark' ? 'moon' : 'sun'} />
        <VisuallyHidden>{footer.theme}</VisuallyHidden>
      </label>
      <select
        id={id}
        className={styles.select}
        value={choice}
        onChange={({ target }) => {
          if (isThemeChoice(target.value)) choose(target.value)
        }}
      >
        <option value="system">{footer.themeSystem}</option>
        <option value="light">{footer.themeLight}</option>
        <option value="dark">{footer.themeDark}</option>
      </select>
    </span>
  )
}
