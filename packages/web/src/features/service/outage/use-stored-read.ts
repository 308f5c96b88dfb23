import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import type { AnswerOf } from '@coopline/contract/endpoint'
import type { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { isRecord } from '../../../portal/call/is-record.ts'

type Lines = typeof publicOutages

/** The calls whose last answer stays in the browser: what every visitor may read, and nothing of a member. */
interface StoredAnswers {
  readonly 'GET /v3/outages': AnswerOf<Lines['summary']>
  readonly 'GET /v3/outages/territory': AnswerOf<Lines['territory']>
  readonly 'GET /v3/outages/report-options': AnswerOf<Lines['reportOptions']>
}

type StoredLine = keyof StoredAnswers

/** Removed with the service worker. Another number leaves answers of an older form unread. */
const cacheName = 'coopline-answers-1'

const addressOf = (line: StoredLine, language: string): string => `/kept/${encodeURIComponent(`${line} ${language}`)}`

/** Keeps an answer. Does nothing where the browser has no cache, such as without https. */
async function keepAnswer<L extends StoredLine>(
  line: L,
  language: string,
  kept: { readonly answer: StoredAnswers[L]; readonly keptAt: number },
): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(cacheName)
  await cache.put(addressOf(line, language), new Response(JSON.stringify(kept)))
}

/** The last answer and when it was loaded, in milliseconds since 1970; `null` without one. */
async function findStoredAnswer<L extends StoredLine>(
  line: L,
  language: string,
): Promise<{ readonly answer: StoredAnswers[L]; readonly keptAt: number } | null> {
  if (!('caches' in window)) return null
  const response = await caches.match(addressOf(line, language), { cacheName })
  const value: unknown = await response?.json()
  if (!isRecord(value) || typeof value['keptAt'] !== 'number') return null
  // Only `keepAnswer` writes there.
  return { answer: value['answer'] as StoredAnswers[L], keptAt: value['keptAt'] }
}

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
