import { type ChildProcess, execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@coopline/testing/free-port'
import { inject } from 'vitest'
import { askPortal } from './ask-portal.ts'
import { demoEnvironment, root, startPortal, startSandbox } from '../../../../tools/launch/portal-processes.ts'

/** The folder of the whole project. */
export const repositoryRoot = root

export interface PortalUnderTest {
  readonly origin: string
  readonly providerOrigin: string
  readonly env: NodeJS.ProcessEnv
  /** Runs `coopline …` against the running portal and returns its output. Rejects with its error output when it fails. */
  readonly coopline: (...args: readonly string[]) => Promise<string>
  /** Changes settings of the cooperative, all or none. The running portal applies them at once. */
  readonly set: (settings: Readonly<Record<string, unknown>>) => Promise<void>
  /** The payments of an account as staff list them, newest first. */
  readonly payments: (accountNumber: string) => Promise<readonly ListedPayment[]>
  /** Ends the portal process without warning, as a power cut would. */
  readonly killPortal: () => Promise<void>
  /** Starts the portal process again on the same data. */
  readonly startPortal: () => Promise<void>
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

/** Starts the portal on a copy of the prepared demo, and the sandbox provider, as processes of their own on free ports. */
export async function startPortalUnderTest(more: Readonly<Record<string, string>> = {}): Promise<PortalUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-'))
  await cp(inject('preparedDemo'), dataDir, { recursive: true })
  const env = await environment(dataDir, more)
  const sandbox = withWorker(startSandbox(env))
  let portal = await startAndWait(env)
  await answering(`${env.PROVIDER_URL}/healthz`)
  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    providerOrigin: env.PROVIDER_URL ?? '',
    env,
    ...commandsFor(env, askOver(dataDir)),
    killPortal: async () => ended(portal, 'SIGKILL'),
    startPortal: async () => {
      portal = await startAndWait(env)
    },
    close: async () => {
      await Promise.all([ended(portal, 'SIGTERM'), ended(sandbox, 'SIGTERM')])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** All journeys of a file share one address and would exceed the limits for a single visitor. */
export const manyVisits = { quickPayRequisitionsPerHour: 1000, loginTriesPerClientPerMinute: 1000 } as const

/**
 * Makes the demo cooperative that every file copies: importing it takes twice as long as starting on it.
 *
 * @returns the data folder, which the caller removes.
 */
export async function prepareDemo(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'coopline-e2e-demo-'))
  const env = await environment(dataDir, {})
  const portal = await startAndWait(env)
  await commandsFor(env, askOver(dataDir)).set(manyVisits)
  await ended(portal, 'SIGTERM')
  return dataDir
}

/** Builds the environment of a portal on a data folder, with free ports. */
export const environment = async (
  dataDir: string,
  more: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> =>
  demoEnvironment({
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
  })

/**
 * Builds what a test does by commands.
 *
 * @param ask lets the running portal do a command and returns its value; rejects when the portal refuses.
 */
export function commandsFor(
  env: NodeJS.ProcessEnv,
  ask: (command: string, args: readonly string[]) => Promise<unknown>,
): Pick<PortalUnderTest, 'coopline' | 'set' | 'payments'> {
  return {
    coopline: async (...args) => {
      const command = [join(root, 'packages/server/src/cli/coopline.ts'), ...args]
      const options = { env: { ...env, NODE_OPTIONS: '' }, cwd: root }
      return (await promisify(execFile)(process.execPath, command, options)).stdout
    },
    set: async (settings) => {
      await ask('settings', ['import', JSON.stringify(settings)])
    },
    payments: async (accountNumber) =>
      (await ask('payments', ['--account', accountNumber])) as readonly ListedPayment[],
  }
}

/** Asks over the control channel of a data folder. */
const askOver = (dataDir: string) => async (command: string, args: readonly string[]) =>
  askPortal(join(dataDir, 'control.sock'), command, args)

/** A portal that serves one file of journeys ends before the optimizing compiler repays its work on the embedded database. */
const flags = ['--liftoff-only']

async function startAndWait(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const portal = withWorker(startPortal(env, 'pipe', flags))
  let said = ''
  portal.stderr?.on('data', (text: Buffer) => {
    process.stderr.write(text)
    if (said.length < 4000) said += text.toString()
  })
  const awaited = new Set(['ready', 'loaded'])
  await new Promise<void>((resolve, reject) => {
    portal.on('message', (message) => {
      awaited.delete((message as { event: string }).event)
      if (awaited.size === 0) resolve()
    })
    // Closed, not only exited: by then all that it said has arrived.
    portal.on('close', (code) =>
      reject(new Error(`The portal ended with exit code ${code} before it was ready.\n${said}`)),
    )
  })
  return portal
}

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Ends the process with its worker, so that a run that is cut short leaves nothing behind. */
function withWorker(child: ChildProcess): ChildProcess {
  children.add(child)
  return child
}

/** Ends a process and waits until it has ended. */
export async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      if ((await fetch(url)).ok) return
    } catch (error) {
      if (tries > 100) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
