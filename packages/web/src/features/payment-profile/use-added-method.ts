import { useEffect, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../../portal/page-address.ts'
import { memberCall } from '../../portal/member-call.ts'

/** `null`: the member was not on the provider's page. */
type Added = 'checking' | 'added' | 'none' | null

/** Milliseconds before the server is asked again whether the provider has stored the method. */
const waitsMs = [1_000, 2_000, 4_000]

/**
 * What came of the provider's page that the member comes back from. Its pointer leaves the address at once.
 *
 * @param onAdded the list has a method more.
 */
export function useAddedMethod(memberNumber: string, onAdded: () => unknown): Added {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [encryptedPayload] = useState(() => query.get('encodedParam'))
  const [added, setAdded] = useState<Added>(encryptedPayload === null ? null : 'checking')

  useEffect(() => {
    if (!query.has('encodedParam')) return
    const rest = new URLSearchParams(query)
    rest.delete('encodedParam')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])

  useEffect(() => {
    if (encryptedPayload === null) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const watch = async () => {
      for (const wait of [...waitsMs, null]) {
        const isAdded = await askOnce(memberNumber, encryptedPayload, signal)
        if (signal.aborted) return
        if (isAdded) {
          setAdded('added')
          onAdded()
          return
        }
        if (wait !== null) await new Promise((resolve) => setTimeout(resolve, wait))
        if (signal.aborted) return
      }
      setAdded('none')
    }
    void watch()
    return () => stop.abort()
  }, [memberNumber, encryptedPayload, onAdded])

  return added
}

/** A failed call is no answer: the next one may have it. */
async function askOnce(memberNumber: string, encryptedPayload: string, signal: AbortSignal): Promise<boolean> {
  try {
    const line = 'GET /v3/members/{memberNumber}/payment-methods/added'
    const { methodId } = await memberCall(line, { params: { memberNumber }, query: { encryptedPayload }, signal })
    return methodId !== null
  } catch {
    return false
  }
}
