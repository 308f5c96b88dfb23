import { useEffect, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../page/page-address.ts'

/** `null`: the member was not on the provider's page. `waiting`: the provider has not said what came of it. */
type ProviderReturn = 'checking' | 'done' | 'refused' | 'waiting' | null

/** Milliseconds before the server is asked again. */
const waitsMs = [1_000, 2_000, 4_000]

interface ReturnOptions {
  /** Asks the server about the pointer: `true` when it is done, `false` when it will not be, `null` when it does not know yet. */
  readonly ask: (encodedParam: string, signal: AbortSignal) => Promise<boolean | null>
  /** Loads what has changed; it is awaited before the page says that it is done. */
  readonly onDone: () => unknown
}

/**
 * Reads the result when a member returns from the provider's page, and removes its pointer from the address at once. Both functions
 * must stay the same from render to render.
 */
export function useProviderReturn({ ask, onDone }: ReturnOptions): ProviderReturn {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [encodedParam] = useState(() => query.get('encodedParam'))
  const [state, setState] = useState<ProviderReturn>(encodedParam === null ? null : 'checking')

  useEffect(() => {
    if (!query.has('encodedParam')) return
    const rest = new URLSearchParams(query)
    rest.delete('encodedParam')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  useEffect(() => {
    if (encodedParam === null) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const watch = async () => {
      for (const wait of [...waitsMs, null]) {
        // A failed call is no answer: the next one may have it.
        const outcome = await ask(encodedParam, signal).catch(() => null)
        if (outcome === true && !signal.aborted) await onDone()
        if (signal.aborted) return
        if (outcome !== null) {
          setState(outcome ? 'done' : 'refused')
          return
        }
        if (wait !== null) await new Promise((resolve) => setTimeout(resolve, wait))
        if (signal.aborted) return
      }
      setState('waiting')
    }
    void watch()
    return () => stop.abort()
  }, [encodedParam, ask, onDone])

  return state
}
