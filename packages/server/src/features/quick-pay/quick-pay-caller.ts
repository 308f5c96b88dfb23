import type { Settings } from '@coopline/contract/site/settings-catalogue'
import type { Language } from '@coopline/rules/kernel/problem'
import { quickPayDisabledMessage } from '@coopline/rules/quick-pay-account/quick-pay-disabled.messages'
import type { Deps } from '../../platform/deps.ts'
import { NotAllowed, NotSignedIn } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/call.ts'

/** A caller with a grant, which is valid for one account and for paying only. */
export type QuickPayCaller = Extract<Caller, { kind: 'quick-pay' }>

/** A payer who asks for the result of a payment; the Quick Pay token may have expired. */
export type ResultCaller = QuickPayCaller | Extract<Caller, { kind: 'quick-pay-result' }>

/** @throws NotSignedIn when the caller holds no grant, not even an expired one. */
export function resultCaller(caller: Caller): ResultCaller {
  return caller.kind === 'quick-pay-result' ? caller : quickPayCaller(caller)
}

/** @throws NotSignedIn when the caller holds no grant that is still valid. */
export function quickPayCaller(caller: Caller): QuickPayCaller {
  if (caller.kind === 'quick-pay') return caller
  throw new NotSignedIn('Not a quick-pay caller')
}

/** @throws NotAllowed with the documented sentence when the feature is off. */
export function requireQuickPay(settings: Settings, language: Language): void {
  if (!settings.QuickPay) throw new NotAllowed('Quick Pay is off', quickPayDisabledMessage(language))
}

/** The scope of the idempotency keys of a grant's payments. */
export const idempotencyScopeOf = (grantId: string): string => `quick-pay:${grantId}`

const afterHandOffMs = 60 * 60_000

/** How long after the token expires its payment's result stays available: as long as it may be at the provider, and an hour. */
export const resultShownMs = ({ settings }: Pick<Deps, 'settings'>): number =>
  settings.current().requisitionExpiryMinutes * 60_000 + afterHandOffMs
