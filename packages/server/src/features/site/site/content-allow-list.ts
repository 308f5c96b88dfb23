import { isSafeLink } from '@coopline/rules/site/safe-link/safe-link'

/** Elements that a text of the cooperative may have. Anything else loses its tags and keeps its words. */
export const allowedTags: ReadonlySet<string> = new Set(
  (
    'p br hr h2 h3 h4 h5 h6 strong b em i u s small sub sup mark abbr span div blockquote pre code ' +
    'ul ol li dl dt dd a img table caption thead tbody tfoot tr th td'
  ).split(' '),
)

/** Elements of which the words go too: they are not text, or a browser reads what is in them by other rules. */
export const forbiddenWithContent: ReadonlySet<string> = new Set(
  (
    'script style template noscript noembed noframes iframe frame frameset object embed applet svg math xmp plaintext ' +
    'textarea select option title head base link meta audio video canvas dialog portal'
  ).split(' '),
)

/** Deeper elements lose their tags, so that no text can exhaust the stack of a program that reads it. */
export const deepestContent = 24

const shortNumber = /^[0-9]{1,4}(?![\s\S])/u
const plainText = /^\P{Cc}{0,500}(?![\s\S])/u

/** An address that a browser can only read as https, mail, phone, or an address on the origin that it is on. */
const isContentLink = (value: string): boolean =>
  !/[\\\p{Cc}\s]/u.test(value) &&
  (value.startsWith('#') || (/^(?:https:\/\/|mailto:|tel:|\/|\.\/)/u.test(value) && isSafeLink(value)))

const isOwnPath = (value: string): boolean => /^(?:\/|\.\/)/u.test(value) && isContentLink(value)

/** Attributes by element, each with the check of its value. Images are allowed from our own origin only. */
const attributes: Readonly<Record<string, Readonly<Record<string, (value: string) => boolean>>>> = {
  a: { href: isContentLink },
  img: {
    src: isOwnPath,
    alt: (value) => plainText.test(value),
    width: (value) => shortNumber.test(value),
    height: (value) => shortNumber.test(value),
  },
  ol: { start: (value) => shortNumber.test(value) },
  th: {
    colspan: (value) => shortNumber.test(value),
    rowspan: (value) => shortNumber.test(value),
    scope: (value) => /^(?:row|col|rowgroup|colgroup)(?![\s\S])/u.test(value),
  },
  td: { colspan: (value) => shortNumber.test(value), rowspan: (value) => shortNumber.test(value) },
}

const everywhere: Readonly<Record<string, (value: string) => boolean>> = {
  title: (value) => plainText.test(value),
  lang: (value) => /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?(?![\s\S])/u.test(value),
  dir: (value) => /^(?:ltr|rtl|auto)(?![\s\S])/u.test(value),
}

/** The attributes of an element that are allowed, with values that are. */
export function keepAttributes(tag: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.hasOwn(attributes, tag) ? attributes[tag] : undefined
  const checkOf = (name: string) =>
    own !== undefined && Object.hasOwn(own, name)
      ? own[name]
      : Object.hasOwn(everywhere, name)
        ? everywhere[name]
        : undefined
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => checkOf(name)?.(value) === true))
}
