import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import type { Limit } from '../../../platform/attempts/record-attempt.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { PayerStanding } from './payer-browsers.store.ts'

const hour = 3600
const day = 24 * hour

/**
 * The three budgets of failures that an attempt shares with others. The client's (an IPv4 address or an IPv6 /64) and the network's
 * (/24, /48) keep one guesser from spending the portal's, also one with many addresses; the portal's limits guesses that are spread
 * over many accounts and networks.
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
 * The two budgets of failures at an account. The account's limits a day; the member's limits a year over all accounts of the
 * member, because the same phones open them. A browser that has verified the account before has both to itself.
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
