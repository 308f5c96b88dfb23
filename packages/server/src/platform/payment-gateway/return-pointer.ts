import { NotFound } from '../errors.ts'
import type { Key } from '../keys.ts'
import { currentKey, isSameSignature, signatureOf } from './signatures.ts'

/**
 * The transaction number in a signed `encodedParam`. It is only a pointer: everything else in it is ignored.
 *
 * @throws NotFound when the provider did not sign it; the same for every defect.
 */
export function readReturn(encodedParam: string, keys: readonly Key[]): string {
  const [pointer = '', kid = '', signature = '', ...more] = encodedParam.split('.')
  const given = Buffer.from(signature, 'base64url')
  const key = keys.find((one) => one.kid === kid)
  // The text is compared too, because base64url has several spellings of the same bytes.
  if (key === undefined || more.length > 0 || given.toString('base64url') !== signature) throw notOurs()
  if (!isSameSignature(given, signatureOf(key, `return\n${pointer}`))) throw notOurs()
  return transNoOf(pointer)
}

/** Makes the pointer that `readReturn` reads. */
export function writeReturn(transNo: string, keys: readonly Key[]): string {
  const key = currentKey(keys)
  const pointer = Buffer.from(JSON.stringify({ transNo })).toString('base64url')
  return `${pointer}.${key.kid}.${signatureOf(key, `return\n${pointer}`).toString('base64url')}`
}

const notOurs = () => new NotFound('The return parameter was not signed by the provider')

function transNoOf(pointer: string): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(pointer, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && 'transNo' in value && typeof value.transNo === 'string')
      return value.transNo
  } catch {
    throw notOurs()
  }
  throw notOurs()
}
