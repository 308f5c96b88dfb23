import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type PortalHost, startPortalHost } from './portal-host.ts'
import { commandsFor, environment, manyVisits, type PortalUnderTest } from './portal-under-test.ts'

/** The demo in PostgreSQL, which every file with a hosted portal copies. */
export interface HostedDemo {
  /** Data folder of the portal that imported it. */
  readonly dataDir: string
  /** Address of the server's databases, without a name. */
  readonly databaseUrl: string
}

/** A portal that other portals of its process outlive: a test cannot kill it. */
export type HostedPortal = Omit<PortalUnderTest, 'killPortal' | 'startPortal'>

const demoDatabase = 'demo'

/** The host of this worker, in which the portals of its files follow one another. */
let workersHost: PortalHost | undefined

/**
 * Starts a portal on a copy of the demo in PostgreSQL, and the sandbox provider, in the host of this worker. It takes a third of
 * the processor time of a portal in a process of its own, on an embedded database.
 */
export async function startHostedPortal(more: Readonly<Record<string, string>> = {}): Promise<HostedPortal> {
  if (workersHost?.isRunning() !== true) workersHost = startPortalHost()
  const host = workersHost
  const { env, remove } = await copyDemo(host, more)
  const key = await host.call<number>('openPortal', env)
  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    providerOrigin: env.PROVIDER_URL ?? '',
    env,
    ...commandsFor(env, askIn(host, key)),
    close: async () => {
      await host.call('closePortal', key)
      await remove()
    },
  }
}

/** Copies the demo for a file and starts the sandbox provider on the copy. */
async function copyDemo(host: PortalHost, more: Readonly<Record<string, string>>) {
  const { dataDir: demo, databaseUrl } = inject('hostedDemo')
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-'))
  await cp(demo, dataDir, { recursive: true })
  const database = `journey_${randomUUID().replaceAll('-', '')}`
  const onServer = async (script: string) => host.call('runScript', `${databaseUrl}postgres`, script)
  await onServer(`create database ${database} template ${demoDatabase} strategy file_copy`)
  const env = await environment(dataDir, { DATABASE_URL: databaseUrl + database, ...more })
  const sandbox = await host.call<number>('openSandbox', {
    host: '127.0.0.1',
    port: Number(env.PROVIDER_PORT),
    dataDir: env.PROVIDER_DATA_DIR,
    signingKeys: env.PROVIDER_SIGNING_KEYS,
    postbackUrl: env.POSTBACK_URL,
    backofficePassword: 'sandbox',
  })
  return {
    env,
    remove: async () => {
      await host.call('closeSandbox', sandbox)
      // The databases of a run would take gigabytes together.
      await onServer(`drop database if exists ${database} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts PostgreSQL in a host, which it ends with, and imports the demo. The caller removes the data folder. */
export async function prepareHostedDemo(host: PortalHost): Promise<HostedDemo> {
  const databaseUrl = await host.call<string>('startDatabase')
  await host.call('runScript', `${databaseUrl}postgres`, `create database ${demoDatabase}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-demo-'))
  const env = await environment(dataDir, { DATABASE_URL: databaseUrl + demoDatabase })
  const key = await host.call<number>('openPortal', env)
  await commandsFor(env, askIn(host, key)).set(manyVisits)
  await host.call('closePortal', key)
  await host.call('runScript', databaseUrl + demoDatabase, 'analyze')
  return { dataDir, databaseUrl }
}

/** The answer of a command that ran in the portal. */
interface Outcome {
  readonly output: string
  readonly exitCode: number
  readonly value?: unknown
}

const askIn = (host: PortalHost, key: number) => async (command: string, args: readonly string[]) => {
  const { output, exitCode, value } = await host.call<Outcome>('runCommand', key, command, args)
  if (exitCode !== 0) throw new Error(output)
  return value
}
