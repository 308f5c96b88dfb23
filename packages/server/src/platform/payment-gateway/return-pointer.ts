import { z } from 'zod'
import { NotFound } from '../errors.ts'
import type { Key } from '../keys.ts'
import { currentKey, isSameSignature, signatureOf } from './signatures.ts'

/** The content of a signed pointer. Everything else in it is ignored. */
export interface ReturnPointer {
  /** The number of a payment, or the reference of a request. */
  readonly transNo: string
  /** Addresses of the portal, in pointers that the portal itself signed for a provider that adds none. */
  readonly returnUrl?: string
  readonly cancelUrl?: string
}

/**
 * Reads the signed pointer in a return address, which only tells what to look up.
 *
 * @throws NotFound when none of the keys signed it; the same for every defect.
 */
export function readReturn(encodedParam: string, keys: readonly Key[]): ReturnPointer {
  const [pointer = '', kid = '', signature = '', ...more] = encodedParam.split('.')
  const given = Buffer.from(signature, 'base64url')
  const key = keys.find((one) => one.kid === kid)
  // The text is compared too, because base64url has several spellings of the same bytes.
  if (key === undefined || more.length > 0 || given.toString('base64url') !== signature) throw notOurs()
  if (!isSameSignature(given, signatureOf(key, `return\n${pointer}`))) throw notOurs()
  return contentOf(pointer)
}

/** Makes the pointer that `readReturn` reads. */
export function writeReturn(content: ReturnPointer, keys: readonly Key[]): string {
  const key = currentKey(keys)
  const pointer = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${pointer}.${key.kid}.${signatureOf(key, `return\n${pointer}`).toString('base64url')}`
}

const notOurs = () => new NotFound('The return parameter was not signed by the provider')

const content = z.object({
  transNo: z.string(),
  returnUrl: z.string().exactOptional(),
  cancelUrl: z.string().exactOptional(),
})

function contentOf(pointer: string): ReturnPointer {
  try {
    return content.parse(JSON.parse(Buffer.from(pointer, 'base64url').toString('utf8')))
  } catch {
    throw notOurs()
  }
}
