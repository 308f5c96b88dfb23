import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from './failure-message.ts'
import { useLanguage, useText } from './text.tsx'

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Said to screen readers meanwhile. */
  readonly loading: string
  /** CSS height of what is to come. */
  readonly height: string
  readonly children: (data: Data) => ReactNode
}

/** What was loaded; room for it until then, and a way to try again when it failed. */
export function Loaded<Data>({ query, loading, height, children }: LoadedProps<Data>) {
  const { common } = useText('shell')
  const { language } = useLanguage()
  const { data, error, isPending, isFetching, refetch } = query
  if (isPending) {
    return (
      <>
        <VisuallyHidden live="polite">{loading}</VisuallyHidden>
        <Skeleton height={height} />
      </>
    )
  }
  return (
    <>
      {error !== null && (
        <Alert tone="error" title={failureMessage(error, language)}>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {common.tryAgain}
          </Button>
        </Alert>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
