/** What one scope of Green Button Connect My Data opens. */
export interface EspiScope {
  /** The scope as it was asked for. */
  readonly text: string
  /** `day`: one value per day. `interval`: every value that the meter measures. */
  readonly detail: 'day' | 'interval'
  /** Whether costs may be read as well. */
  readonly hasCost: boolean
  /** How many months back at most. */
  readonly months: number
}

/** The longest history that a scope opens, in months. */
export const mostHistoryMonths = 36
/** Scopes that one request may name, and the characters of one. */
export const mostScopes = 5
const longestScope = 200

/** Function blocks of ESPI that this portal serves: 4, 5, 10 and 11 are usage; 15 and 16 are summaries with costs. */
const usageBlocks: ReadonlySet<string> = new Set(['4', '5', '10', '11'])
const costBlocks: ReadonlySet<string> = new Set(['15', '16'])
const intervalSeconds: ReadonlySet<string> = new Set(['300', '900', '1800', '3600'])
const daySeconds = '86400'

/**
 * Parses a scope such as `FB=4_5_15;IntervalDuration=86400;HistoryLength=13` (ESPI 3.3; docs/CONNECT.md lists what is served).
 *
 * @returns `null` for a scope that this portal does not serve.
 */
export function parseEspiScope(text: string): EspiScope | null {
  if (text.length > longestScope) return null
  const parts = text.split(';').map((part) => part.split('='))
  const values = new Map(parts.map(([key = '', value = '']) => [key, value]))
  if (parts.some((part) => part.length !== 2) || values.size !== parts.length) return null
  const { FB: blocks, IntervalDuration: seconds, HistoryLength: history, ...others } = Object.fromEntries(values)
  if (Object.keys(others).some((key) => key !== 'BlockDuration') || blocks === undefined) return null
  const { BlockDuration: blockDuration } = others
  if (blockDuration !== undefined && blockDuration !== 'daily' && blockDuration !== 'monthly') return null
  const named = blocks.split('_')
  if (!named.some((block) => usageBlocks.has(block))) return null
  if (named.some((block) => !usageBlocks.has(block) && !costBlocks.has(block))) return null
  if (seconds !== daySeconds && !intervalSeconds.has(seconds ?? '')) return null
  const months = history === undefined ? mostHistoryMonths : Number(history)
  if (history !== undefined && !/^[1-9]\d?$/u.test(history)) return null
  return {
    text,
    detail: seconds === daySeconds ? 'day' : 'interval',
    hasCost: named.some((block) => costBlocks.has(block)),
    months: Math.min(months, mostHistoryMonths),
  }
}

/** The scopes of a text that are served, in its order, each once; at most `mostScopes`. */
export const parseEspiScopes = (texts: string): readonly EspiScope[] =>
  [...new Set(texts.split(' '))]
    .slice(0, mostScopes)
    .map(parseEspiScope)
    .filter((scope) => scope !== null)

/** The scopes of the portal's own choices, for members who make an access token. */
export const ownScopes = {
  day: 'FB=4_5_15;IntervalDuration=86400',
  interval: 'FB=4_5_15;IntervalDuration=900',
} as const
