import { hashKey, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The query with its last error while it tries again: without data the library forgets the error then, which would take
 * the alert away with the button that was just pressed.
 */
export function useLastError<Data>(query: UseQueryResult<Data>, queryKey: QueryKey): UseQueryResult<Data> {
  const key = hashKey(queryKey)
  const { status, error } = query
  const [failed, setFailed] = useState({ key, error })
  if (status !== 'pending' && (failed.key !== key || failed.error !== error)) setFailed({ key, error })
  if (status !== 'pending' || failed.key !== key || failed.error === null) return query
  return {
    ...query,
    status: 'error',
    error: failed.error,
    isError: true,
    isLoadingError: true,
    isPending: false,
    isLoading: false,
  }
}
