import { QueryClient } from '@tanstack/react-query'
import { NoAnswer } from '../portal/call/call-failed.ts'

/**
 * Builds the query client of the pages. Loaded data is shown again for a moment and refreshed; a call without an answer is tried once
 * more, an answer is an answer. Without a network a call fails like any other instead of waiting in silence.
 */
export const portalQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && error instanceof NoAnswer,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
