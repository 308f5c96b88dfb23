import { expect } from 'vitest'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { FaultProxy } from './fault-proxy.ts'
import type { PortalProcess } from './portal-process.ts'
import type { PostgresqlServer } from './postgresql-server.ts'
import type { StormProvider } from './storm.ts'

/** A fault that occurs while money moves. */
export interface Fault {
  readonly name: string
  readonly happen: () => Promise<void>
}

interface Stage {
  readonly postgresql: PostgresqlServer
  /** The proxy between the portals and the database. */
  readonly proxy: FaultProxy
  readonly provider: Pick<StormProvider, 'setAway'>
  /** The portals by place; null while one is away. */
  readonly portals: (PortalProcess | null)[]
  readonly startPortal: (place: number) => Promise<PortalProcess>
  /** Opens the database as the role that serves. */
  readonly asApplication: () => OpenDatabase
}

export const pause = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

export const oneOf = <T>(things: readonly T[]): T => {
  const thing = things[Math.floor(Math.random() * things.length)]
  if (thing === undefined) throw new Error('Nothing to choose from')
  return thing
}

/** Statements with which the role that serves could change what was booked. */
const rewriting = [
  'update pay.ledger_entry set amount = amount - 1',
  'update pay.booking set booked_at = now()',
  'delete from pay.posting',
  'delete from pay.ledger_entry',
  'truncate pay.booking cascade',
  'alter table pay.ledger_entry disable trigger all',
  'drop table pay.move',
  'set role coopline_owner',
  'set session_replication_role = replica',
]

type Happening = (stage: Stage) => Promise<void>

const portalKilled: Happening = async ({ portals, startPortal }) => {
  const place = oneOf([...portals.keys()])
  const victim = portals[place]
  portals[place] = null
  await victim?.kill()
  await pause(500)
  portals[place] = await startPortal(place)
}

const portalPaused: Happening = async ({ portals }) => {
  const victim = oneOf(portals)
  if (victim === null) return
  process.kill(victim.pid, 'SIGSTOP')
  await pause(3_000)
  process.kill(victim.pid, 'SIGCONT')
}

const databaseSlow: Happening = async ({ proxy }) => {
  proxy.delay(400)
  await pause(2_000)
  proxy.delay(0)
}

const answersLost: Happening = async ({ proxy }) => {
  proxy.cutAfter(2_000)
  await pause(1_500)
  proxy.cutAfter(0)
  proxy.cutAll()
}

const databaseKilled: Happening = async ({ postgresql }) => {
  await postgresql.kill()
  await pause(500)
  await postgresql.start()
}

const providerAway: Happening = async ({ provider }) => {
  provider.setAway(true)
  await pause(2_000)
  provider.setAway(false)
}

const rewritingRefused: Happening = async ({ asApplication }) => {
  const application = asApplication()
  for (const statement of rewriting)
    await expect(application.runScript(statement), statement).rejects.toThrow(/permission denied|must be owner/u)
  await application.close()
}

/** Lists the faults of processes, connections, the database, its roles and the provider. One at a time happens. */
export const createMoneyFaults = (stage: Stage): readonly Fault[] =>
  Object.entries({
    'portal killed': portalKilled,
    'portal paused': portalPaused,
    'connections cut': async () => stage.proxy.cutAll(),
    'database slow': databaseSlow,
    'answers lost': answersLost,
    'database killed': databaseKilled,
    'provider away': providerAway,
    'rewriting refused': rewritingRefused,
  }).map(([name, happen]) => ({ name, happen: async () => happen(stage) }))
