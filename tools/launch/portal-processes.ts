import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface Addresses {
  readonly host: string
  readonly port: string
  readonly providerPort: string
  readonly dataDir: string
}

export const addresses = (env: NodeJS.ProcessEnv): Addresses => ({
  host: env.HOST ?? '127.0.0.1',
  port: env.PORT ?? '8080',
  providerPort: env.PROVIDER_PORT ?? '8090',
  dataDir: env.DATA_DIR ?? join(root, '.data'),
})

/** Keys that the portal and the sandbox provider share, made once in the data folder. */
function sharedKeys(dataDir: string): string {
  const file = join(dataDir, 'provider.key')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `first:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

const secret = (length: number) => randomBytes(length).toString('hex')

/** The providers of a demo besides the hosted form: the settings with which a double of each is the provider. Keys are made for this start. */
const environments: Readonly<Record<string, (host: string) => NodeJS.ProcessEnv>> = {
  stripe: (host) => ({
    STRIPE_SECRET_KEY: `sk_test_${secret(16)}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${secret(24)}`,
    STRIPE_API_ORIGIN: `http://${host}:8091`,
  }),
  'authorize-net': (host) => ({
    AUTHORIZE_NET_LOGIN_ID: secret(5),
    AUTHORIZE_NET_TRANSACTION_KEY: secret(8),
    AUTHORIZE_NET_SIGNATURE_KEY: secret(64),
    AUTHORIZE_NET_API_ORIGIN: `http://${host}:8092`,
  }),
}

/** The values of `--provider`. */
export const demoProviders = ['hosted-form', ...Object.keys(environments)]

/** The environment of both processes: what the caller set, and for a demo what is missing. */
export function demoEnvironment(env: NodeJS.ProcessEnv, provider = 'hosted-form'): NodeJS.ProcessEnv {
  const { host, port, providerPort, dataDir } = addresses(env)
  const signingKeys = env.PROVIDER_SIGNING_KEYS ?? sharedKeys(dataDir)
  const publicOrigin = env.PUBLIC_ORIGIN ?? `http://${host}:${port}`
  return {
    DEMO: 'Y',
    LOG_LEVEL: 'warn',
    PROVIDER_REFUNDS: 'parts',
    PAYMENT_PROVIDER: provider,
    ...environments[provider]?.(host),
    ...env,
    HOST: host,
    PORT: port,
    PROVIDER_PORT: providerPort,
    PUBLIC_ORIGIN: publicOrigin,
    PROVIDER_URL: env.PROVIDER_URL ?? `http://${host}:${providerPort}`,
    DATA_DIR: dataDir,
    PROVIDER_SIGNING_KEYS: signingKeys,
    TEXT_MESSAGE_SIGNING_KEYS: env.TEXT_MESSAGE_SIGNING_KEYS ?? signingKeys,
    PROVIDER_DATA_DIR: env.PROVIDER_DATA_DIR ?? join(dataDir, 'provider-sandbox'),
    POSTBACK_URL: env.POSTBACK_URL ?? `${publicOrigin}/api/v3/payments/postback`,
  }
}

export const startPortal = (env: NodeJS.ProcessEnv): ChildProcess =>
  fork(join(root, 'packages/server/src/serve.ts'), { env, cwd: root, execArgv: ['--disable-proto=delete'] })

export const startSandbox = (env: NodeJS.ProcessEnv): ChildProcess =>
  fork(join(root, 'packages/provider-sandbox/src/sandbox.ts'), { env, cwd: root })
