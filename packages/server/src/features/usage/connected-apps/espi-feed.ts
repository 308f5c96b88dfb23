import { entryDocument, type FeedFacts, feedStart, nextLink } from '../green-button/public.ts'
import { NotFound } from '../../../platform/errors.ts'

export interface PageQuery {
  readonly 'start-index'?: string | undefined
  readonly 'max-results'?: string | undefined
}

const usualResults = 100

/**
 * Writes one page of a feed. A link leads to the next page where there is one.
 *
 * @param self the URL of the collection.
 * @param query its query; the next page repeats all of it except the position.
 */
export async function* writePage(
  { now }: Pick<FeedFacts, 'now'>,
  { self, title }: { readonly self: string; readonly title: string },
  query: PageQuery,
  entries: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  const first = Number(query['start-index'] ?? 1)
  const most = Number(query['max-results'] ?? usualResults)
  yield feedStart(self, title, now)
  let position = 0
  for await (const text of entries) {
    position += 1
    if (position < first) continue
    if (position >= first + most) {
      const given = Object.entries(query).filter(([, value]) => value !== undefined)
      const next = new URLSearchParams({ ...Object.fromEntries(given), 'start-index': String(first + most) })
      yield nextLink(`${self}?${next.toString()}`)
      break
    }
    yield text
  }
  yield '</feed>\n'
}

/** A single entry as a document. @throws NotFound without one. */
export function requireEntry(text: string | undefined): readonly string[] {
  if (text === undefined) throw new NotFound('No such resource')
  return [entryDocument(text)]
}
