import { createHash } from 'node:crypto'
import { escapeHtml } from '@coopline/rules/kernel/escape-html'
import { namespaces } from './espi-codes.ts'

/** An element of an ESPI resource. Writers skip `null` and `undefined`. */
export type Child = readonly [name: string, value: string | number | readonly Child[] | null | undefined]

export interface Link {
  readonly rel: 'self' | 'up' | 'related'
  readonly href: string
}

/**
 * Characters that XML 1.0 forbids, even when escaped.
 * oxlint-disable-next-line no-control-regex
 */
// oxlint-disable-next-line no-control-regex
const noCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu

const xmlText = (text: string): string => escapeHtml(text.toWellFormed().replaceAll(noCharacters, ''))

/** Writes elements without whitespace between them. */
export const elements = (children: readonly Child[]): string => children.map(element).join('')

function element([name, value]: Child): string {
  if (value === null || value === undefined) return ''
  const inside = typeof value === 'object' ? elements(value) : xmlText(String(value))
  return `<${name}>${inside}</${name}>`
}

/** The id of a resource, derived from its URL (UUID version 5, RFC 9562), so it is the same in every file. */
export function idOf(address: string): string {
  const hash = createHash('sha1').update(urlNamespace).update(address).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The UUID namespace for URLs (RFC 9562, appendix A). */
const urlNamespace = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/** Writes an Atom entry with one or more ESPI resources of the same kind. */
export function entry(
  { links, title, at }: { readonly links: readonly Link[]; readonly title: string; readonly at: Date },
  name: string,
  ...contents: readonly string[]
): string {
  const self = links.find(({ rel }) => rel === 'self')?.href ?? ''
  const resources = contents.map((content) => `<${name} xmlns="${namespaces.espi}">${content}</${name}>`)
  const when = at.toISOString()
  return [
    `<entry><id>urn:uuid:${idOf(self)}</id>`,
    ...links.map(({ rel, href }) => `<link rel="${rel}" href="${xmlText(href)}"/>`),
    `<title>${xmlText(title)}</title><content>${resources.join('')}</content>`,
    `<published>${when}</published><updated>${when}</updated></entry>\n`,
  ].join('')
}

/** An Atom entry as a document of its own. */
export const entryDocument = (text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<entry xmlns="${namespaces.atom}">${text.slice('<entry>'.length)}`

/** A notification that the resources at these addresses have changed. */
export const batchList = (addresses: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<BatchList xmlns="${namespaces.espi}">${elements(addresses.map((one) => ['resources', one]))}</BatchList>\n`

/** The link from a page of a feed to the next page. */
export const nextLink = (href: string): string => `<link rel="next" href="${xmlText(href)}"/>\n`

/** The start of an Atom feed; `</feed>` ends it. */
export const feedStart = (self: string, title: string, at: Date): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="${namespaces.atom}">`,
    `<id>urn:uuid:${idOf(self)}</id><title>${xmlText(title)}</title><updated>${at.toISOString()}</updated>`,
    `<link rel="self" href="${xmlText(self)}"/>\n`,
  ].join('')
