import { BadInput } from '../errors.ts'
import { protocolRefusal } from '../refusal.ts'
import { checkTexts } from './check-texts.ts'
import { scanKeys } from './json-keys.ts'

const maxDepth = 20
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON body strictly (RFC 8259): UTF-8 without a byte-order mark, at most 20 levels, no key twice, no key that
 * could reach an object's prototype, no text that the database cannot keep.
 *
 * @param name the subject of the sentence that says what is wrong.
 * @throws BadInput naming what is wrong, never the content.
 */
export function parseJson(bytes: Uint8Array, name = 'The body'): unknown {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw malformed(`${name} is not UTF-8`)
  }
  checkStructure(text, name)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw malformed(`${name} is not JSON`)
  }
  checkTexts(value)
  return value
}

const malformed = (message: string) => new BadInput(protocolRefusal('malformed-json', message))

function checkStructure(text: string, name: string): void {
  const isReadable = scanKeys(text, {
    open: (depth) => {
      if (depth > maxDepth) throw malformed(`${name} is nested more than ${maxDepth} levels deep`)
    },
    key: (key, isRepeated) => {
      if (forbiddenKeys.has(key)) throw malformed(`${name} has a key that is not allowed`)
      if (isRepeated) throw malformed(`${name} has a key twice`)
    },
  })
  if (!isReadable) throw malformed(`${name} is not JSON`)
}
