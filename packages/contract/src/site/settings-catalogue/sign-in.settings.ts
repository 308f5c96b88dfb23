import { settingsOf } from './setting.ts'

const limits = settingsOf('limits', 'server')
const shown = settingsOf('site settings')
const { number } = limits

const login = 'addition: limits of sign-in (ASVS 6.3.1)'
const session = 'REQ-D-004'
const codes = 'RG-26, REQ-D-060'
const connect = 'addition: Green Button Connect My Data'
const staff = 'addition: staff console'
const sharing = 'addition: decision 0150'
const lookUps = 'REQ-D-014'

/** How members prove who they are, and how often others may try (NIST SP 800-63B-4, OWASP ASVS 5.0). */
export const signInSettings = {
  passkeysEnabled: shown.flag(true, 'Offers passkeys at sign-in and under My Profile.', 'addition: passkeys'),
  connectEnabled: shown.flag(false, 'Lets members connect apps to their usage and make access tokens.', connect),
  sharedAccess: shown.flag(
    false,
    'Lets members invite others to see chosen accounts until a day, each with a login of their own.',
    sharing,
  ),
  sharedInvitationsPerDay: number(1, 10_000)(
    10,
    'Invitations to see accounts that one member can send in 24 hours.',
    sharing,
  ),
  sharedAccessCallsPerHour: number(1, 100_000)(
    60,
    'Invitations opened, codes sent and codes entered, each per client per hour; five times as many per network.',
    sharing,
  ),
  connectSelfRegistration: limits.flag(
    false,
    'Lets any app register itself with the portal, in sandboxes only: in production, `coopline connect apps add` adds apps.',
    connect,
  ),
  connectCallsPerClientPerMinute: number(10, 10_000)(
    120,
    'Authorization server calls per client address per minute.',
    connect,
  ),
  connectRegistrationsPerClientPerHour: number(1, 1_000)(10, 'App registrations per client address per hour.', connect),
  connectReadsPerHour: number(10, 100_000)(600, 'Reads per connection per hour.', connect),
  smsEnabled: limits.flag(true, 'Also sends verification codes as text messages.', 'DM-15, REQ-D-075'),
  staffConsole: limits.flag(false, 'Opens the staff console at /staff.', staff),
  staffIdleMinutes: number(2, 60)(15, 'Minutes without a call after which a staff session ends.', staff),
  staffLookUpsPerHour: number(1, 100_000)(
    60,
    'Members and searches that one staff user looks up in the console in an hour before the alarm bulk-look-ups is raised.',
    staff,
  ),
  staffLookUpsPerDay: number(1, 100_000)(300, 'As staffLookUpsPerHour, in 24 hours.', staff),
  staffSessionHours: number(1, 12)(8, 'Hours after which a staff session always ends.', staff),
  loginFailuresPerClientPer15Minutes: number(1, 100)(
    5,
    'Wrong passwords for one login from one client address in 15 minutes.',
    login,
  ),
  loginFailuresBeforeLock: number(1, 100)(10, 'Wrong passwords in a row that lock a login for ten minutes.', login),
  loginFailuresBeforeDisable: number(10, 1_000)(
    100,
    'Wrong passwords in a row that lock a login until its password is reset.',
    login,
  ),
  loginTriesPerClientPerMinute: number(1, 10_000)(20, 'Failed sign-ins from one client address in a minute.', login),
  loginFailureAlarmCount: number(10, 100_000)(
    100,
    'Minimum number of failed sign-ins in ten minutes that can raise the alarm.',
    login,
  ),
  loginFailureAlarmPercent: number(10, 100)(
    80,
    'Percentage of failed sign-ins in ten minutes that raises the alarm.',
    login,
  ),
  codeFailuresPer15Minutes: number(1, 20)(5, 'Wrong authenticator app codes for one login in 15 minutes.', login),
  secondStepMinutes: number(1, 30)(5, 'Time limit for the second step, in minutes.', login),
  sessionIdleMinutes: number(2, 240)(15, 'Minutes without a call after which a session ends.', session),
  sessionHours: number(1, 24)(12, 'Hours after which a session always ends.', session),
  sessionWarningSeconds: number(20, 300)(60, 'Seconds before the end of a session when the member is warned.', session),
  stepUpMinutes: number(1, 60)(
    10,
    'Minutes after reauthentication during which members can change credentials.',
    'REQ-D-009',
  ),
  handOffSeconds: number(10, 600)(60, 'Lifetime of a partner site’s sign-in code, in seconds.', session),
  registrationLookUpsPerClientPerHour: number(1, 1_000)(
    30,
    'Accounts that one client address may look up for registration in an hour.',
    lookUps,
  ),
  registrationLookUpsPerNetworkPerHour: number(1, 10_000)(
    90,
    'Accounts that one network may look up for registration in an hour.',
    lookUps,
  ),
  registrationLookUpsPerDay: number(1, 10_000)(
    100,
    'Look-ups for registration in 24 hours that show digits of phone numbers; later ones show none.',
    lookUps,
  ),
  registrationCodeMinutes: number(5, 240)(120, 'Lifetime of a verification code, in minutes.', 'RG-26'),
  registrationCodeAttempts: number(1, 10)(5, 'Wrong attempts that invalidate a verification code.', codes),
  registrationCodeFailuresPerClientPerHour: number(1, 1_000)(
    20,
    'Wrong verification codes from one client address in an hour.',
    codes,
  ),
  registrationCodesPer15Minutes: number(1, 20)(3, 'Verification codes for one account in 15 minutes.', codes),
  registrationCodesPerDay: number(1, 50)(5, 'Verification codes for one account in 24 hours.', codes),
  registrationCodesForNewNetworksPerDay: number(0, 100)(
    10,
    'Further verification codes for one account in 24 hours, one for each network that has had none, after those above are used up.',
    codes,
  ),
  registrationCodesPerClientPerHour: number(1, 1_000)(
    10,
    'Verification codes for one client address in an hour.',
    codes,
  ),
  usernameChecksPerHour: number(1, 1_000)(20, 'Usernames that one registration can check in an hour.', codes),
  resetLinkMinutes: number(5, 240)(30, 'Lifetime of a reset link, in minutes.', 'REQ-D-015; ASVS 6.4.1'),
  resetMailsPerHour: number(1, 20)(3, 'Emails about a forgotten password or username for one login in an hour.', login),
}
