import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import type { Limit } from '../../../platform/attempts/record-attempt.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { PayerStanding } from './payer-browsers.store.ts'

const hour = 3600
const day = 24 * hour

/**
 * Returns the three budgets of failures that an attempt shares with others. Those of the client (an IPv4 address or an IPv6 /64) and of
 * its network (/24, /48) keep one guesser, even with many addresses, from using up the portal's budget. The portal's budget limits
 * guesses that are spread over many accounts and networks.
 */
export function sharedLimits({ keys, settings }: Pick<Deps, 'keys' | 'settings'>, facts: RequestFacts) {
  const { quickPayFailuresPerClientPerHour, quickPayFailuresPerNetworkPerHour, quickPayGlobalFailuresPer10Minutes } =
    settings.current()
  return {
    client: limit('client', clientSubject(keys, facts.clientAddress), hour, quickPayFailuresPerClientPerHour),
    network: limit('network', clientSubject(keys, facts.clientNetwork), hour, quickPayFailuresPerNetworkPerHour),
    portal: limit('portal', 'all', 600, quickPayGlobalFailuresPer10Minutes),
  }
}

/**
 * Returns the two budgets of failures for an account. The account's budget is for a day. The member's budget is for a year and all
 * accounts of the member, because the same phones verify them. A browser that has verified the account before has its own two budgets.
 */
export function accountLimits(
  { settings }: Pick<Deps, 'settings'>,
  accountNumber: string,
  { memberNumber }: Pick<PayerStanding, 'memberNumber'>,
  knownBrowser?: Uint8Array,
) {
  const { quickPayFailuresPerAccountPerDay, quickPayFailuresPerMemberPerYear } = settings.current()
  const browser = knownBrowser && `browser ${Buffer.from(knownBrowser).toString('base64url')} ${accountNumber}`
  const member = memberNumber === null ? `account ${accountNumber}` : `member ${memberNumber}`
  return {
    account: limit('account', browser ?? accountNumber, day, quickPayFailuresPerAccountPerDay),
    member: limit('member-year', browser ?? member, 365 * day, quickPayFailuresPerMemberPerYear),
  }
}

const limit = (kind: string, subject: string, windowSeconds: number, most: number): Limit => ({
  kind: `quick-pay.${kind}`,
  subject,
  windowSeconds,
  limit: most,
})
