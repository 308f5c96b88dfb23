import type { Key } from './keys.ts'

/** The process settings that production is choosy about. */
export interface ProductionSettings {
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_REPLICA_URL?: string | undefined
  readonly DATABASE_OWNER_URL?: string | undefined
  readonly APP_KEYS?: readonly Key[] | undefined
  readonly PROVIDER_SIGNING_KEYS?: readonly Key[] | undefined
  readonly PARTNER_SIGNING_KEYS?: readonly Key[] | undefined
  readonly ACLARA_SIGNING_KEYS?: readonly Key[] | undefined
  readonly PUBLIC_ORIGIN: string
  readonly PAYMENT_PROVIDER: string
  readonly PROVIDER_URL: string
  readonly STRIPE_SECRET_KEY?: string | undefined
  readonly STRIPE_WEBHOOK_SECRETS?: readonly string[] | undefined
  readonly STRIPE_API_ORIGIN: string
  readonly AUTHORIZE_NET_TRANSACTION_KEY?: string | undefined
  readonly AUTHORIZE_NET_SIGNATURE_KEY?: readonly string[] | undefined
  readonly AUTHORIZE_NET_API_ORIGIN: string
  readonly SMTP_URL?: string | undefined
  readonly TEXT_MESSAGE_URL?: string | undefined
  readonly STAFF_OIDC_ISSUER?: string | undefined
  readonly STAFF_OIDC_CLIENT_SECRETS?: readonly string[] | undefined
  readonly LOG_LEVEL: string
  readonly DEMO: boolean
  readonly FAILPOINTS?: string | undefined
}

type Fault = readonly [setting: string, message: string]

/** Settings that are only suitable for a demo or a test, with the reason. */
export function unfitForProduction(env: ProductionSettings): readonly Fault[] {
  const faults: Fault[] = []
  const refuse = (unfit: boolean, setting: string, message: string) => {
    if (unfit) faults.push([setting, message])
  }
  refuse(
    env.DATABASE_URL === undefined,
    'DATABASE_URL',
    'Production needs PostgreSQL: the embedded database does not survive a power cut',
  )
  for (const setting of ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'DATABASE_OWNER_URL'] as const) {
    const fault = checkDatabaseForProduction(env[setting])
    if (fault !== null) faults.push([setting, fault])
  }
  refuse(env.APP_KEYS === undefined, 'APP_KEYS', 'Production needs keys of its own, kept outside the database')
  refuse(
    env.PROVIDER_SIGNING_KEYS === undefined && usesHostedForm(env),
    'PROVIDER_SIGNING_KEYS',
    'Production needs the keys agreed with the provider',
  )
  for (const setting of ['APP_KEYS', 'PROVIDER_SIGNING_KEYS', 'PARTNER_SIGNING_KEYS', 'ACLARA_SIGNING_KEYS'] as const)
    refuse((env[setting] ?? []).some(looksMadeUp), setting, 'A secret repeats itself: take 32 random bytes')
  refuse(shareASecret(env), 'PROVIDER_SIGNING_KEYS', 'The provider must not have a key that is also in APP_KEYS')
  refuse(!isHttps(env.PUBLIC_ORIGIN), 'PUBLIC_ORIGIN', 'Production needs an https:// address')
  refuse(usesHostedForm(env) && !isHttps(env.PROVIDER_URL), 'PROVIDER_URL', 'Production needs an https:// provider')
  faults.push(...unfitStripe(env), ...unfitAuthorizeNet(env), ...unfitStaffOidc(env))
  const text = env.TEXT_MESSAGE_URL
  refuse(
    text !== undefined && !isHttps(text) && !isLoopback(text),
    'TEXT_MESSAGE_URL',
    'Production needs an https:// address, or one of this machine',
  )
  const mail = env.SMTP_URL
  refuse(
    mail !== undefined && !isEncryptedMail(mail) && !isLoopback(mail),
    'SMTP_URL',
    'Production needs smtps://, or smtp:// with ?requireTLS=true, or a mail server on this machine: codes and reset links travel in mails',
  )
  refuse(env.LOG_LEVEL === 'debug', 'LOG_LEVEL', 'Production does not log at level debug')
  refuse(env.DEMO, 'DEMO', 'The demo cooperative has public passwords; it must not run in production')
  refuse(env.FAILPOINTS !== undefined, 'FAILPOINTS', 'Fail points are for tests')
  return faults
}

/** True when the hosted form takes new payments, or its keys say that it has some of its own left. */
export const usesHostedForm = ({
  PAYMENT_PROVIDER,
  PROVIDER_SIGNING_KEYS,
}: Pick<ProductionSettings, 'PAYMENT_PROVIDER' | 'PROVIDER_SIGNING_KEYS'>): boolean =>
  PAYMENT_PROVIDER === 'hosted-form' || PROVIDER_SIGNING_KEYS !== undefined

function unfitStripe({
  STRIPE_SECRET_KEY: key = '',
  STRIPE_WEBHOOK_SECRETS: secrets = [],
  STRIPE_API_ORIGIN: origin,
}: ProductionSettings): readonly Fault[] {
  const isMadeUp = (text: string) => new Set(text.slice(text.lastIndexOf('_') + 1)).size < 12
  const faults: readonly (readonly [isUnfit: boolean, ...Fault])[] = [
    [
      /^[rs]k_test_/u.test(key),
      'STRIPE_SECRET_KEY',
      'Production needs a key of live mode: no money moves in test mode',
    ],
    [key !== '' && isMadeUp(key), 'STRIPE_SECRET_KEY', 'A secret repeats itself: take the key that Stripe shows'],
    [secrets.some(isMadeUp), 'STRIPE_WEBHOOK_SECRETS', 'A secret repeats itself: take the one that Stripe shows'],
    [new Set(secrets).size < secrets.length, 'STRIPE_WEBHOOK_SECRETS', 'Give each secret once'],
    [origin !== 'https://api.stripe.com', 'STRIPE_API_ORIGIN', 'Production calls https://api.stripe.com'],
  ]
  return faults.flatMap(([isUnfit, setting, message]) => (isUnfit ? [[setting, message] as const] : []))
}

function unfitAuthorizeNet({
  AUTHORIZE_NET_TRANSACTION_KEY: key,
  AUTHORIZE_NET_SIGNATURE_KEY: signatureKeys = [],
  AUTHORIZE_NET_API_ORIGIN: origin,
}: ProductionSettings): readonly Fault[] {
  const isMadeUp = (text: string) => new Set(text).size < 8
  const faults: readonly (readonly [isUnfit: boolean, ...Fault])[] = [
    [
      key !== undefined && isMadeUp(key),
      'AUTHORIZE_NET_TRANSACTION_KEY',
      'The key repeats itself: take the one that Authorize.net shows',
    ],
    [
      signatureKeys.some(isMadeUp),
      'AUTHORIZE_NET_SIGNATURE_KEY',
      'A key repeats itself: take the one that Authorize.net shows',
    ],
    [new Set(signatureKeys).size < signatureKeys.length, 'AUTHORIZE_NET_SIGNATURE_KEY', 'Give each key once'],
    [
      origin !== 'https://api.authorize.net',
      'AUTHORIZE_NET_API_ORIGIN',
      'Production calls https://api.authorize.net: no money moves in the sandbox',
    ],
  ]
  return faults.flatMap(([isUnfit, setting, message]) => (isUnfit ? [[setting, message] as const] : []))
}

function unfitStaffOidc({
  STAFF_OIDC_ISSUER: issuer,
  STAFF_OIDC_CLIENT_SECRETS: secrets = [],
}: ProductionSettings): readonly Fault[] {
  const isMadeUp = (text: string) => new Set(text).size < 8
  const faults: readonly (readonly [isUnfit: boolean, ...Fault])[] = [
    [issuer !== undefined && !isHttps(issuer), 'STAFF_OIDC_ISSUER', 'Production needs an https:// provider'],
    [
      secrets.some(isMadeUp),
      'STAFF_OIDC_CLIENT_SECRETS',
      'A secret repeats itself: take the one that the identity provider shows',
    ],
    [new Set(secrets).size < secrets.length, 'STAFF_OIDC_CLIENT_SECRETS', 'Give each secret once'],
  ]
  return faults.flatMap(([isUnfit, setting, message]) => (isUnfit ? [[setting, message] as const] : []))
}

/** Variables of Node and of the database driver, not of the portal, that turn off the check of every certificate. */
export const unfitVariables = (given: Readonly<Record<string, unknown>>): readonly Fault[] =>
  [
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['PGSSLMODE', 'no-verify'],
  ].flatMap(([name = '', unfit]) =>
    given[name] === unfit ? [[name, 'Production checks certificates: remove this variable'] as const] : [],
  )

/** 32 random bytes have fewer than 12 different values about once in 10^24; copied or typed secrets have. */
const looksMadeUp = (key: Key): boolean => new Set(key.secret).size < 12

const shareASecret = ({ APP_KEYS = [], PROVIDER_SIGNING_KEYS = [] }: ProductionSettings): boolean =>
  APP_KEYS.some((own) => PROVIDER_SIGNING_KEYS.some((shared) => Buffer.from(own.secret).equals(shared.secret)))

const isHttps = (url: string): boolean => url.startsWith('https://')

/**
 * TLS from the first byte, or STARTTLS without which nothing is sent. Plain `smtp://` upgrades only when the server offers
 * it, and an attacker on the way can remove the offer. Options that switch TLS or its certificate check off do not count.
 */
function isEncryptedMail(url: string): boolean {
  const { protocol, searchParams } = new URL(url)
  if (['ignoreTLS', 'secure', 'tls.rejectUnauthorized'].some((option) => searchParams.has(option))) return false
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
}

/**
 * Modes that check the certificate. With `require`, PostgreSQL's own programs accept any certificate, as the driver's
 * next version does.
 */
const checkedModes: ReadonlySet<string> = new Set(['verify-full', 'verify-ca'])

/**
 * Finds an address of a database on another machine that asks for TLS without a check of the certificate, or turns TLS
 * off. As in the driver, the last of several equal parameters counts, and `host` has precedence over the host of the
 * address. An address without `ssl…` parameters is for a private network.
 */
export function checkDatabaseForProduction(url: string | undefined): string | null {
  if (url === undefined) return null
  const { hostname, searchParams } = new URL(url)
  const given = Object.fromEntries(searchParams)
  const host = given['host'] ?? decodeURIComponent(hostname)
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return null
  if (!Object.keys(given).some((name) => name.startsWith('ssl')) || checkedModes.has(given['sslmode'] ?? ''))
    return null
  return 'Production checks the certificate of a database on another machine: use sslmode=verify-full, or no sslmode on a private network'
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/** Tells whether only programs on this machine reach a host name or address. */
export const isLoopbackHost = (host: string): boolean => loopbackHosts.has(host.toLowerCase())
export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname)
