import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/open-database.ts'
import { type AppReceiver, startAppReceiver } from '../../../testing/app-receiver.ts'
import { hasEspiSchemas, lintEspi } from '../../../testing/green-button-readers.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { updateReceived } from '../usage/write-readings.store.ts'
import { claimDueNotifications, takeOverLog } from './app-notifications.store.ts'
import { meters, seedApp, seedConnection } from './connected-apps.fixtures.ts'
import { isConnected } from './connections.store.ts'
import { notifyAppsJob } from './notify-apps.job.ts'
import { runConnectCommand } from './run-connect-command.ts'

const origin = 'http://127.0.0.1:8080'
const portal = useTestPortal({ env: { PUBLIC_ORIGIN: origin } })
let loginId: string
let app: AppReceiver
let clientId: string
beforeEach(async () => {
  app = await startAppReceiver()
  portal.set({ connectEnabled: true })
  await seedAccount(portal.db)
  await seedMeter(portal.db, { meterNumber: 'M1' })
  await seedMeter(portal.db, { meterNumber: 'M2' })
  loginId = await seedLogin(portal)
  clientId = await seedApp(portal, 'Planner', { notifyUri: app.addressOf('/notify') })
})
afterEach(async () => app.close())

// The trigger on readings can use only the database's clock.
const endsAt = new Date('2099-01-01T00:00:00Z')
const connect = async (id = clientId) => seedConnection(portal, loginId, { clientId: id, endsAt })
const second = { accountNumber: '100100102', meterNumber: 'E2' }
/** Connects M1, and the meter of a second account of the member. */
const connectBoth = async () => {
  await seedAccount(portal.db, anAccount(second.accountNumber).secondary())
  await seedMeter(portal.db, second)
  return seedConnection(portal, loginId, { clientId, endsAt, meters: [...meters, second] })
}
const run = async () => portal.jobs.run(notifyAppsJob, {})
const addresses = () =>
  app.received.map(({ body }) => [...body.matchAll(/<resources>([^<]+)</gu)].map(([, one]) => one))
const batchOf = ({ grantId }: { readonly grantId: string }, since: string) =>
  `${origin}/api/espi/1_1/resource/Batch/Subscription/${grantId}?published-min=${since}`
const rows = async () => portal.db.selectFrom('portal.connected_notification').selectAll().execute()
const logged = async () =>
  portal.db.selectFrom('portal.connected_notification_log').select(['grant_id', 'day']).execute()
const suspend = async () =>
  portal.db.insertInto('cis.account_detail').values({ account_number: '100100101', usage_suspended: true }).execute()

describe('apps with a notification address', () => {
  it('get the addresses of new readings once, however many were stored', async () => {
    const connection = await connect()
    await seedDays(portal.db, ...daysFrom('2026-11-10', '2026-11-12').map((day) => ({ meterNumber: 'M1', day })))
    await seedIntervals(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(app.received.map(({ url, type }) => [url, type])).toEqual([['/notify', 'application/xml; charset=utf-8']])
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-10T06:00:00.000Z')]])
    await run()
    expect(app.received).toHaveLength(1)
    // The same values again are nothing new.
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(app.received).toHaveLength(1)
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11', used: 2_000 })
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-11T06:00:00.000Z')])
  })

  it('get one message for all of their connections', async () => {
    const [one, other] = [await connect(), await connect()]
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(app.received).toHaveLength(1)
    expect(new Set(addresses()[0])).toEqual(
      new Set([one, other].map((each) => batchOf(each, '2026-11-10T06:00:00.000Z'))),
    )
  })

  it.skipIf(!hasEspiSchemas)('get a valid BatchList', async () => {
    await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(await lintEspi(app.received[0]?.body ?? '', '3.3')).toEqual([])
  })

  it('are notified when only the energy sent to the grid changed', async () => {
    const connection = await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    const day = calendarDate('2026-11-10')
    await updateReceived(portal.db, [{ accountNumber: '100100101', meterNumber: 'M1', day, received: 5 }])
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-10T06:00:00.000Z')])
  })

  it('are not notified of other meters, of days before the allowed history, or with connections off', async () => {
    await connect()
    await seedDays(portal.db, { meterNumber: 'M2', day: '2026-11-10' }, { meterNumber: 'M1', day: '2025-10-31' })
    await run()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    portal.set({ connectEnabled: false })
    await run()
    expect(app.received).toEqual([])
  })

  it('are not notified after the connection ended or while its usage is suspended', async () => {
    const connection = await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await portal.db.updateTable('portal.connected_grant').set({ ends_at: portal.clock.now() }).execute()
    await run()
    expect([app.received, await rows()]).toEqual([[], []])
    const later = await connect()
    await suspend()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-12' })
    await run()
    expect(app.received).toEqual([])
    expect(connection.grantId).not.toBe(later.grantId)
  })

  it('are notified of days that were stored while the usage was suspended, within a day afterwards', async () => {
    const connection = await connect()
    await suspend()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    await portal.db.deleteFrom('cis.account_detail').execute()
    await run()
    expect(await rows()).toMatchObject([{ attempts: 0, notified_at: null }])
    portal.clock.advance(86_400)
    await run()
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-10T06:00:00.000Z')]])
  })

  it('are notified of such days with the next new ones', async () => {
    const connection = await connect()
    await suspend()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    await portal.db.deleteFrom('cis.account_detail').execute()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-12' })
    await run()
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-10T06:00:00.000Z')]])
  })

  it('learn nothing of an account whose usage is suspended from another one’s notification, and get its days afterwards', async () => {
    const connection = await connectBoth()
    await suspend()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' }, { ...second, day: '2026-11-12' })
    await run()
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-12T06:00:00.000Z')]])
    await seedDays(portal.db, { ...second, day: '2026-11-13' })
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-13T06:00:00.000Z')])
    await portal.db.deleteFrom('cis.account_detail').execute()
    portal.clock.advance(86_400)
    await run()
    expect(addresses()[2]).toEqual([batchOf(connection, '2026-11-10T06:00:00.000Z')])
    portal.clock.advance(86_400)
    await run()
    expect(app.received).toHaveLength(3)
  })

  it('learn nothing of an account that is another member’s now', async () => {
    const connection = await connectBoth()
    await seedDays(portal.db, { ...second, day: '2026-11-09' })
    await giveToBen(portal.db, second.accountNumber)
    await seedDays(portal.db, { ...second, day: '2026-11-10' })
    expect(await logged()).toMatchObject([{ day: '2026-11-09' }])
    await run()
    expect(app.received).toEqual([])
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-12' })
    await run()
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-12T06:00:00.000Z')]])
  })

  it('have nothing noted for connections that have ended, and forget what was noted before', async () => {
    await connect()
    await seedConnection(portal, loginId, { clientId, endsAt: new Date('2020-01-01T00:00:00Z') })
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    expect(await logged()).toHaveLength(1)
    app.answer = async () => 503
    await run()
    expect([await logged(), await rows()]).toMatchObject([[], [{ last_error: 'answered 503' }]])
    await portal.db.updateTable('portal.connected_grant').set({ ends_at: portal.clock.now() }).execute()
    portal.clock.advance(300)
    await run()
    expect(await rows()).toEqual([])
  })

  it('stay due after new readings when the login is disabled, until it is enabled again', async () => {
    const connection = await connect()
    await portal.db.updateTable('portal.login').set({ disabled_at: portal.clock.now() }).execute()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(app.received).toEqual([])
    await portal.db.updateTable('portal.login').set({ disabled_at: null }).execute()
    portal.clock.advance(86_400)
    await run()
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-10T06:00:00.000Z')]])
  })
})

describe('an app that does not answer', () => {
  it('is tried again later each time, then given up and shown, until new readings are stored', async () => {
    const connection = await connect()
    app.answer = async () => 503
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    const waits: number[] = []
    for (const minutes of [5, 15, 60, 240, 720, 1_440, 2_880]) {
      await run()
      portal.clock.advance(minutes * 60 - 1)
      await run()
      waits.push(app.received.length)
      portal.clock.advance(1)
    }
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7])
    const list = async () => (await runConnectCommand(portal.deps, ['apps', 'list'])).output
    expect(await list()).toContain('(1 connections not notified yet, 0 given up: answered 503)')
    await run()
    portal.clock.advance(10 * 86_400)
    await run()
    expect(app.received).toHaveLength(8)
    expect(await list()).toContain('(0 connections not notified yet, 1 given up: answered 503)')
    expect(portal.logLines.some((line) => line.includes('Gave up notifying an app'))).toBe(true)
    app.answer = async () => 200
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(addresses().at(-1)).toEqual([batchOf(connection, '2026-11-10T06:00:00.000Z')])
    expect(await list()).not.toContain('connections')
  })

  it('is shown with the reason when no address of its name answers', async () => {
    const closed = createServer()
    await new Promise<void>((ready) => void closed.listen(0, '127.0.0.1', ready))
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => void closed.close(done))
    await connect(await seedApp(portal, 'Other', { notifyUri: `http://localhost:${port}/` }))
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(await rows()).toMatchObject([{ last_error: expect.stringContaining('ECONNREFUSED') }])
  })

  it('is not followed to another address', async () => {
    await connect()
    app.answer = async () => 302
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(app.received.map(({ url }) => url)).toEqual(['/notify'])
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: 'answered 302' }])
  })

  it('does not delay the notification of another app', async () => {
    let release = () => {}
    const stuck = new Promise<void>((resolve) => (release = resolve))
    const other = await seedApp(portal, 'Other', { notifyUri: app.addressOf('/other') })
    await connect()
    await connect(other)
    let first = true
    app.answer = async () => {
      if (!first) return 202
      first = false
      await stuck
      return 202
    }
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    const running = run()
    await expect.poll(() => app.received.map(({ url }) => url).toSorted()).toEqual(['/notify', '/other'])
    release()
    await running
  })

  it('learns later of readings that were stored while it was notified', async () => {
    const connection = await connect()
    app.answer = async () => {
      if (app.received.length === 1) await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-15' })
      return 202
    }
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-15T06:00:00.000Z')])
    await run()
    expect(app.received).toHaveLength(2)
  })

  it('learns later of readings that another process took over while it was notified', async () => {
    const connection = await connect()
    app.answer = async () => {
      if (app.received.length > 1) return 202
      await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-09' })
      await inTransaction(portal.db, async (tx) => takeOverLog(tx, { now: portal.clock.now(), limit: 10 }))
      return 202
    }
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-09T06:00:00.000Z')])
    await run()
    expect(app.received).toHaveLength(2)
  })

  it('is called once per run, and leaves the run to other apps, however many connections it has', async () => {
    const dead = await seedApp(portal, 'Dead', { notifyUri: app.addressOf('/dead') })
    const { grantId } = await connect(dead)
    await portal.database.runScript(`
      insert into portal.connected_grant (grant_id, member_number, login_id, client_id, name, scope, history_from, created_at, ends_at)
        select 'many-' || n, member_number, login_id, client_id, name, scope, history_from, created_at, ends_at
        from portal.connected_grant, generate_series(1, 600) as n where grant_id = '${grantId}';
      insert into portal.connected_meter (grant_id, account_number, meter_number)
        select 'many-' || n, '100100101', 'M1' from generate_series(1, 600) as n`)
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    portal.set({ connectEnabled: false })
    await run()
    expect([(await logged()).length, (await rows()).length]).toEqual([0, 601])
    portal.set({ connectEnabled: true })
    portal.clock.advance(60)
    const connection = await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    app.answer = async () => (app.received.at(-1)?.url === '/dead' ? 503 : 202)
    await run()
    expect(app.received.map(({ url }) => url)).toEqual(['/dead', '/notify'])
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-11T06:00:00.000Z')])
    expect((await rows()).filter((row) => row.last_error === 'answered 503' && row.attempts === 1)).toHaveLength(601)
  })
})

// The embedded database has one connection.
describe.runIf(inject('postgresqlUrl') !== '')('an import of readings, one transaction from its first line on', () => {
  /** Fails what waits for another transaction. */
  const withoutWaiting = async (work: (tx: Tx) => Promise<void>) =>
    portal.db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await work(tx)
    })
  const day = async (db: Tx | Database, meterNumber: string, one: string) => seedDays(db, { meterNumber, day: one })
  const bothMeters = ['M1', 'M2'].map((meterNumber) => ({ accountNumber: '100100101', meterNumber }))

  it('delays neither the job nor another import, and its own readings are announced when it ends', async () => {
    const connection = await seedConnection(portal, loginId, { clientId, endsAt, meters: bothMeters })
    await day(portal.db, 'M1', '2026-11-10')
    await run()
    await withoutWaiting(async (held) => {
      await day(held, 'M1', '2026-11-12')
      await withoutWaiting(async (tx) => day(tx, 'M2', '2026-11-11'))
      app.answer = async () => {
        await day(held, 'M2', '2026-11-13')
        return 202
      }
      await run()
      expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-11T06:00:00.000Z')])
    })
    app.answer = async () => 202
    await run()
    expect(addresses()[2]).toEqual([batchOf(connection, '2026-11-12T06:00:00.000Z')])
  })

  it('is not delayed by what the job has locked', async () => {
    await connect()
    await day(portal.db, 'M1', '2026-11-10')
    const now = portal.clock.now()
    await portal.db.transaction().execute(async (tx) => {
      expect(await takeOverLog(tx, { now, limit: 10 })).toBe(1)
      expect(await claimDueNotifications(tx, { now, until: now, limit: 10 })).toHaveLength(1)
      await withoutWaiting(async (imported) => day(imported, 'M1', '2026-11-11'))
    })
    expect(await logged()).toMatchObject([{ day: '2026-11-11' }])
  })
})

describe.runIf(inject('postgresqlUrl') !== '')('the command that removes an app', () => {
  it('ends its connections at once, also when deleting them has to wait', async () => {
    const { grantId } = await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    let removing: Promise<unknown> = Promise.resolve()
    await portal.db.transaction().execute(async (tx) => {
      await tx.selectFrom('portal.connected_notification').select('grant_id').forUpdate().execute()
      removing = runConnectCommand(portal.deps, ['apps', 'remove', clientId])
      await expect.poll(async () => isConnected(portal.db, grantId, portal.clock.now())).toBe(false)
    })
    expect(await removing).toMatchObject({ exitCode: 0 })
    expect(await rows()).toEqual([])
  })
})

describe('the commands that set where an app is notified', () => {
  const wrongAddresses = [
    'http://app.example.org/notify',
    'https://127.0.0.1/notify',
    'https://10.1.2.3/notify',
    'https://[::1]/notify',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://user:word@app.example.org/',
    'ftp://app.example.org/',
  ]
  const inProduction = () => ({
    ...portal.deps,
    env: { ...portal.deps.env, PUBLIC_ORIGIN: 'https://portal.example.org' },
  })
  const add = async (address: string) =>
    runConnectCommand(inProduction(), [
      'apps',
      'add',
      'Solar',
      '--redirect',
      'https://a.example/cb',
      '--notify',
      address,
    ])
  const list = async () => (await runConnectCommand(portal.deps, ['apps', 'list'])).output

  it('take only https addresses on the public internet [SEC-70]', async () => {
    for (const wrong of wrongAddresses) {
      expect((await add(wrong)).exitCode, wrong).toBe(1)
      expect((await runConnectCommand(inProduction(), ['apps', 'notify', clientId, wrong])).exitCode, wrong).toBe(1)
    }
    expect((await add('https://app.example.org/notify')).exitCode).toBe(0)
    expect(await list()).toContain('notified at https://app.example.org/notify')
    expect(await list()).toContain(`notified at ${app.addressOf('/notify')}`)
  })

  it('change the address and stop notifying without ending a connection, and are audited', async () => {
    const connection = await connect()
    app.answer = async () => 503
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(await runConnectCommand(portal.deps, ['apps', 'notify', clientId, app.addressOf('/new')])).toMatchObject({
      exitCode: 0,
    })
    app.answer = async () => 202
    portal.clock.advance(300)
    await run()
    expect(app.received.map(({ url }) => url)).toEqual(['/notify', '/new'])
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    expect(await runConnectCommand(portal.deps, ['apps', 'notify', clientId])).toMatchObject({ exitCode: 0 })
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-12' })
    await run()
    expect([app.received.length, await logged(), await rows()]).toEqual([2, [], []])
    expect(await list()).not.toContain('notified at')
    expect(await isConnected(portal.db, connection.grantId, portal.clock.now())).toBe(true)
    const audited = await portal.db
      .selectFrom('portal.audit')
      .select('detail')
      .where('kind', '=', 'connected-apps.notification-address-changed')
      .orderBy('id')
      .execute()
    expect(audited.map(({ detail }) => detail)).toEqual([
      { app: clientId, isNotified: true },
      { app: clientId, isNotified: false },
    ])
    expect(await runConnectCommand(portal.deps, ['apps', 'notify', 'none'])).toEqual({
      output: 'There is no app none.',
      exitCode: 1,
    })
  })
})
