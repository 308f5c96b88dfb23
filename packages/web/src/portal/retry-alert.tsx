import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { FailureAlert } from './failure-alert.tsx'
import { useText } from './text.tsx'

interface RetryAlertProps {
  /** A query, or something alike. Nothing is shown while its error is `null`. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** The sentence to show in the place of the documented one. */
  readonly title?: string | undefined
  /** What is missing on the page because of it. */
  readonly focusOnMount?: boolean | undefined
  readonly children?: ReactNode
}

/** Says that something could not be loaded, with a button that tries again. */
export function RetryAlert({ query, title, focusOnMount, children }: RetryAlertProps) {
  const { common } = useText('shell')
  const { error, isFetching, refetch } = query
  return (
    <FailureAlert error={error} title={title} focusOnMount={focusOnMount}>
      <Stack gap="small">
        {children}
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      </Stack>
    </FailureAlert>
  )
}
