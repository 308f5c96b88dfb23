import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import { findStoredAnswer, type StoredAnswers, keepAnswer, type StoredLine } from './stored-answers.ts'

export interface StoredRead<Answer> {
  readonly query: UseQueryResult<Answer>
  /** The answer, or the last one from this browser while there is no connection. */
  readonly answer: Answer | undefined
  /** When the answer was loaded, in milliseconds since 1970; `null` without one. */
  readonly loadedAt: number | null
  /** The last call had no answer. */
  readonly isLost: boolean
}

/** Reads what every visitor may read and keeps it in the browser for when there is no connection. */
export function useStoredRead<L extends StoredLine>(
  line: L,
  options: { readonly refetchEveryMs?: number } = {},
): StoredRead<StoredAnswers[L]> {
  const { offlineOutages } = useSite().settings
  const { language } = useLanguage()
  // The contract names the same answer, which the compiler cannot see for a line that it does not know.
  const query = useRead<StoredLine>(line, {}, options) as UseQueryResult<StoredAnswers[L]>
  const { data, dataUpdatedAt, error } = query
  const isLost = error instanceof NoAnswer
  const [kept, setStored] = useState<{ readonly answer: StoredAnswers[L]; readonly keptAt: number } | null>(null)

  useEffect(() => {
    // A browser that is full or forbids it keeps nothing, and the page works without.
    if (offlineOutages && data !== undefined)
      keepAnswer(line, language, { answer: data, keptAt: dataUpdatedAt }).catch(() => undefined)
  }, [offlineOutages, line, language, data, dataUpdatedAt])

  const isWanted = offlineOutages && isLost && data === undefined
  useEffect(() => {
    if (!isWanted) return undefined
    let stopped = false
    const find = async () => {
      const found = await findStoredAnswer(line, language)
      if (!stopped) setStored(found)
    }
    find().catch(() => undefined)
    return () => {
      stopped = true
    }
  }, [isWanted, line, language])

  if (data !== undefined) return { query, answer: data, loadedAt: dataUpdatedAt, isLost }
  return { query, answer: isLost ? kept?.answer : undefined, loadedAt: kept?.keptAt ?? null, isLost }
}
