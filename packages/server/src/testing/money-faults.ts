import { expect } from 'vitest'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { FaultProxy } from './fault-proxy.ts'
import type { PortalProcess } from './portal-process.ts'
import type { PostgresqlServer } from './postgresql-server.ts'
import type { ProviderDouble } from './provider-double.ts'

/** Something that goes wrong while money moves. */
export interface Fault {
  readonly name: string
  readonly happen: () => Promise<void>
}

interface Stage {
  readonly postgresql: PostgresqlServer
  /** Between the portals and the database. */
  readonly proxy: FaultProxy
  readonly provider: ProviderDouble
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

/** Lists the faults of processes, connections, the database, its roles and the provider. One at a time happens. */
export function createMoneyFaults(stage: Stage): readonly Fault[] {
  const { postgresql, proxy, provider, portals, startPortal, asApplication } = stage
  return [
    {
      name: 'portal killed',
      happen: async () => {
        const place = oneOf([...portals.keys()])
        const victim = portals[place]
        portals[place] = null
        await victim?.kill()
        await pause(500)
        portals[place] = await startPortal(place)
      },
    },
    {
      name: 'portal paused',
      happen: async () => {
        const victim = oneOf(portals)
        if (victim === null) return
        process.kill(victim.pid, 'SIGSTOP')
        await pause(3_000)
        process.kill(victim.pid, 'SIGCONT')
      },
    },
    { name: 'connections cut', happen: async () => proxy.cutAll() },
    {
      name: 'database slow',
      happen: async () => {
        proxy.delay(400)
        await pause(2_000)
        proxy.delay(0)
      },
    },
    {
      name: 'answers lost',
      happen: async () => {
        proxy.cutAfter(2_000)
        await pause(1_500)
        proxy.cutAfter(0)
        proxy.cutAll()
      },
    },
    {
      name: 'database killed',
      happen: async () => {
        await postgresql.kill()
        await pause(500)
        await postgresql.start()
      },
    },
    {
      name: 'provider away',
      happen: async () => {
        provider.mode = 'fails'
        await pause(2_000)
        provider.mode = 'answers'
      },
    },
    {
      name: 'rewriting refused',
      happen: async () => {
        const application = asApplication()
        for (const statement of rewriting)
          await expect(application.runScript(statement), statement).rejects.toThrow(/permission denied|must be owner/u)
        await application.close()
      },
    },
  ]
}
