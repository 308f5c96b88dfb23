import { settingsOf } from './setting.ts'

const { number } = settingsOf('limits', 'server')

const source = 'REQ-D-005'

/** How often Quick Pay may be tried and for how long what it gave is good. The failures shield a four-digit proof. */
export const limitSettings = {
  quickPayFailuresPerAccountPerDay: number(1, 100)(5, 'Failed verifications of one account in 24 hours.', source),
  quickPayFailuresPerMemberPer30Days: number(1, 1_000)(
    8,
    'Failed verifications of all accounts of one member in 30 days; browsers that verified the account before have their own count.',
    'addition: decision 0041',
  ),
  quickPayFailuresPerMemberPerYear: number(1, 10_000)(12, 'The same in 365 days.', 'addition: decision 0041'),
  quickPayFailuresPerClientPerHour: number(1, 1_000)(
    10,
    'Failed verifications from one client address in an hour.',
    source,
  ),
  quickPayFailuresPerNetworkPerHour: number(1, 10_000)(30, 'Failed verifications from one network in an hour.', source),
  quickPayGlobalFailuresPer10Minutes: number(1, 100_000)(60, 'Failed verifications altogether in 10 minutes.', source),
  quickPayRequisitionsPerHour: number(1, 1_000)(
    10,
    'Payments asked for in an hour, for one account and from one client address.',
    source,
  ),
  quickPayTokenMinutes: number(1, 60)(15, 'How long a verification is good for, in minutes.', source),
  requisitionExpiryMinutes: number(5, 1_440)(
    90,
    'How long a payment may wait at the payment page, in minutes.',
    'addition: hand-off',
  ),
}
