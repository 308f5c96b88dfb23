import { findRoute, type RouteTable } from '../portal/route-table.tsx'
import { shortFormTarget } from './short-forms.ts'

/** Punctuation and closing brackets and quotes that programs take for the end of a link. */
const afterLink = new Set('.,;:!?)]}>\'"*_\u2019\u201d\u00bb\u2026')

function withoutPunctuation(path: string): string {
  let end = path.length
  while (end > 0 && afterLink.has(path.charAt(end - 1))) end -= 1
  return path.slice(0, end)
}

/**
 * The address of the page that a decoded path means, or `null` when it means none. Letter case does not count, nor does
 * punctuation at the end: `/HOME` is `/home`, and `/login).` is `/login`.
 */
export function pageAddress(table: RouteTable, path: string): string | null {
  for (const meant of [path, withoutPunctuation(path)]) {
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
