import type { Caller } from '../../platform/http/call.ts'
import { NotSignedIn } from '../../platform/errors.ts'

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
