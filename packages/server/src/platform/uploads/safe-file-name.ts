/** Characters of a name before its ending. Together with the ending and a number it fits every file system, also in UTF-8. */
const maxLength = 50

/** Invisible: controls, direction marks and overrides, joiners, lone surrogates, unassigned characters. */
const invisible = /\p{C}/gu
/** Characters that names on Windows must not have, or that mean something in a shell or a page. */
const special = /[<>:"|?*`$&;'%#!\\/]/gu
const knownEnding = /\.(?:pdf|jpe?g|png)$/iu

/**
 * Reduces the name that a browser sends with a file to one that is safe to show and to save: no path, no invisible characters, a
 * bounded length, and the ending of the file's real type.
 *
 * @param extension without a dot, of the type that the content has.
 */
export function safeFileName(sent: string, extension: string): string {
  const base = sent.normalize('NFC').split(/[\\/]/u).at(-1) ?? ''
  const plain = base.replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').replaceAll(special, '').trim()
  const stem = Array.from(plain.replace(knownEnding, '')).slice(0, maxLength).join('')
  let name = stem.replace(/^[\s.~-]+/u, '')
  while (/[\s.]$/u.test(name)) name = name.slice(0, -1)
  return `${name === '' ? 'document' : name}.${extension}`
}
