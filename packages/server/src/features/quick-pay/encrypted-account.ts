import { z } from 'zod'
import { BadInput } from '../../platform/errors.ts'
import { problemTexts } from '../../platform/http/problem.messages.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import type { Keys } from '../../platform/keys.ts'
import { seal, unseal } from '../../platform/secrets/seal.ts'

const binding = z.strictObject({ grantId: z.string(), accountNumber: z.string() })

export interface AccountBinding {
  /** The grant that it was made for, and the only one that may use it. */
  readonly grantId: string
  readonly accountNumber: string
}

/** The `encryptedAccount` of a verification: valid for one grant and one account, for the lifetime of the grant. */
export const encryptAccount = (keys: Keys, { grantId, accountNumber }: AccountBinding, expiresAt: Date): string =>
  seal(keys, 'quick-pay-account', { grantId, accountNumber }, expiresAt)

/**
 * Checks that a value was made here for exactly this grant and account and has not expired.
 *
 * @throws BadInput, the same for every defect, so that nothing is learnt by trying.
 */
export function checkEncryptedAccount(
  keys: Keys,
  encrypted: string,
  wanted: AccountBinding,
  now: Date,
  language: RequestFacts['language'],
): void {
  const content = unseal(keys, 'quick-pay-account', encrypted, binding, now)
  const fits = content?.grantId === wanted.grantId && content.accountNumber === wanted.accountNumber
  if (fits) return
  const field = 'encryptedAccount'
  throw new BadInput([{ code: 'not-valid', message: `${problemTexts(language).notValid} (${field})`, field }])
}
