import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureMessage } from './failure-message.ts'
import { RetryAlert } from './retry-alert.tsx'
import { useLanguage } from '../text/text.tsx'

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Said to screen readers meanwhile. */
  readonly loading: string
  /** CSS height of the content that is loading. */
  readonly height: string
  /** The sentence for a failure, made of the documented one. */
  readonly failed?: (message: string) => string
  /** For a form, which keeps the values that it starts with: waits for this answer, and shows no earlier one meanwhile. */
  readonly fresh?: boolean
  readonly children: (data: Data) => ReactNode
}

/** Shows loaded data, a placeholder until then, or the failure with a button to retry. */
export function Loaded<Data>({ query, loading, height, failed, fresh = false, children }: LoadedProps<Data>) {
  const { language } = useLanguage()
  const { data, error, isPending, dataUpdatedAt } = query
  const [reloadedSince] = useState(query.isFetching ? dataUpdatedAt : null)
  const isOld = fresh && dataUpdatedAt === reloadedSince
  if (isPending || (isOld && error === null)) return <Loading loading={loading} height={height} />
  return (
    <>
      <RetryAlert
        query={isOld ? { ...query, data: undefined } : query}
        title={error === null ? undefined : failed?.(failureMessage(error, language))}
      />
      {data !== undefined && !isOld && children(data)}
    </>
  )
}

/** Room for what is loading. */
export function Loading({ loading, height }: Pick<LoadedProps<never>, 'loading' | 'height'>) {
  return (
    <>
      <VisuallyHidden live="polite">{loading}</VisuallyHidden>
      <Skeleton height={height} />
    </>
  )
}
