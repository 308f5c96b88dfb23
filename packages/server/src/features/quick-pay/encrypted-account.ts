import { z } from 'zod'
import { BadInput } from '../../platform/errors.ts'
import { problemTexts } from '../../platform/http/problem.messages.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import type { Keys } from '../../platform/keys.ts'
import { decryptJwe, encryptJwe } from '../../platform/secrets/jwe.ts'

/** What it is for, so that a value made for another purpose is refused even under the same key. */
const purpose = 'coopline-quick-pay-account'

const payload = z.strictObject({ passId: z.string(), accountNumber: z.string(), exp: z.int() })

export interface AccountBinding {
  /** The pass that it was made for, and the only one that may use it. */
  readonly passId: string
  readonly accountNumber: string
}

/** The `encryptedAccount` of a verification: good for one pass, one account and as long as the pass (JWE, A256GCM). */
export function encryptAccount(keys: Keys, binding: AccountBinding, expiresAt: Date): string {
  const [key] = keys.forPurpose('quick-pay-account')
  if (key === undefined) throw new Error('There is no key')
  const { passId, accountNumber } = binding
  const content = JSON.stringify({ passId, accountNumber, exp: Math.floor(expiresAt.getTime() / 1000) })
  return encryptJwe(key, purpose, content)
}

/**
 * Checks that a value was made here for exactly this pass and account and has not expired.
 *
 * @throws BadInput, the same for every defect, so that nothing is learnt by trying.
 */
export function checkEncryptedAccount(
  keys: Keys,
  encrypted: string,
  binding: AccountBinding,
  now: Date,
  language: RequestFacts['language'],
): void {
  const content = decrypted(keys, encrypted)
  const fits =
    content !== null &&
    content.passId === binding.passId &&
    content.accountNumber === binding.accountNumber &&
    content.exp * 1000 > now.getTime()
  if (fits) return
  const field = 'encryptedAccount'
  throw new BadInput([{ code: 'not-valid', message: `${problemTexts(language).notValid} (${field})`, field }])
}

function decrypted(keys: Keys, encrypted: string): z.output<typeof payload> | null {
  const text = decryptJwe(keys.forPurpose('quick-pay-account'), purpose, encrypted)
  if (text === null) return null
  const { data } = payload.safeParse(JSON.parse(text))
  return data ?? null
}
