import type { AnswerOf } from '@coopline/contract/endpoint'
import type { publicOutages } from '@coopline/contract/service/outage/public-outages.contract'
import { isRecord } from '../../../portal/call/is-record.ts'

type Lines = typeof publicOutages

/** The calls whose last answer stays in the browser: what every visitor may read, and nothing of a member. */
export interface StoredAnswers {
  readonly 'GET /v3/outages': AnswerOf<Lines['summary']>
  readonly 'GET /v3/outages/territory': AnswerOf<Lines['territory']>
  readonly 'GET /v3/outages/report-options': AnswerOf<Lines['reportOptions']>
}

export type StoredLine = keyof StoredAnswers

/** Removed with the service worker. Another number leaves answers of an older form unread. */
const cacheName = 'coopline-answers-1'

const addressOf = (line: StoredLine, language: string): string => `/kept/${encodeURIComponent(`${line} ${language}`)}`

/** Keeps an answer. Does nothing where the browser has no cache, such as without https. */
export async function keepAnswer<L extends StoredLine>(
  line: L,
  language: string,
  kept: { readonly answer: StoredAnswers[L]; readonly keptAt: number },
): Promise<void> {
  if (!('caches' in window)) return
  const cache = await caches.open(cacheName)
  await cache.put(addressOf(line, language), new Response(JSON.stringify(kept)))
}

/** The last answer and when it was loaded, in milliseconds since 1970; `null` without one. */
export async function findStoredAnswer<L extends StoredLine>(
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
