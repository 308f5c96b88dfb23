import { type Query, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { RetryAlert, SaidAboveContext } from './retry-alert.tsx'

/**
 * A page of several loads: when some of them could not be refreshed, one alert above it says so and tries all of them again.
 * Inside, a failure is shown in its place only where nothing was loaded before.
 */
export function OutOfDateOnce({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient()
  const cache = queries.getQueryCache()
  const findOutOfDate = () => cache.findAll({ type: 'active', predicate: isOutOfDate })
  // A string, so that the page is drawn again only when something of it changed.
  useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => findOutOfDate().map(stateOf).join(' '),
  )
  const failed = findOutOfDate()
  const refetch = async () => Promise.all(failed.map(async (query) => query.fetch().catch(() => undefined)))
  return (
    <>
      <RetryAlert
        query={{
          error: failed[0]?.state.error ?? null,
          isFetching: failed.some(({ state }) => state.fetchStatus === 'fetching'),
          data: failed[0]?.state.data,
          refetch,
        }}
      />
      <SaidAboveContext value={true}>{children}</SaidAboveContext>
    </>
  )
}

const isOutOfDate = ({ state }: Query): boolean => state.status === 'error' && state.data !== undefined

const stateOf = ({ queryHash, state }: Query): string => `${queryHash} ${state.fetchStatus} ${state.errorUpdatedAt}`
