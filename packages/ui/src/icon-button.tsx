import type { ComponentProps, MouseEvent } from 'react'
import styles from './icon-button.module.css'
import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'disabled' | 'aria-label'> {
  readonly icon: IconName
  /** The verb: what pressing does. */
  readonly label: string
  /** The button has no effect now: it stays visible and focusable and does nothing. */
  readonly idle?: boolean | undefined
}

/** A toolbar button with only an icon. Its label is its accessible name and its tooltip. */
export function IconButton({ icon, label, idle = false, onClick, ...rest }: IconButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!idle) onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      data-ui="icon-button"
      className={styles.button}
      aria-label={label}
      aria-disabled={idle || undefined}
      title={label}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  )
}
