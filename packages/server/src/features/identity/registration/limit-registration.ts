import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import {
  recordAttempts,
  recordAttempt,
  type Limit,
  refundAttempts,
  requireAllowed,
  type AttemptCount,
} from '../../../platform/attempts/record-attempt.ts'

type LimitDeps = Pick<Deps, 'clock' | 'db' | 'keys' | 'log' | 'settings'>

const hour = 3600
const day = 24 * hour

/**
 * Counts a look-up of an account by client, network and portal (decision 0028).
 *
 * @returns true when digits of phones may be shown. The portal's budget blocks no registration; when it is used up, masks show fewer
 *   digits.
 * @throws TooManyAttempts when the client or its network has reached its limit.
 */
export async function countLookUp(deps: LimitDeps, facts: RequestFacts): Promise<boolean> {
  const settings = deps.settings.current()
  const now = deps.clock.now()
  const counts = await recordAttempts(
    deps.db,
    [
      {
        kind: 'registration.look-up',
        subject: clientSubject(deps.keys, facts.clientAddress),
        windowSeconds: hour,
        limit: settings.registrationLookUpsPerClientPerHour,
      },
      {
        kind: 'registration.look-up-network',
        subject: clientSubject(deps.keys, facts.clientNetwork),
        windowSeconds: hour,
        limit: settings.registrationLookUpsPerNetworkPerHour,
      },
    ],
    now,
  )
  await requireAllowed(deps.db, counts)
  const portal = { kind: 'registration.look-up-portal', subject: 'all', windowSeconds: day }
  const shown = await recordAttempt(deps.db, { ...portal, limit: settings.registrationLookUpsPerDay }, now)
  if (shown.refusedInARow === 1)
    deps.log.error(
      { alarm: 'registration-look-ups-spent', limit: shown.limit },
      'Unusually many accounts were looked up for registration; phones are shown without digits',
    )
  return shown.allowed
}

interface Sending {
  readonly accountNumber: string
  /** True when the account has the contact, or the member has proven one that is not on file. */
  readonly isKnown: boolean
  /** True when the contact is not on file. */
  readonly isOwn: boolean
}

/**
 * Counts a code before it is sent. A contact that the account does not have counts for the client alone, so that invented contacts do not
 * use up the codes of the account. One client gets all but one of an account's codes. When they are used up, a network without a code
 * still gets one, so that strangers at a few addresses do not use up the codes of the day (REQ-D-293).
 *
 * @returns false when a limit is reached. Then no limit counts the code.
 */
export async function countSending(deps: LimitDeps, facts: RequestFacts, sending: Sending): Promise<boolean> {
  const settings = deps.settings.current()
  const now = deps.clock.now()
  const client = clientSubject(deps.keys, facts.clientAddress)
  const perDay = settings.registrationCodesPerDay
  const account = sending.isKnown ? sending.accountNumber : `unknown:${client}`
  const network = clientSubject(deps.keys, facts.clientNetwork)
  const ofClient: readonly Limit[] = [
    {
      kind: 'registration.codes-of-client',
      subject: client,
      windowSeconds: hour,
      limit: settings.registrationCodesPerClientPerHour,
    },
    {
      kind: 'registration.codes-of-client-and-account',
      subject: `${account}:${client}`,
      windowSeconds: day,
      limit: Math.max(1, perDay - 1),
    },
    ...(sending.isOwn ? [ownContactLimit(sending.accountNumber, perDay)] : []),
  ]
  const ofAccount: readonly Limit[] = [
    {
      kind: 'registration.codes',
      subject: account,
      windowSeconds: 900,
      limit: settings.registrationCodesPer15Minutes,
    },
    { kind: 'registration.codes-of-day', subject: account, windowSeconds: day, limit: perDay },
  ]
  const first = {
    kind: 'registration.first-code-of-network',
    subject: `${account}:${network}`,
    windowSeconds: day,
    limit: 1,
  }
  const reserve = {
    kind: 'registration.codes-for-new-networks',
    subject: account,
    windowSeconds: day,
    limit: settings.registrationCodesForNewNetworksPerDay,
  }
  const ofNetwork = await recordAttempt(deps.db, first, now)
  if (await countAll(deps, [...ofClient, ...ofAccount])) return true
  if (!ofNetwork.allowed) return false
  if (reserve.limit > 0 && (await countAll(deps, [...ofClient, reserve]))) return true
  await refundAttempts(deps.db, [ofNetwork])
  return false
}

/** Limits guesses of bill amounts for one account, from all addresses together. It does not limit contacts on file. */
const ownContactLimit = (accountNumber: string, perDay: number): Limit => ({
  kind: 'registration.own-contacts-of-day',
  subject: accountNumber,
  windowSeconds: day,
  limit: 4 * perDay,
})

/** Counts by all limits. @returns false when a limit is reached. Then none of them counts. */
async function countAll({ db, clock }: LimitDeps, limits: readonly Limit[]): Promise<boolean> {
  const counts = await recordAttempts(db, limits, clock.now())
  if (counts.every((count) => count.allowed)) return true
  await refundAttempts(db, counts)
  return false
}

/**
 * Counts a code that a client enters, before it is checked.
 *
 * @returns the count, for `refundAttempts` after a right code.
 * @throws TooManyAttempts when the client has entered too many wrong codes.
 */
export async function countEnteredCode(deps: LimitDeps, facts: RequestFacts): Promise<AttemptCount> {
  const count = await recordAttempt(
    deps.db,
    {
      kind: 'registration.code-failures',
      subject: clientSubject(deps.keys, facts.clientAddress),
      windowSeconds: hour,
      limit: deps.settings.current().registrationCodeFailuresPerClientPerHour,
    },
    deps.clock.now(),
  )
  await requireAllowed(deps.db, [count])
  return count
}
