import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react'
import { FailureAlert } from './failure-alert.tsx'
import { useText } from '../text/text.tsx'

interface RetryAlertProps {
  /** A query, or something alike that keeps its error while it tries again. Nothing is shown while that is `null`. */
  readonly query: {
    readonly error: unknown
    readonly isFetching: boolean
    readonly refetch: () => unknown
    /** The data of an earlier answer that the page still shows. */
    readonly data?: unknown
  }
  /** The sentence to show in the place of the documented one. */
  readonly title?: string | undefined
  readonly focusOnMount?: boolean | undefined
  /** The part of the page that is missing because of the failure. */
  readonly children?: ReactNode
}

/** Whether the page says once, above, that what it shows may be out of date (`OutOfDateOnce`). */
export const SaidAboveContext = createContext(false)

/** Says that something could not be loaded, with a button that tries again. */
export function RetryAlert({ query, title, focusOnMount, children }: RetryAlertProps) {
  const { error, isFetching, refetch, data } = query
  const { common } = useText('shell')
  const isSaidAbove = useContext(SaidAboveContext)
  if (isSaidAbove && data !== undefined) return null
  return (
    <FailureAlert error={error} title={title} focusOnMount={focusOnMount}>
      <Stack gap="small">
        {children}
        {data !== undefined && <p>{common.outOfDate}</p>}
        <RetryButton busy={isFetching} onClick={() => void refetch()} />
      </Stack>
    </FailureAlert>
  )
}

/** When the content takes the place of the button that was pressed, the keyboard goes to the content's heading. */
function RetryButton(props: { readonly busy: boolean; readonly onClick: () => void }) {
  const { common } = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (pressed === null || pressed !== document.activeElement) return
      const around = pressed.closest('[data-ui="card"], [role="tabpanel"], dialog, main')
      // The content is there when React has finished this change.
      queueMicrotask(() => focusHeading(around))
    }
  }, [])
  return (
    <div>
      <Button {...props} ref={button} variant="secondary" busyLabel={common.loading}>
        {common.tryAgain}
      </Button>
    </div>
  )
}

function focusHeading(around: Element | null): void {
  const heading = around?.querySelector<HTMLElement>('h1, h2, h3')
  if (!heading || document.activeElement !== document.body) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus()
}
