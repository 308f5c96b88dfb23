import { toPlainLetters } from '../../kernel/plain-letters.ts'

/** The alphabet of text messages, GSM 03.38. A text with any other character is sent in UCS-2, with less than half the room. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00A7¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Characters of that alphabet that take the room of two. */
const extended = new Set('^{}\\[~]|€')

const isOfAlphabet = (character: string): boolean => basic.has(character) || extended.has(character)

/**
 * The most parts of a text message: carriers bill each, and phones of members may receive them out of order.
 *
 * @internal
 */
export const mostTextParts = 2

const [gsmAlone, gsmPart, ucsAlone, ucsPart] = [160, 153, 70, 67] as const

/** Writes a text with the alphabet of text messages: `á`, `í`, `ó` and `ú` lose their accents; `é`, `ñ`, `ü`, `¿` and `¡` stay. */
const toTextAlphabet = (text: string): string => toPlainLetters(text.trim(), isOfAlphabet)

/** Counts the parts in which a text message is sent, written in its alphabet. @internal */
export function countTextParts(text: string): number {
  const written = toTextAlphabet(text)
  const characters = Array.from(written)
  if (characters.every(isOfAlphabet)) {
    const length = characters.reduce((sum, character) => sum + (extended.has(character) ? 2 : 1), 0)
    return length <= gsmAlone ? 1 : Math.ceil(length / gsmPart)
  }
  return written.length <= ucsAlone ? 1 : Math.ceil(written.length / ucsPart)
}

/**
 * Writes a text message as it is sent: in the alphabet of text messages and in at most two parts. A longer one ends with an
 * ellipsis after the last word that fits.
 */
export function fitText(text: string): string {
  const plain = toTextAlphabet(text)
  let fitting = plain
  while (countTextParts(fitting) > mostTextParts) {
    const shorter = Array.from(fitting.replace(/\.\.\.$/u, ''))
    shorter.pop()
    const end = shorter.lastIndexOf(' ')
    fitting = `${(end > 0 ? shorter.slice(0, end) : shorter).join('')}...`
  }
  return fitting
}

/**
 * Builds a text message from its sender's name, its text and how to end such texts. The name gets shorter where the rest needs its
 * room: a text in two parts has all of its text and its end.
 */
export function buildTextMessage(name: string, ...rest: readonly string[]): string {
  const build = (shown: string) => `${shown}: ${rest.join(' ')}`
  const letters = Array.from(name)
  let length = letters.length
  while (length > leastNameLetters && countTextParts(build(shorten(letters, length))) > mostTextParts) length -= 1
  return build(shorten(letters, length))
}

/** Members still recognize their cooperative by this many letters of its name. */
const leastNameLetters = 24

const shorten = (letters: readonly string[], length: number): string =>
  length >= letters.length
    ? letters.join('')
    : `${letters
        .slice(0, length - 3)
        .join('')
        .trimEnd()}...`
