import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'className' | 'children'> {
  /** The verb: what pressing does. */
  readonly children: ReactNode
  readonly variant?: ButtonVariant | undefined
  /** Work is under way: the button stays where it is, says `busyLabel` and ignores presses. */
  readonly busy?: boolean | undefined
  /** The label while busy, for example "Checking…"; the button's own label when absent. */
  readonly busyLabel?: string | undefined
  /** The reason that the button cannot be pressed now; shown under it and read with it. */
  readonly disabledReason?: string | undefined
  /** As wide as its container. */
  readonly fullWidth?: boolean | undefined
}

/**
 * A button that always says why it is unavailable. It stays focusable while busy or unavailable, so that keyboard focus is not
 * lost; a submit button in that state submits nothing, also with Enter in a field.
 */
export function Button(props: ButtonProps) {
  const { children, variant = 'primary', busy = false, busyLabel, disabledReason, fullWidth = false, ...rest } = props
  const reasonId = useId()
  const unavailable = disabledReason !== undefined
  const idle = busy || unavailable

  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) event.preventDefault()
    else rest.onClick?.(event)
  }

  return (
    <span
      data-ui="button-slot"
      className={classNames(
        styles.slot,
        variant === 'quiet' && styles.plain,
        fullWidth && styles.full,
        unavailable && styles.explained,
      )}
    >
      <button
        {...rest}
        type={rest.type ?? 'button'}
        data-ui="button"
        data-variant={variant}
        data-busy={busy}
        className={classNames(styles.button, styles[variant], unavailable && styles.unavailable)}
        aria-disabled={idle || undefined}
        aria-describedby={unavailable ? reasonId : rest['aria-describedby']}
        onClick={onClick}
      >
        <span className={classNames(styles.label, busy && styles.away)} aria-hidden={busy || undefined}>
          {children}
        </span>
        {busyLabel !== undefined && (
          <span className={classNames(styles.label, !busy && styles.away)} aria-hidden={!busy || undefined}>
            <span className={styles.spinner} aria-hidden="true" />
            {busyLabel}
          </span>
        )}
      </button>
      <VisuallyHidden live="polite">{busy ? busyLabel : ''}</VisuallyHidden>
      {unavailable && (
        <span id={reasonId} data-ui="button-reason" className={styles.reason}>
          {disabledReason}
        </span>
      )}
    </span>
  )
}
