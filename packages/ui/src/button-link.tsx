import type { ComponentProps } from 'react'
import type { ButtonVariant } from './button.tsx'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'className' | 'href'> {
  readonly href: string
  readonly variant?: ButtonVariant | undefined
}

/** A link that looks like a button, for going somewhere; use `Button` for doing something. */
export function ButtonLink({ variant = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} data-ui="button-link" data-variant={variant} className={classNames(styles.button, styles[variant])}>
      <span className={styles.label}>{children}</span>
    </a>
  )
}
