import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { clientSubject } from '../../platform/attempts/client-subject.ts'
import type { Limit } from '../../platform/attempts/record-attempt.ts'
import { payerHashOf } from './payer-browser.ts'
import type { PayerStanding } from './payer-browsers.store.ts'

type LimitDeps = Pick<Deps, 'keys' | 'settings'>

const hour = 3600
const day = 24 * hour

/** The limits of an address and its network. */
function clientLimits({ keys, settings }: LimitDeps, facts: RequestFacts): readonly [Limit, Limit] {
  const { quickPayFailuresPerClientPerHour, quickPayFailuresPerNetworkPerHour } = settings.current()
  return [
    {
      kind: 'quick-pay.client',
      subject: clientSubject(keys, facts.clientAddress),
      windowSeconds: hour,
      limit: quickPayFailuresPerClientPerHour,
    },
    {
      kind: 'quick-pay.network',
      subject: clientSubject(keys, facts.clientNetwork),
      windowSeconds: hour,
      limit: quickPayFailuresPerNetworkPerHour,
    },
  ]
}

/**
 * The limits of what is guessed at (decision 0041): a day by account, a month and a year by member, because all accounts of
 * a member open with the same phones. A browser that has verified the account before has all three to itself.
 */
export function accountLimits(
  deps: Pick<Deps, 'settings'>,
  accountNumber: string,
  { memberNumber }: Pick<PayerStanding, 'memberNumber'>,
  knownBrowser?: Uint8Array,
): readonly [Limit, Limit, Limit] {
  const settings = deps.settings.current()
  const browser = knownBrowser && `browser ${Buffer.from(knownBrowser).toString('base64url')} ${accountNumber}`
  const member = browser ?? (memberNumber === null ? `account ${accountNumber}` : `member ${memberNumber}`)
  return [
    {
      kind: 'quick-pay.account',
      subject: browser ?? accountNumber,
      windowSeconds: day,
      limit: settings.quickPayFailuresPerAccountPerDay,
    },
    {
      kind: 'quick-pay.member-30-days',
      subject: member,
      windowSeconds: 30 * day,
      limit: settings.quickPayFailuresPerMemberPer30Days,
    },
    {
      kind: 'quick-pay.member-year',
      subject: member,
      windowSeconds: 365 * day,
      limit: settings.quickPayFailuresPerMemberPerYear,
    },
  ]
}

/** The limits that apply to this attempt at this account. */
export const limitsOf = (deps: LimitDeps, facts: RequestFacts, accountNumber: string, standing: PayerStanding) =>
  [
    ...clientLimits(deps, facts),
    ...accountLimits(deps, accountNumber, standing, standing.isKnown ? payerHashOf(facts) : undefined),
  ] as const

export const portalLimit = ({ settings }: Pick<Deps, 'settings'>): Limit => ({
  kind: 'quick-pay.portal',
  subject: 'all',
  windowSeconds: 600,
  limit: settings.current().quickPayGlobalFailuresPer10Minutes,
})
