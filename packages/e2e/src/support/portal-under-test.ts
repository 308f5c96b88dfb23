import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@coopline/testing/free-port'
import { inject } from 'vitest'
import { demoEnvironment, root } from '../../../../tools/launch/portal-processes.ts'
import { type PortalHost, startPortalHost } from './portal-host.ts'

/** The root folder of the repository. */
export const repositoryRoot = root

export interface PortalUnderTest {
  readonly origin: string
  readonly providerOrigin: string
  readonly env: NodeJS.ProcessEnv
  /** Runs `coopline …` on the portal's database and returns its output. Rejects with its error output when it fails. */
  readonly coopline: (...words: readonly [command: string, ...args: string[]]) => Promise<string>
  /** Changes settings of the cooperative, all or none. The running portal applies them at once. */
  readonly set: (settings: Readonly<Record<string, unknown>>) => Promise<void>
  /** Runs an SQL script that changes rows as the cooperative's system or the passing of days would. */
  readonly onDatabase: (script: string) => Promise<void>
  /** The payments of an account as staff list them, newest first. */
  readonly payments: (accountNumber: string) => Promise<readonly ListedPayment[]>
  readonly close: () => Promise<void>
}

/** A payment and what the ledger booked for it, in whole cents. */
interface ListedPayment {
  readonly transNo: string
  readonly state: string
  readonly amountCents: number
  readonly feeCents: number | null
  readonly confirmationNumber: string | null
  readonly bookings: readonly {
    readonly kind: string
    readonly entries: readonly { readonly ledgerAccount: string; readonly amountCents: number }[]
  }[]
}

/** A portal that a test ends without warning and starts again. */
interface PortalToKill extends PortalUnderTest {
  /** Ends the process of the portal without warning, as a power cut would. */
  readonly killPortal: () => Promise<void>
  /** Starts the portal again on the same data. */
  readonly startPortal: () => Promise<void>
}

/** The imported demo that every test file copies, because an import takes longer than a copy. */
export interface PreparedDemo {
  /** Data folder of the portal that imported it. */
  readonly dataDir: string
  /** Address of the server's databases, without a name. */
  readonly databaseUrl: string
}

const demoDatabase = 'demo'

/** The host process of this worker. It runs the portals of the worker's test files one after another. */
let workersHost: PortalHost | undefined

function hostOfWorker(): PortalHost {
  if (workersHost?.isRunning() !== true) workersHost = startPortalHost()
  return workersHost
}

/** Starts a portal on a copy of the prepared demo, and the sandbox provider, on free ports. */
export async function startPortalUnderTest(more: Readonly<Record<string, string>> = {}): Promise<PortalUnderTest> {
  const host = hostOfWorker()
  const copied = await copyDemo(host, more)
  const key = await host.call<number>('openPortal', copied.env)
  return {
    ...copied.parts,
    ...commandsFor(copied.env, async (command, args) => host.call('runCommand', key, command, args)),
    close: async () => {
      await host.call('closePortal', key)
      await copied.remove()
    },
  }
}

/** Starts a portal as `startPortalUnderTest` does, in a process of its own. The sandbox provider outlives it. */
export async function startPortalToKill(more: Readonly<Record<string, string>>): Promise<PortalToKill> {
  const copied = await copyDemo(hostOfWorker(), more)
  let own = startPortalHost()
  let key = await own.call<number>('openPortal', copied.env)
  return {
    ...copied.parts,
    ...commandsFor(copied.env, async (command, args) => own.call('runCommand', key, command, args)),
    killPortal: async () => own.kill(),
    startPortal: async () => {
      own = startPortalHost()
      key = await own.call('openPortal', copied.env)
    },
    close: async () => {
      if (own.isRunning()) await own.call('closePortal', key)
      await own.close()
      await copied.remove()
    },
  }
}

/** Copies the demo for a test file and starts the sandbox provider on the copy. */
async function copyDemo(host: PortalHost, more: Readonly<Record<string, string>>) {
  const prepared = inject('preparedDemo')
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-'))
  await cp(prepared.dataDir, dataDir, { recursive: true })
  const database = `journey_${randomUUID().replaceAll('-', '')}`
  const onServer = (script: string) => host.call('runScript', `${prepared.databaseUrl}postgres`, script)
  await onServer(`create database ${database} template ${demoDatabase} strategy file_copy`)
  const env = await environment(dataDir, { DATABASE_URL: prepared.databaseUrl + database, ...more })
  const sandbox = await host.call<number>('openSandbox', {
    host: '127.0.0.1',
    port: Number(env.PROVIDER_PORT),
    dataDir: env.PROVIDER_DATA_DIR,
    signingKeys: env.PROVIDER_SIGNING_KEYS,
    postbackUrl: env.POSTBACK_URL,
    backofficePassword: 'sandbox',
  })
  const stripe = await openStripe(host, env)
  return {
    env,
    parts: {
      origin: `http://127.0.0.1:${env.PORT}`,
      providerOrigin: env.PROVIDER_URL ?? '',
      env,
      onDatabase: async (script: string) => void (await host.call('runScript', env.DATABASE_URL ?? '', script)),
    },
    remove: async () => {
      await host.call('closeSandbox', sandbox)
      if (stripe !== null) await host.call('closeSandbox', stripe)
      // Together, the databases of a run would take gigabytes.
      await onServer(`drop database if exists ${database} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts the double of Stripe where the portal has keys for it. @returns its key on the host. */
async function openStripe(host: PortalHost, env: NodeJS.ProcessEnv): Promise<number | null> {
  if (env.STRIPE_API_ORIGIN === undefined) return null
  return host.call<number>('openStripe', {
    port: Number(new URL(env.STRIPE_API_ORIGIN).port),
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRETS,
    webhookUrl: `${env.POSTBACK_URL}/stripe`,
  })
}

/** Starts PostgreSQL on a host and imports the demo cooperative. The caller removes the data folder and closes the host, and PostgreSQL with it. */
export async function prepareDemo(host: PortalHost): Promise<PreparedDemo> {
  const databaseUrl = await host.call<string>('startDatabase')
  await host.call('runScript', `${databaseUrl}postgres`, `create database ${demoDatabase}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-demo-'))
  const env = await environment(dataDir, { DATABASE_URL: databaseUrl + demoDatabase })
  const key = await host.call<number>('openPortal', env)
  // All journeys of a file share one address and would exceed the limits for a single visitor.
  await commandsFor(env, async (command, args) => host.call('runCommand', key, command, args)).set({
    quickPayRequisitionsPerHour: 1000,
    loginTriesPerClientPerMinute: 1000,
  })
  await host.call('closePortal', key)
  await host.call('runScript', databaseUrl + demoDatabase, 'analyze')
  return { dataDir, databaseUrl }
}

const environment = async (dataDir: string, more: Readonly<Record<string, string>>): Promise<NodeJS.ProcessEnv> => {
  const given = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: more.PORT ?? String(await freePort()),
    PROVIDER_PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DEMO_MEMBERS: '40',
    LOG_LEVEL: 'error',
    REQUESTS_PER_5_MINUTES: '100000',
    NODE_ENV: 'test',
    ...more,
  }
  if (more.PAYMENT_PROVIDER !== 'stripe') return demoEnvironment(given)
  return demoEnvironment({ ...given, STRIPE_API_ORIGIN: `http://127.0.0.1:${await freePort()}` }, 'stripe')
}

/** The answer of a command that ran in the portal. */
interface Outcome {
  readonly output: string
  readonly exitCode: number
  readonly value?: unknown
}

function commandsFor(
  env: NodeJS.ProcessEnv,
  run: (command: string, args: readonly string[]) => Promise<Outcome>,
): Pick<PortalUnderTest, 'coopline' | 'set' | 'payments'> {
  const ask = async (command: string, ...args: readonly string[]) => {
    const outcome = await run(command, args)
    if (outcome.exitCode !== 0) throw new Error(outcome.output)
    return outcome
  }
  return {
    coopline: async (command, ...args) => {
      // Imports read files in the process of the command line.
      if (command === 'import') return inOwnProcess(env, [command, ...args])
      const { output, value } = await ask(command, ...args.filter((arg) => arg !== '--json'))
      return args.includes('--json') ? JSON.stringify(value) : output
    },
    set: async (settings) => void (await ask('settings', 'import', JSON.stringify(settings))),
    payments: async (accountNumber) =>
      (await ask('payments', '--account', accountNumber)).value as readonly ListedPayment[],
  }
}

async function inOwnProcess(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const command = [join(root, 'packages/server/src/cli/coopline.ts'), ...args]
  const options = { env: { ...env, NODE_OPTIONS: '' }, cwd: root }
  return (await promisify(execFile)(process.execPath, command, options)).stdout
}
