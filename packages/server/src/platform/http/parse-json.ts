import { BadInput } from '../errors.ts'
import { checkTexts } from './check-texts.ts'

const maxDepth = 20
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON body strictly (RFC 8259): UTF-8 without a byte-order mark, at most 20 levels, no key twice, no key that
 * could reach an object's prototype, no text that the database cannot keep.
 *
 * @throws BadInput naming what is wrong, never the content.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw malformed('The body is not UTF-8')
  }
  checkStructure(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON')
  }
  checkTexts(value)
  return value
}

const malformed = (message: string) => new BadInput([{ code: 'malformed-json', message }])

/** One pass over the text that only follows nesting and keys; JSON.parse checks the rest. */
function checkStructure(text: string): void {
  const objects: (Set<string> | null)[] = []
  let expectKey = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (character === '{' || character === '[') {
      objects.push(character === '{' ? new Set() : null)
      if (objects.length > maxDepth) throw malformed(`The body is nested more than ${maxDepth} levels deep`)
      expectKey = character === '{'
    } else if (character === '}' || character === ']') {
      objects.pop()
      expectKey = false
    } else if (character === ',') {
      expectKey = objects.at(-1) instanceof Set
    } else if (character === '"') {
      const end = endOfString(text, index)
      if (expectKey) noteKey(objects.at(-1) ?? null, text.slice(index, end + 1))
      expectKey = false
      index = end
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  throw malformed('The body is not JSON')
}

function noteKey(keys: Set<string> | null, quoted: string): void {
  let key: string
  try {
    key = String(JSON.parse(quoted))
  } catch {
    throw malformed('The body is not JSON')
  }
  if (forbiddenKeys.has(key)) throw malformed('The body has a key that is not allowed')
  if (keys?.has(key)) throw malformed('The body has a key twice')
  keys?.add(key)
}
