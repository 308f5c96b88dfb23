import type { SandboxOptions } from './start-sandbox.ts'
import { parseSigningKeys } from './signing-keys.ts'

interface EnvOptions
  extends Required<
    Pick<SandboxOptions, 'host' | 'port' | 'dataDir' | 'signingKeys' | 'postbackUrl' | 'backofficePassword'>
  > {
  /** The double of Stripe that runs beside the hosted form, when the portal has keys for it. */
  readonly stripe: StripeEnv | null
  /** The double of Authorize.net, likewise. */
  readonly authorizeNet: AuthorizeNetEnv | null
  /** True to log routine events: the start, each delivered postback. */
  readonly logsRoutine: boolean
  /** True to log failed requests and postbacks that were not delivered. */
  readonly logsFailures: boolean
}

/** Settings of the double of Stripe, which has the portal's own keys. */
interface StripeEnv {
  readonly port: number
  readonly secretKey: string
  readonly webhookSecret: string
}

/** Settings of the double of Authorize.net, which has the portal's own keys. */
interface AuthorizeNetEnv {
  readonly port: number
  readonly loginId: string
  readonly transactionKey: string
  readonly signatureKey: string
}

/** The log levels of the portal: `npm start` sets one level for both processes. */
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** Thrown when the environment is not fit to start with; the message lists every fault. */
export class EnvironmentFaults extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.name = 'EnvironmentFaults'
  }
}

function keyFault(text: string): string | null {
  if (text === '')
    return 'PROVIDER_SIGNING_KEYS: missing; the sandbox shares them with the portal and does not start without'
  try {
    parseSigningKeys(text)
    return null
  } catch (error) {
    return `PROVIDER_SIGNING_KEYS: ${error instanceof Error ? error.message : String(error)}`
  }
}

function addressFault(text: string): string | null {
  if (text === '') return 'POSTBACK_URL: missing; give the portal’s address for postbacks'
  const fits = URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)
  return fits ? null : 'POSTBACK_URL: must be an http or https address'
}

type Read = (name: string, otherwise: string) => string

/** The port in the address of a double; `null` without one. */
function portIn(address: string): number | null {
  const origin = URL.parse(address)
  return origin === null || origin.port === '' ? null : Number(origin.port)
}

/** Reads STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS and STRIPE_API_ORIGIN, as the portal has them; `null` without the first. */
function readStripe(read: Read): StripeEnv | null | string {
  const secretKey = read('STRIPE_SECRET_KEY', '')
  if (secretKey === '') return null
  const [webhookSecret = ''] = read('STRIPE_WEBHOOK_SECRETS', '').split(',')
  const port = portIn(read('STRIPE_API_ORIGIN', ''))
  if (port === null)
    return 'STRIPE_API_ORIGIN: must be the address of the double with its port, such as http://127.0.0.1:8091'
  if (webhookSecret === '') return 'STRIPE_WEBHOOK_SECRETS: missing; the double signs its events with the first'
  return { port, secretKey, webhookSecret: webhookSecret.trim() }
}

/** Reads the four settings of the portal whose names begin with AUTHORIZE_NET; `null` without the first. */
function readAuthorizeNet(read: Read): AuthorizeNetEnv | null | string {
  const loginId = read('AUTHORIZE_NET_LOGIN_ID', '')
  if (loginId === '') return null
  const transactionKey = read('AUTHORIZE_NET_TRANSACTION_KEY', '')
  const [signatureKey = ''] = read('AUTHORIZE_NET_SIGNATURE_KEY', '').split(',')
  const port = portIn(read('AUTHORIZE_NET_API_ORIGIN', ''))
  if (port === null)
    return 'AUTHORIZE_NET_API_ORIGIN: must be the address of the double with its port, such as http://127.0.0.1:8092'
  if (transactionKey === '' || signatureKey === '')
    return 'AUTHORIZE_NET_TRANSACTION_KEY and AUTHORIZE_NET_SIGNATURE_KEY: missing; the double has the same as the portal'
  return { port, loginId, transactionKey, signatureKey: signatureKey.trim() }
}

/**
 * Reads and checks the process settings: HOST, PROVIDER_PORT, PROVIDER_DATA_DIR, PROVIDER_SIGNING_KEYS, POSTBACK_URL,
 * BACKOFFICE_PASSWORD and LOG_LEVEL, and for the doubles of Stripe and Authorize.net those of the portal. Empty counts as unset.
 *
 * @throws EnvironmentFaults naming every fault at once.
 */
export function readEnv(env: Readonly<Record<string, string | undefined>>): EnvOptions {
  const read = (name: string, otherwise: string): string => {
    const value = env[name]?.trim() ?? ''
    return value === '' ? otherwise : value
  }
  const port = read('PROVIDER_PORT', '8090')
  const signingKeys = read('PROVIDER_SIGNING_KEYS', '')
  const postbackUrl = read('POSTBACK_URL', '')
  const logLevel = read('LOG_LEVEL', 'info')
  const stripe = readStripe(read)
  const authorizeNet = readAuthorizeNet(read)
  const portFits = /^\d{1,5}$/u.test(port) && Number(port) <= 65_535
  const faults = [
    portFits ? null : 'PROVIDER_PORT: must be a port between 0 and 65535',
    keyFault(signingKeys),
    addressFault(postbackUrl),
    ...[stripe, authorizeNet].map((one) => (typeof one === 'string' ? one : null)),
    logLevels.includes(logLevel) ? null : `LOG_LEVEL: must be one of ${logLevels.join(', ')}`,
  ].filter((fault) => fault !== null)
  if (faults.length > 0 || typeof stripe === 'string' || typeof authorizeNet === 'string')
    throw new EnvironmentFaults(faults)
  return {
    host: read('HOST', '127.0.0.1'),
    port: Number(port),
    dataDir: read('PROVIDER_DATA_DIR', '.data/provider-sandbox'),
    signingKeys,
    postbackUrl,
    backofficePassword: read('BACKOFFICE_PASSWORD', 'sandbox'),
    stripe,
    authorizeNet,
    logsRoutine: ['info', 'debug'].includes(logLevel),
    logsFailures: logLevel !== 'silent',
  }
}
