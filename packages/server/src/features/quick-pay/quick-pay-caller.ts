import type { Caller } from '../../platform/http/call.ts'
import { NotSignedIn } from '../../platform/errors.ts'

/** Somebody who holds a pass: good for one account and for paying only. */
export type QuickPayCaller = Extract<Caller, { kind: 'quick-pay' }>

/** @throws NotSignedIn when the caller holds no pass. */
export function quickPayCaller(caller: Caller): QuickPayCaller {
  if (caller.kind === 'quick-pay') return caller
  throw new NotSignedIn('Not a quick-pay caller')
}
