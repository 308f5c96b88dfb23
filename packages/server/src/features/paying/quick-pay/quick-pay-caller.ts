import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput, NotAllowed } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { notValid } from '../../../platform/http/parse-input.ts'
import type { Keys } from '../../../platform/keys.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'

/** @throws NotAllowed with the documented sentence when the feature is off. */
export function requireQuickPay(settings: Settings): void {
  if (!settings.QuickPay)
    throw new NotAllowed('Quick Pay is off', new Refusal('quick-pay-off', serviceUnavailableMessage))
}

/** Returns the scope of the idempotency keys of a grant's payments. */
export const idempotencyScopeOf = (grantId: string): string => `quick-pay:${grantId}`

const afterHandOffMs = 60 * 60_000

/** Returns how long a payment's result stays available after the token expires, in milliseconds: the time at the provider, and an hour. */
export const resultVisibleMs = ({ settings }: Pick<Deps, 'settings'>): number =>
  settings.current().requisitionExpiryMinutes * 60_000 + afterHandOffMs

const binding = z.strictObject({ grantId: z.string(), accountNumber: z.string() })

export interface AccountBinding {
  /** The only grant that may use the value. */
  readonly grantId: string
  readonly accountNumber: string
}

/** Creates the `encryptedAccount` of a verification, which is valid for one grant and one account, as long as the grant. */
export const encryptAccount = (keys: Keys, { grantId, accountNumber }: AccountBinding, expiresAt: Date): string =>
  seal(keys, 'quick-pay-account', { grantId, accountNumber }, expiresAt)

/**
 * Checks that a value was made here for exactly this grant and account and has not expired.
 *
 * @throws BadInput, the same for every defect, so that guessing reveals nothing.
 */
export function checkEncryptedAccount(keys: Keys, encrypted: string, wanted: AccountBinding, now: Date): void {
  const content = unseal(keys, 'quick-pay-account', encrypted, binding, now)
  const fits = content?.grantId === wanted.grantId && content.accountNumber === wanted.accountNumber
  if (fits) return
  const field = 'encryptedAccount'
  throw new BadInput(notValid(field))
}
