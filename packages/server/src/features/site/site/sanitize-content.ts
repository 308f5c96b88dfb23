import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { allowedTags, deepestContent, forbiddenWithContent, keepAttributes } from './content-allow-list.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  // keepAttributes has checked names and values before the library looks at them.
  allowedAttributes: false,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: keepAttributes(tagName, attribs) }) },
  nonTextTags: [...forbiddenWithContent],
  disallowedTagsMode: 'discard',
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  allowedClasses: {},
  nestingLimit: deepestContent,
  parseStyleAttributes: false,
}

/** Loaded with the first content that is written: a starting portal only reads stored content. */
const load = createRequire(import.meta.url)

/** HTML that is safe to store: elements and attributes of the allow-list, nothing that could run or load from elsewhere. */
export function sanitizeContent(html: string): string {
  const sanitize = load('sanitize-html') as typeof sanitizeHtml
  return sanitize(html.replaceAll('\0', ''), options).trim()
}
