import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Navigation state of an address that changed while the page stayed: query removed after it was read, for example. */
export interface SamePageState {
  readonly samePage: true
}

export const isSamePage = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && (state as Partial<SamePageState>).samePage === true

const samePage: SamePageState = { samePage: true }

/** The query of the address. The router's hook for it would also load its unused links and forms. */
export function usePageQuery(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/**
 * Changes the query of the address without restarting the page, and keeps what the link to it said, such as the tab. Every other
 * navigation, to the same address too, restarts its page (REQ-D-006).
 */
export function useReplaceQuery(): (query: string) => void {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  // Not among the dependencies of the callback: an effect that calls it would run again with each change of the address.
  const latest = useRef<unknown>(state)
  useEffect(() => {
    latest.current = state
  }, [state])
  return useCallback(
    (query) => {
      const kept = { ...(latest.current as object | null), ...samePage }
      void navigate({ pathname, search: query }, { replace: true, state: kept })
    },
    [navigate, pathname],
  )
}

/** Does the same with an entry in the history: Back returns to the previous query. */
export function usePushQuery(): (query: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return useCallback((query) => void navigate({ pathname, search: query }, { state: samePage }), [navigate, pathname])
}
