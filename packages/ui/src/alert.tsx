import { type ReactNode, useEffect, useRef } from 'react'
import styles from './alert.module.css'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { isTyping } from './typing.ts'

type AlertTone = 'error' | 'success' | 'warning' | 'info'

interface AlertProps {
  readonly tone: AlertTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** Move the keyboard here when the alert appears, for the answer to something the member just did, unless they are typing. */
  readonly focusOnMount?: boolean | undefined
}

const icons: Record<AlertTone, IconName> = { error: 'warning', success: 'check', warning: 'warning', info: 'info' }

/** A message above the thing it is about. Errors interrupt a screen reader, the others wait their turn. */
export function Alert({ tone, title, children, focusOnMount = false }: AlertProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusOnMount && !isTyping()) root.current?.focus()
  }, [focusOnMount])

  return (
    <div
      ref={root}
      data-ui="alert"
      data-tone={tone}
      className={classNames(styles.alert, styles[tone])}
      role={tone === 'error' ? 'alert' : 'status'}
      tabIndex={focusOnMount ? -1 : undefined}
    >
      <span className={styles.icon}>
        <Icon name={icons[tone]} />
      </span>
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
