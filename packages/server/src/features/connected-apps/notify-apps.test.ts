import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasEspiSchemas, lintEspi } from '../../testing/green-button-readers.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedLogin } from '../../testing/seed-login.ts'
import { daysFrom, seedDays, seedIntervals, seedMeter } from '../../testing/seed-usage.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { updateReceived } from '../usage/write-readings.store.ts'
import { seedApp, seedConnection } from './connected-apps.fixtures.ts'
import { notifyAppsJob } from './notify-apps.job.ts'
import { runConnectCommand } from './run-connect-command.ts'

interface Received {
  readonly url: string
  readonly type: string
  readonly body: string
}

let portal: TestPortal
let loginId: string
let receiver: Server
let received: Received[]
/** What the receiver does with a request. */
let answer: () => Promise<number>
let clientId: string
const origin = 'http://127.0.0.1:8080'
beforeAll(async () => {
  portal = await startTestPortal({ env: { PUBLIC_ORIGIN: origin } })
})
beforeEach(async () => {
  await portal.reset()
  received = []
  answer = async () => 202
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      received.push({ url: request.url ?? '', type: request.headers['content-type'] ?? '', body })
      void answer().then((status) => response.writeHead(status, { location: '/elsewhere' }).end())
    })
  })
  await new Promise<void>((ready) => void receiver.listen(0, '127.0.0.1', ready))
  portal.set({ connectEnabled: true })
  await seedAccount(portal.db)
  await seedMeter(portal.db, { meterNumber: 'M1' })
  await seedMeter(portal.db, { meterNumber: 'M2' })
  loginId = await seedLogin(portal)
  clientId = await seedApp(portal, 'Planner', { notifyUri: addressOf('/notify') })
})
afterEach(async () => {
  receiver.closeAllConnections()
  await new Promise((closed) => void receiver.close(closed))
})
afterAll(async () => portal.close())

const addressOf = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`
const connect = async (app = clientId) => seedConnection(portal, loginId, { clientId: app })
const run = async () => portal.jobs.run(notifyAppsJob, {})
const addresses = () => received.map(({ body }) => [...body.matchAll(/<resources>([^<]+)</gu)].map(([, one]) => one))
const batchOf = ({ grantId }: { readonly grantId: string }, since: string) =>
  `${origin}/api/espi/1_1/resource/Batch/Subscription/${grantId}?published-min=${since}`
const rows = async () => portal.db.selectFrom('portal.connected_notification').selectAll().execute()

describe('apps with a notification address', () => {
  it('get the addresses of new readings once, however many were stored', async () => {
    const connection = await connect()
    await seedDays(portal.db, ...daysFrom('2026-11-10', '2026-11-12').map((day) => ({ meterNumber: 'M1', day })))
    await seedIntervals(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(received.map(({ url, type }) => [url, type])).toEqual([['/notify', 'application/xml; charset=utf-8']])
    expect(addresses()).toEqual([[batchOf(connection, '2026-11-10T06:00:00.000Z')]])
    await run()
    expect(received).toHaveLength(1)
    // The same values again are nothing new.
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(received).toHaveLength(1)
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11', used: 2_000 })
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-11T06:00:00.000Z')])
  })

  it('get one message for all of their connections', async () => {
    const [one, other] = [await connect(), await connect()]
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(received).toHaveLength(1)
    expect(new Set(addresses()[0])).toEqual(
      new Set([one, other].map((each) => batchOf(each, '2026-11-10T06:00:00.000Z'))),
    )
  })

  it.skipIf(!hasEspiSchemas)('get a valid BatchList', async () => {
    await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(await lintEspi(received[0]?.body ?? '', '3.3')).toEqual([])
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
    expect(received).toEqual([])
  })

  it('are not notified after the connection ended or while its usage is suspended', async () => {
    const connection = await connect()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await portal.db.updateTable('portal.connected_grant').set({ ends_at: portal.clock.now() }).execute()
    await run()
    expect([received, await rows()]).toEqual([[], []])
    const second = await connect()
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: '100100101', usage_suspended: true })
      .execute()
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-12' })
    await run()
    expect(received).toEqual([])
    expect(connection.grantId).not.toBe(second.grantId)
  })
})

describe('an app that does not answer', () => {
  it('is tried again later each time, then given up and shown, until new readings are stored', async () => {
    const connection = await connect()
    answer = async () => 503
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    const waits: number[] = []
    for (const minutes of [5, 15, 60, 240, 720, 1_440, 2_880]) {
      await run()
      portal.clock.advance(minutes * 60 - 1)
      await run()
      waits.push(received.length)
      portal.clock.advance(1)
    }
    expect(waits).toEqual([1, 2, 3, 4, 5, 6, 7])
    const list = async () => (await runConnectCommand(['apps', 'list'], portal.deps)).output
    expect(await list()).toContain('(1 connections not notified yet, 0 given up: answered 503)')
    await run()
    portal.clock.advance(10 * 86_400)
    await run()
    expect(received).toHaveLength(8)
    expect(await list()).toContain('(0 connections not notified yet, 1 given up: answered 503)')
    expect(portal.logLines.some((line) => line.includes('Gave up notifying an app'))).toBe(true)
    answer = async () => 200
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-11' })
    await run()
    expect(addresses().at(-1)).toEqual([batchOf(connection, '2026-11-10T06:00:00.000Z')])
    expect(await list()).not.toContain('connections')
  })

  it('is not followed to another address', async () => {
    await connect()
    answer = async () => 302
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    expect(received.map(({ url }) => url)).toEqual(['/notify'])
    expect(await rows()).toMatchObject([{ attempts: 1, last_error: 'answered 302' }])
  })

  it('does not delay the notification of another app', async () => {
    let release = () => {}
    const stuck = new Promise<void>((resolve) => (release = resolve))
    const other = await seedApp(portal, 'Other', { notifyUri: addressOf('/other') })
    await connect()
    await connect(other)
    let first = true
    answer = async () => {
      if (!first) return 202
      first = false
      await stuck
      return 202
    }
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    const running = run()
    await expect.poll(() => received.map(({ url }) => url).toSorted()).toEqual(['/notify', '/other'])
    release()
    await running
  })

  it('learns later of readings that were stored while it was notified', async () => {
    const connection = await connect()
    answer = async () => {
      if (received.length === 1) await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-15' })
      return 202
    }
    await seedDays(portal.db, { meterNumber: 'M1', day: '2026-11-10' })
    await run()
    await run()
    expect(addresses()[1]).toEqual([batchOf(connection, '2026-11-10T06:00:00.000Z')])
    await run()
    expect(received).toHaveLength(2)
  })
})

describe('the command that adds an app', () => {
  const add = async (address: string) =>
    runConnectCommand(['apps', 'add', 'Solar', '--redirect', 'https://a.example/cb', '--notify', address], {
      ...portal.deps,
      env: { ...portal.deps.env, PUBLIC_ORIGIN: 'https://portal.example.org' },
    })

  it('takes only https addresses on the public internet [SEC-70]', async () => {
    for (const wrong of [
      'http://app.example.org/notify',
      'https://127.0.0.1/notify',
      'https://10.1.2.3/notify',
      'https://[::1]/notify',
      'https://169.254.169.254/latest',
      'https://2130706433/',
      'https://user:word@app.example.org/',
      'ftp://app.example.org/',
    ])
      expect((await add(wrong)).exitCode, wrong).toBe(1)
    expect((await add('https://app.example.org/notify')).exitCode).toBe(0)
    expect((await runConnectCommand(['apps', 'list'], portal.deps)).output).toContain(
      'notified at https://app.example.org/notify',
    )
  })
})
