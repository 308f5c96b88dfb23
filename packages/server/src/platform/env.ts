import { join } from 'node:path'
import { incompleteProviders } from './incomplete-providers.ts'
import { z } from 'zod'
import { parseRetentionDays, type RetentionRule } from './retention/retention-rules.ts'
import { parseTrustedProxies } from './http/client-address.ts'
import { parseKeyList } from './keys.ts'
import { nearestWord } from './nearest-word.ts'
import { fileVariable, readSecretFiles, secretSettings } from './secret-files.ts'
import { incompleteStaffOidc, staffOidcSettings } from './staff-oidc/settings.ts'
import {
  checkDatabaseForProduction,
  isLoopback,
  isLoopbackHost,
  unfitForProduction,
  unfitVariables,
} from './unfit-for-production.ts'

const port = z.coerce.number().int().min(0).max(65535)
const text = z.string().trim().min(1)
const atLeastTen = z.coerce.number().int().min(10)
const yes = (otherwise: 'Y' | 'N') =>
  z
    .enum(['Y', 'N'])
    .default(otherwise)
    .transform((value) => value === 'Y')
/** `https://host:port` as browsers write it: lower case, no default port, no path. */
const httpOrigin = z.url({ protocol: /^https?$/u }).transform((value, context) => {
  const url = new URL(value)
  if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url.origin
  context.addIssue('Give scheme, host and port only')
  return z.NEVER
})
const databaseAddress = z.url({ protocol: /^postgres(?:ql)?$/u })
/** `kid:base64,kid:base64`: the first key is used, all are accepted, so that keys can be changed without a gap. */
const keyList = text.transform((value, context) => {
  try {
    return parseKeyList(value)
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
})

/** `name=value,name=value`, values percent-encoded, as the OpenTelemetry specification writes headers. */
const headerPairs = z
  .string()
  .regex(
    /^[A-Za-z0-9-]{1,100}=[!-+\--~]{1,2000}(?:,[A-Za-z0-9-]{1,100}=[!-+\--~]{1,2000}){0,9}$/u,
    'Give name=value, comma-separated',
  )
  .transform((pairs) =>
    Object.fromEntries(
      pairs.split(',').map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))] as const
      }),
    ),
  )

const retentionDays = (rules: readonly RetentionRule[]) =>
  z
    .string()
    .default('')
    .transform((pairs, context) => {
      const days = parseRetentionDays(pairs, rules)
      if (typeof days !== 'string') return days
      context.addIssue({ code: 'custom', message: days })
      return z.NEVER
    })
    .describe('Days that replace those in the retention table of docs/OPERATIONS.md, as table:days, comma-separated')

/** Every process setting. `docs/OPERATIONS.md` is checked against this list by a test. */
const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses defaults that are only suitable for a demo'),
  HOST: text.default('127.0.0.1').describe('Address to listen on'),
  PORT: port.default(8080).describe('Port of the portal'),
  PUBLIC_ORIGIN: httpOrigin
    .optional()
    .describe(
      'Address members use, https://…; links in mails and callbacks are built from it. Default http://HOST:PORT',
    ),
  DATA_DIR: text.default('.data').describe('Folder for the embedded database and generated keys'),
  DOCUMENTS_DIR: text
    .optional()
    .describe(
      'Folder of the cooperative’s own PDF files (bills, capital credits, member documents); if unset, the portal generates every bill',
    ),
  DATABASE_URL: databaseAddress
    .optional()
    .describe('postgres://… of PostgreSQL 15 or newer; unset: the embedded database in DATA_DIR'),
  DATABASE_REPLICA_URL: databaseAddress
    .optional()
    .describe(
      'postgres://… of a streaming replica of DATABASE_URL: usage is read from it while it is at most ten seconds behind',
    ),
  DATABASE_OWNER_URL: databaseAddress
    .optional()
    .describe('postgres://… of the role that owns the tables; only `coopline migrate`, `backup` and `db` use it'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(8).describe('Connections to PostgreSQL per process'),
  DATABASE_POOLER: yes('N').describe(
    'Y when DATABASE_URL points to PgBouncer in transaction mode (deploy/pgbouncer): statements are not prepared, and the pooler limits their time, except in work on many rows, which sets its own limit',
  ),
  APP_KEYS: keyList
    .optional()
    .describe(
      'Root keys as kid:base64 pairs; the portal derives a key for each purpose. Unset: created once in DATA_DIR',
    ),
  PAYMENT_PROVIDER: z
    .enum(['hosted-form', 'stripe', 'authorize-net'])
    .default('hosted-form')
    .describe('The provider of new payments. Payments that began with another one stay with it while its keys are set'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_[A-Za-z0-9]{4,250}(?![\s\S])/u, 'Give a secret or restricted key of Stripe')
    .optional()
    .describe('Secret key (sk_…) or restricted key (rk_…) of Stripe; unset: the portal does not use Stripe'),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/=]{4,250}(?:,whsec_[A-Za-z0-9+/=]{4,250})?(?![\s\S])/u,
      'Give one signing secret of the endpoint at Stripe, or two while they are changed, comma-separated',
    )
    .transform((list) => list.split(','))
    .optional()
    .describe(
      'Signing secret (whsec_…) of the endpoint at Stripe that sends events; two, comma-separated, while it is changed',
    ),
  STRIPE_API_ORIGIN: httpOrigin
    .default('https://api.stripe.com')
    .describe('Origin of the API of Stripe; tests name another one'),
  AUTHORIZE_NET_LOGIN_ID: z
    .string()
    .regex(/^[!-~]{1,25}(?![\s\S])/u, 'Give the API login ID of the account at Authorize.net')
    .optional()
    .describe('API login ID of the account at Authorize.net; unset: the portal does not use Authorize.net'),
  AUTHORIZE_NET_TRANSACTION_KEY: z
    .string()
    .regex(/^[!-~]{8,64}(?![\s\S])/u, 'Give the transaction key of the account at Authorize.net')
    .optional()
    .describe('Transaction key of the account at Authorize.net'),
  AUTHORIZE_NET_SIGNATURE_KEY: z
    .string()
    .regex(
      /^[0-9A-Fa-f]{128}(?:,[0-9A-Fa-f]{128})?(?![\s\S])/u,
      'Give the signature key of the account, 128 hexadecimal digits, or two while it is changed, comma-separated',
    )
    .transform((list) => list.split(','))
    .optional()
    .describe(
      'Signature key of the account at Authorize.net, which signs its events; two, comma-separated, while it is changed',
    ),
  AUTHORIZE_NET_API_ORIGIN: httpOrigin
    .default('https://api.authorize.net')
    .describe('Origin of the API of Authorize.net; https://apitest.authorize.net is its sandbox'),
  PROVIDER_URL: httpOrigin
    .optional()
    .describe('Origin of the hosted payment page. Default http://127.0.0.1:PROVIDER_PORT'),
  PROVIDER_REFUNDS: z
    .enum(['parts', 'whole'])
    .default('whole')
    .describe('Refunds that the payment provider takes: any amount that is left, or whole payments only'),
  PROVIDER_PORT: port.default(8090).describe('Port of the sandbox provider that npm start runs'),
  PROVIDER_SIGNING_KEYS: keyList
    .optional()
    .describe('Keys shared with the payment provider. Unset: created once in DATA_DIR'),
  PARTNER_SIGNING_KEYS: keyList
    .optional()
    .describe('Keys shared with partner sites that send signed-in members to the portal; unset: no site may'),
  ACLARA_SIGNING_KEYS: keyList
    .optional()
    .describe(
      'Keys shared with the Aclara meter-data portal; the first one signs tokens. If unset, members cannot open that portal',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/u })
    .optional()
    .describe(
      'smtps://user:password@host:port, or smtp://…?requireTLS=true for STARTTLS; unset: mails stay in the outbox',
    ),
  MAIL_FROM: text.default('Coopline <no-reply@localhost>').describe('Sender of mails'),
  TEXT_MESSAGE_URL: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address of the text-message service (docs/OPERATIONS.md); unset: texts stay in the outbox'),
  TEXT_MESSAGE_TOKEN: text.optional().describe('Bearer token for the text-message service'),
  TEXT_MESSAGE_SIGNING_KEYS: keyList
    .optional()
    .describe('Keys with which the text-message service signs members’ replies; unset: no replies are accepted'),
  ...staffOidcSettings,
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(isProxyList, 'Give addresses or CIDR ranges, separated by commas')
    .describe('Addresses or CIDR ranges, comma-separated, whose X-Forwarded-For is trusted'),
  REQUESTS_PER_5_MINUTES: atLeastTen
    .default(300)
    .describe('Calls of the API that one client address may make in five minutes, per process'),
  SYSTEM_REQUESTS_PER_5_MINUTES: atLeastTen
    .default(30_000)
    .describe('Calls that one key of the system API may make in five minutes, per process'),
  CONNECTIONS_PER_ADDRESS: atLeastTen
    .default(200)
    .describe(
      'Connections that one client address may have open, per process; addresses in TRUSTED_PROXIES have no limit',
    ),
  GA4_API_SECRET: text
    .optional()
    .describe(
      'API secret of the Measurement Protocol, with which page views are reported to the GA4 property of googleAnalyticsCode; unset: only pages that load its script report them',
    ),
  METRICS_TOKEN: text
    .min(16)
    .optional()
    .describe(
      'Bearer token that /metrics requires, 16 characters or more; unset: /metrics answers on the loopback address only, and in production not at all',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/u })
    .optional()
    .describe('Address of an OpenTelemetry collector (OTLP over HTTP) for traces; unset: no traces'),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs
    .optional()
    .describe('Headers that the collector requires, as name=value pairs, comma-separated and percent-encoded'),
  OTEL_SERVICE_NAME: text.default('coopline').describe('Name of this portal in traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'Share of the requests and jobs that are traced, 0 to 1; a trusted proxy’s choice in traceparent takes precedence',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Lowest level that is logged'),
  DEMO: yes('N').describe('Y creates and refreshes the demo cooperative and shows /demo/mailbox'),
  DEMO_PUBLIC: yes('N').describe(
    'Y makes a demo reachable from other machines; its members’ passwords and every code and link are public',
  ),
  DEMO_MEMBERS: z.coerce
    .number()
    .int()
    .min(25)
    .max(1_000_000)
    .default(2000)
    .describe('Members of the demo cooperative'),
  DEMO_VARIANT: z
    .enum(['standard', 'whec', 'upn', 'aclara'])
    .default('standard')
    .describe('Variant of the demo cooperative'),
  BACKUP_WITHIN_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8760)
    .default(36)
    .describe(
      'In production the alarm backup-missing is raised this many hours after the last "coopline backup"; 0 where backups are made by other means',
    ),
  EVENTS_WITHIN_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(8760)
    .default(36)
    .describe(
      'In production the alarm events-waiting is raised when an event for the cooperative’s systems is not acknowledged within this many hours; 0: never',
    ),
  RETENTION_DAYS: retentionDays([]),
  WORKERS: yes('Y').describe('N serves only, without running jobs'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe(
      'How many seconds a stopping process keeps listening while /readyz answers 503, so that load balancers stop sending traffic first. Default 5 in production, else 0',
    ),
  FAILPOINTS: z
    .string()
    .regex(/^[a-z0-9.-]{1,60}:(?:kill|throw|crash|reject)(?:,[a-z0-9.-]{1,60}:(?:kill|throw|crash|reject)){0,20}$/u)
    .optional()
    .describe('Test seam: name:kill, :throw, :crash or :reject, comma-separated; refused in production'),
})

/** The process settings, read once at start. `RETENTION_DAYS` replaces days of the rules. @internal */
export const envSchemaWith = (rules: readonly RetentionRule[]) =>
  variables
    .extend({ RETENTION_DAYS: retentionDays(rules) })
    .transform((env) => ({
      ...env,
      PUBLIC_ORIGIN: env.PUBLIC_ORIGIN ?? `http://${reachable(env.HOST)}:${env.PORT}`,
      /** True when browsers reach the portal over https. */
      HAS_TLS: env.PUBLIC_ORIGIN?.startsWith('https:') === true,
      DOCUMENTS_DIR: env.DOCUMENTS_DIR ?? (env.DEMO ? demoDocuments : undefined),
      PROVIDER_URL: env.PROVIDER_URL ?? `http://127.0.0.1:${env.PROVIDER_PORT}`,
      DRAIN_SECONDS: env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? 5 : 0),
    }))
    .superRefine((env, context) => {
      if (env.DEMO && !env.DEMO_PUBLIC && !isLocal(env))
        context.addIssue({
          code: 'custom',
          path: ['DEMO'],
          message:
            'A demo shows every code and reset link at /demo/mailbox. Keep HOST and PUBLIC_ORIGIN on this machine, or say DEMO_PUBLIC=Y',
        })
      if (/^[rs]k_live_/u.test(env.STRIPE_SECRET_KEY ?? '') && env.STRIPE_API_ORIGIN !== 'https://api.stripe.com')
        context.addIssue({
          code: 'custom',
          path: ['STRIPE_API_ORIGIN'],
          message: 'A key of live mode is sent to https://api.stripe.com only',
        })
      for (const [path, message] of [...incompleteProviders(env), ...incompleteStaffOidc(env)])
        context.addIssue({ code: 'custom', path: [path], message })
      if (env.NODE_ENV !== 'production') return
      for (const [path, message] of unfitForProduction(env)) context.addIssue({ code: 'custom', path: [path], message })
    })

/** PDF files for the demo cooperative. */
const demoDocuments = join(import.meta.dirname, '../../demo/documents')

const isLocal = (env: { readonly HOST: string; readonly PUBLIC_ORIGIN: string }): boolean =>
  isLoopbackHost(env.HOST) && isLoopback(env.PUBLIC_ORIGIN)

/** The address on which a browser of the same machine finds a process that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function isProxyList(list: string): boolean {
  try {
    parseTrustedProxies(list)
    return true
  } catch {
    return false
  }
}

export type Env = z.output<ReturnType<typeof envSchemaWith>>

/** Checks a database address that a command takes as an argument by the rules for `DATABASE_URL`. */
export function checkDatabaseAddress(address: string, { NODE_ENV }: Pick<Env, 'NODE_ENV'>): string | null {
  if (!databaseAddress.safeParse(address).success) return 'Give a postgres:// address'
  return NODE_ENV === 'production' ? checkDatabaseForProduction(address) : null
}

/** Thrown when the environment is not fit to start with; the message lists every fault. */
export class EnvironmentFaults extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'EnvironmentFaults'
  }
}

const settings: readonly string[] = Object.keys(variables.shape)
const names: readonly string[] = [...settings, ...secretSettings.map(fileVariable)]

/**
 * Lists variables whose names are nearly those of settings. A misspelled setting is not read, and its lack would be
 * noticed only when it is needed.
 */
function listMisspelled(given: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(given).flatMap((name) => {
    // Short names, such as PORTS, are too often those of others; platforms set _HOST and _PORT for the services that they know.
    const isOfOthers = name.length < 8 || /_(?:HOST|PORT)(?![\s\S])/u.test(name)
    const meant = names.includes(name) || isOfOthers ? undefined : nearestWord(name, names)
    return meant === undefined ? [] : [`${name}: There is no such setting. Did you mean ${meant}?`]
  })
}

/**
 * Makes the function that reads and checks the process settings. It throws EnvironmentFaults, which names every fault at once.
 *
 * @param rules the retention of every table, for `RETENTION_DAYS`.
 */
export const createEnvReader =
  (rules: readonly RetentionRule[]) =>
  (source: Readonly<Record<string, string | undefined>>): Env => {
    const entries = Object.entries(source).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    )
    const { given, faults } = readSecretFiles(Object.fromEntries(entries), settings)
    const result = envSchemaWith(rules).safeParse(given)
    const misspelled = listMisspelled(given)
    const unfit = given['NODE_ENV'] === 'production' ? unfitVariables(given).map((fault) => fault.join(': ')) : []
    if (result.success && misspelled.length + faults.length + unfit.length === 0) return result.data
    const wrong = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
    throw new EnvironmentFaults([...misspelled, ...faults, ...unfit, ...wrong])
  }
