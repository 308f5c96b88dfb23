import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)
const text = z.string().trim().min(1)
const yes = (otherwise: 'Y' | 'N') =>
  z
    .enum(['Y', 'N'])
    .default(otherwise)
    .transform((value) => value === 'Y')
const httpUrl = z.url({ protocol: /^https?$/u }).transform((value) => value.replace(/\/$/u, ''))

/** `kid:base64,kid:base64`: the first key is used, all are accepted, so that keys can be changed without a gap. */
const keyList = text.transform((value, context) => {
  const keys = value.split(',').map((pair) => {
    const [kid = '', secret = ''] = pair.trim().split(':')
    return { kid, secret: Buffer.from(secret, 'base64') }
  })
  if (keys.some((key) => !/^[a-z0-9-]{1,20}$/u.test(key.kid) || key.secret.length < 32)) {
    context.addIssue('Give kid:base64 pairs, separated by commas, with secrets of at least 32 bytes')
    return z.NEVER
  }
  return keys
})

/** Every process setting, read once at start. `docs/OPERATIONS.md` is checked against this list by a test. */
export const envSchema = z
  .object({
    NODE_ENV: z
      .enum(['development', 'test', 'production'])
      .default('development')
      .describe('production refuses defaults that are only fit for a demo'),
    HOST: text.default('127.0.0.1').describe('Address to listen on'),
    PORT: port.default(8080).describe('Port of the portal'),
    PUBLIC_ORIGIN: httpUrl
      .optional()
      .describe(
        'Address members use, https://…; links in mails and callbacks are built from it. Default http://HOST:PORT',
      ),
    DATA_DIR: text.default('.data').describe('Folder for the embedded database and generated keys'),
    DATABASE_URL: text
      .optional()
      .describe('postgres://… of PostgreSQL 15 or newer; unset: the embedded database in DATA_DIR'),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(8).describe('Connections to PostgreSQL per process'),
    APP_KEYS: keyList
      .optional()
      .describe('Root keys as kid:base64 pairs; purposes are derived from them. Unset: made once in DATA_DIR'),
    PROVIDER_URL: httpUrl
      .optional()
      .describe('Origin of the hosted payment page. Default http://127.0.0.1:PROVIDER_PORT'),
    PROVIDER_PORT: port.default(8090).describe('Port of the sandbox provider that npm start runs'),
    PROVIDER_SIGNING_KEYS: keyList
      .optional()
      .describe('Keys shared with the payment provider. Unset: made once in DATA_DIR'),
    SMTP_URL: text.optional().describe('smtp://user:password@host:port; unset: mails stay in the outbox'),
    MAIL_FROM: text.default('Coopline <no-reply@localhost>').describe('Sender of mails'),
    TEXT_MESSAGE_URL: httpUrl
      .optional()
      .describe('Address of the text-message service (docs/OPERATIONS.md); unset: texts stay in the outbox'),
    TEXT_MESSAGE_TOKEN: text.optional().describe('Bearer token for the text-message service'),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .describe('Addresses or CIDR ranges, comma-separated, whose X-Forwarded-For is believed'),
    REQUESTS_PER_5_MINUTES: z.coerce
      .number()
      .int()
      .min(10)
      .default(300)
      .describe('Calls of the API that one client address may make in five minutes, per process'),
    METRICS_TOKEN: text
      .optional()
      .describe('Bearer token that /metrics asks for; unset: /metrics answers on the loopback address only'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
      .default('info')
      .describe('How much is logged'),
    DEMO: yes('N').describe('Y creates and refreshes the demo cooperative and shows /demo/mailbox'),
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
    WORKERS: yes('Y').describe('N serves only, without running jobs'),
    FAILPOINTS: text.optional().describe('Test seam: name:kill or name:throw, comma-separated; refused in production'),
  })
  .transform((env) => ({
    ...env,
    PUBLIC_ORIGIN: env.PUBLIC_ORIGIN ?? `http://${env.HOST}:${env.PORT}`,
    PROVIDER_URL: env.PROVIDER_URL ?? `http://127.0.0.1:${env.PROVIDER_PORT}`,
  }))
  .superRefine((env, context) => {
    if (env.NODE_ENV !== 'production') return
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (env.DATABASE_URL === undefined)
      refuse('DATABASE_URL', 'Production needs PostgreSQL: the embedded database does not survive a power cut')
    if (env.APP_KEYS === undefined) refuse('APP_KEYS', 'Production needs keys of its own, kept outside the database')
    if (env.PROVIDER_SIGNING_KEYS === undefined)
      refuse('PROVIDER_SIGNING_KEYS', 'Production needs the keys agreed with the provider')
    if (!env.PUBLIC_ORIGIN.startsWith('https://')) refuse('PUBLIC_ORIGIN', 'Production needs an https:// address')
    if (!env.PROVIDER_URL.startsWith('https://')) refuse('PROVIDER_URL', 'Production needs an https:// provider')
    if (env.DEMO) refuse('DEMO', 'The demo cooperative has public passwords; it must not run in production')
    if (env.FAILPOINTS !== undefined) refuse('FAILPOINTS', 'Fail points are for tests')
  })

export type Env = z.output<typeof envSchema>

/** Thrown when the environment is not fit to start with; the message lists every fault. */
export class EnvironmentFaults extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'EnvironmentFaults'
  }
}

/**
 * Reads and checks the process settings.
 *
 * @throws EnvironmentFaults naming every fault at once.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const result = envSchema.safeParse(given)
  if (result.success) return result.data
  throw new EnvironmentFaults(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
}
