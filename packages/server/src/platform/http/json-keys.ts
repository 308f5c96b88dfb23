/** The callbacks of a scan, called in the order of the text. */
export interface KeyVisitor {
  /** @param depth the number of open objects and arrays, this one included. */
  readonly open?: (depth: number) => void
  /** @param isRepeated true when the object has a key of that name already, of whose values `JSON.parse` keeps the last. */
  readonly key: (key: string, isRepeated: boolean) => void
}

/**
 * Scans a JSON text in one pass that only follows nesting and keys; `JSON.parse` checks the rest.
 *
 * @returns false when the text is no JSON, as far as the scan notices.
 */
export function scanKeys(text: string, { open, key: visit }: KeyVisitor): boolean {
  const objects: (Set<string> | null)[] = []
  let expectKey = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '{' || character === '[') {
      objects.push(character === '{' ? new Set() : null)
      open?.(objects.length)
      expectKey = character === '{'
    } else if (character === '}' || character === ']') {
      objects.pop()
      expectKey = false
    } else if (character === ',') {
      expectKey = objects.at(-1) instanceof Set
    } else if (character === '"') {
      const end = endOfString(text, index)
      const key = end === undefined || !expectKey ? undefined : unquoted(text.slice(index, end + 1))
      if (end === undefined || (expectKey && key === undefined)) return false
      const keys = objects.at(-1)
      if (key !== undefined) {
        visit(key, keys?.has(key) === true)
        keys?.add(key)
      }
      expectKey = false
      index = end
    }
  }
  return true
}

function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  return undefined
}

function unquoted(quoted: string): string | undefined {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return undefined
  }
}
