import { type RunningSandbox, type SandboxOptions, startSandbox } from '@coopline/provider-sandbox/start-sandbox'
import { type RunningStripeDouble, startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import { prepareDemo } from '../cli/prepare-demo.ts'
import { takeCommand } from '../cli/take-command.ts'
import { migrate } from '../platform/db/migrate.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { createLog } from '../platform/log.ts'
import { createPortal } from '../portal.ts'
import { readEnv } from '../read-env.ts'
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts'

type RunningPortal = Parameters<typeof takeCommand>[1]

const portals = new Map<number, RunningPortal & { readonly working: Promise<void> }>()
const sandboxes = new Map<number, Pick<RunningSandbox | RunningStripeDouble, 'close'>>()
let server: PostgresqlServer | undefined
let lastKey = 0

/** The calls of a journey's worker. */
const calls = {
  /** Starts PostgreSQL, which ends with the host. @returns the address of its databases, without a name. */
  startDatabase: async () => {
    server = await startPostgresql()
    return server.socketUrl('')
  },
  runScript: async (url: string, script: string) => {
    const database = open(url)
    await database.runScript(script)
    await database.close()
  },
  /** Starts a portal on the demo of its database. @returns its key, once it listens and all demo data is loaded. */
  openPortal: async (given: Readonly<Record<string, string>>) => {
    const env = readEnv(given)
    const database = open(env.DATABASE_URL ?? '')
    await migrate(database)
    const log = createLog(env.LOG_LEVEL, process.stderr)
    // Looking for jobs every second would be much of the work of a portal that one visitor uses.
    const portal = await createPortal(env, database, log, { pollSeconds: 5, wakes: true })
    const { loaded } = await prepareDemo(env, database, portal, () => {})
    await portal.start()
    await portal.server.listen({ host: env.HOST, port: env.PORT })
    await loaded
    portals.set((lastKey += 1), { env, database, portal, working: portal.work() })
    return lastKey
  },
  /** Runs a command as a running portal does for the command line. */
  runCommand: async (key: number, command: string, args: readonly string[]) =>
    takeCommand({ command, args: [...args] }, foundIn(portals, key)),
  closePortal: async (key: number) => {
    const { portal, working } = foundIn(portals, key)
    portals.delete(key)
    await working
    await portal.stop()
  },
  /** Starts the sandbox provider. @returns its key. */
  openSandbox: async (options: SandboxOptions) => {
    const sandbox = await startSandbox(options)
    sandboxes.set((lastKey += 1), sandbox)
    return lastKey
  },
  /** Starts the double of Stripe. @returns its key. */
  openStripe: async (options: Parameters<typeof startStripeDouble>[0]) => {
    sandboxes.set((lastKey += 1), await startStripeDouble(options))
    return lastKey
  },
  closeSandbox: async (key: number) => {
    const sandbox = foundIn(sandboxes, key)
    sandboxes.delete(key)
    await sandbox.close()
  },
} as const

function foundIn<T>(all: ReadonlyMap<number, T>, key: number): T {
  const found = all.get(key)
  if (found === undefined) throw new Error(`The host has nothing with key ${key}`)
  return found
}

/** Opens a database with one connection, as the embedded database has: a new job can then wake its worker. */
const open = (url: string): OpenDatabase =>
  // No statement of a journey fails because the machine is busy.
  openPostgresql({ url, poolSize: 1, statementTimeoutMs: 60_000, acquireTimeoutMs: 60_000, onError: () => {} })

interface Call {
  readonly id: number
  readonly name: keyof typeof calls
  readonly args: readonly unknown[]
}

/** Answers the calls of the parent process, and ends with it. */
export function answerCalls(): void {
  process.on('message', (message) => {
    const { id, name, args } = message as Call
    const call = calls[name] as (...given: readonly unknown[]) => Promise<unknown>
    void call(...args).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  const end = () => void Promise.resolve(server?.stop()).finally(() => process.exit())
  // The parent may have ended while the modules were loaded.
  if (process.connected) process.once('disconnect', end)
  else end()
}
