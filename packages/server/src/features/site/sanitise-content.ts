import sanitizeHtml from 'sanitize-html'
import { allowedTags, deepestContent, forbiddenWithContent, keepAttributes } from './content-allow-list.ts'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...allowedTags],
  // keepAttributes has judged names and values before the library looks at them.
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

/** HTML as it may be kept: elements and attributes of the allow-list, nothing that could run or load from elsewhere. */
export const sanitiseContent = (html: string): string => sanitizeHtml(html.replaceAll('\0', ''), options).trim()
