/** The data that one Green Button Connect My Data scope grants. */
export interface EspiScope {
  /** The scope string from the request. */
  readonly text: string
  /** `day`: daily values. `interval`: every value the meter records. */
  readonly detail: 'day' | 'interval'
  /** True when the scope includes costs. */
  readonly hasCost: boolean
  /** Maximum history, in months. */
  readonly months: number
}

/** Longest history a scope can grant, in months. */
export const mostHistoryMonths = 36
/** Maximum number of scopes per request, and maximum characters per scope. */
const mostScopes = 5
const longestScope = 200

/** ESPI function blocks that this portal serves: 4, 5, 10 and 11 are usage; 15 and 16 are summaries with costs. */
const usageBlocks: ReadonlySet<string> = new Set(['4', '5', '10', '11'])
const costBlocks: ReadonlySet<string> = new Set(['15', '16'])
const intervalSeconds: ReadonlySet<string> = new Set(['300', '900', '1800', '3600'])
const daySeconds = '86400'

/**
 * Parses a scope such as `FB=4_5_15;IntervalDuration=86400;HistoryLength=13` (ESPI 3.3; docs/CONNECT.md lists the supported
 * scopes).
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

/** Parses a space-separated list and returns the supported scopes in order, without duplicates, at most `mostScopes`. */
export const parseEspiScopes = (texts: string): readonly EspiScope[] =>
  [...new Set(texts.split(' '))]
    .slice(0, mostScopes)
    .map(parseEspiScope)
    .filter((scope) => scope !== null)

/** The scopes behind the portal's own choices, for members who make an access token. */
export const ownScopes = {
  day: 'FB=4_5_15;IntervalDuration=86400',
  interval: 'FB=4_5_15;IntervalDuration=900',
} as const
