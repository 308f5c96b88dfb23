import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { call } from '../../../portal/call/call.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { readQuickPayToken } from '../../../portal/session/quick-pay-token.ts'
import { findStoredUser } from '../../../portal/session/stored-user.ts'
import type { StoredResult } from './stored-result.ts'

type FetchResult = (signal: AbortSignal) => Promise<PaymentResult>

/**
 * Returns the call that fetches a payment's result (PS-15): with the Quick Pay token for a payment of Quick Pay, else as the
 * signed-in member. `null` when the browser has neither proof.
 */
export function resultFetcher({ encodedParam, paidAs }: StoredResult): FetchResult | null {
  const query = { encryptedPayload: encodedParam }
  if (paidAs === 'quick-pay') {
    const bearer = readQuickPayToken()
    return bearer === null ? null : (signal) => call('GET /v3/quick-pay/payments/status', { query, bearer, signal })
  }
  const memberNumber = findStoredUser()?.memberNumber
  if (memberNumber === undefined) return null
  if (paidAs === 'shared')
    return (signal) =>
      memberCall('GET /v3/members/{memberNumber}/shared-with-me/payments/status', {
        params: { memberNumber },
        query,
        signal,
      })
  return (signal) =>
    memberCall('GET /v3/members/{memberNumber}/payments/status', { params: { memberNumber }, query, signal })
}
