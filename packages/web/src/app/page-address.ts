import { findRoute, type RouteTable } from '../portal/page/route-table.tsx'
import { shortFormTarget } from './short-forms.ts'

/** Punctuation and closing brackets and quotes that programs take for the end of a link. */
const afterLink = new Set('.,;:!?)]}>\'"*_\u2019\u201d\u00bb\u2026')

/** Characters that do not belong to the end of a query value. A token in base64url may end in an underscore. */
const afterValue = new Set([...afterLink].filter((character) => character !== '_'))

/** Query parameters with a known alphabet, without punctuation at the end. Free text such as a search has none. */
const parametersWithAlphabet = new Set(
  'accountno date encodedParam isFromQuickPay isFromViewAllAccounts link member navto otc paperless phone sessionTimeOut tab token'.split(
    ' ',
  ),
)

function withoutTrailing(punctuation: ReadonlySet<string>, text: string): string {
  let end = text.length
  while (end > 0 && punctuation.has(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The query of a link (empty, or with its question mark) without the punctuation that a mail program added to its end. */
export function withoutLinkPunctuation(query: string): string {
  const start = Math.max(query.lastIndexOf('?'), query.lastIndexOf('&')) + 1
  const equals = query.indexOf('=', start)
  if (equals === -1 || !parametersWithAlphabet.has(query.slice(start, equals))) return query
  const value = decoded(query.slice(equals + 1))
  const meant = value === null ? null : withoutTrailing(afterValue, value)
  return meant === null || meant === value ? query : query.slice(0, equals + 1) + encodeURIComponent(meant)
}

function decoded(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/**
 * The address of the page that a decoded path means, or `null` when it means none. Letter case does not count, nor does
 * punctuation at the end: `/HOME` is `/home`, and `/login).` is `/login`.
 */
export function pageAddress(table: RouteTable, path: string): string | null {
  for (const meant of [path, withoutTrailing(afterLink, path)]) {
    const short = shortFormTarget(table, meant)
    if (short !== null) return meant === meant.toLowerCase() ? meant : short
    const entry = findRoute(table, meant)
    if (entry !== undefined) return written(entry.path, meant)
  }
  return null
}

/** The path as the route writes it, with the parameters encoded: a redirect to it must be a valid header. */
function written(route: string, path: string): string {
  const given = path.split('/')
  return route
    .split('/')
    .map((segment, index) => (segment.startsWith(':') ? encodeURIComponent(given[index] ?? '') : segment))
    .join('/')
}
