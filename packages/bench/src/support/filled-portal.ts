import type { CleanUp } from './clean-up.ts'
import { importSettings, loadEnv, newKey } from './cooperative.ts'
import { fillCooperative, type Reader, signReadersIn } from './fill-cooperative.ts'
import { portalProcess } from './portal-process.ts'
import type { PostgresqlServer } from './postgresql-server.ts'
import { type RunningServer, startServer } from './processes.ts'

/** Connections to the database that a portal has. */
export const poolSize = '8'
/** Members who are signed in. */
export const readers = 256
/** Bills, and payments, of each account. */
export const months = 4

/** A portal with a filled cooperative and members who are signed in to it. */
export interface FilledCooperative {
  readonly portal: RunningServer
  readonly url: string
  /** Signs what the provider reports. */
  readonly providerKey: Buffer
  readonly signedIn: readonly Reader[]
}

/** Fills a database with a cooperative of the given number of accounts, and with what `fillMore` adds, and starts a portal on it. */
export async function startCooperative(
  cleanUp: CleanUp,
  server: PostgresqlServer,
  name: string,
  accounts: number,
  {
    fillMore,
    settings,
    execArgv = [],
  }: {
    readonly fillMore?: (url: string) => Promise<void>
    readonly settings?: Readonly<Record<string, unknown>>
    readonly execArgv?: readonly string[]
  } = {},
): Promise<FilledCooperative> {
  const folder = cleanUp.folder(name)
  const url = server.url(name)
  await server.makeDatabase(name)
  const providerKey = newKey()
  const env = { ...loadEnv(providerKey), DATA_DIR: folder, DATABASE_POOL: poolSize, DATABASE_URL: url }
  await importSettings(env, folder, settings)
  await fillCooperative(url, { accounts, months })
  await fillMore?.(url)
  const signedIn = await signReadersIn(url, accounts, readers)
  const process = portalProcess(env)
  const withArgs = { ...process, execArgv: [...(process.execArgv ?? []), ...execArgv] }
  return { portal: await startServer(cleanUp, withArgs), url, providerKey, signedIn }
}
