import type { Endpoint } from '@coopline/contract/endpoint'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { bills } from '@coopline/contract/accounts/bills/bills.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { describe, expect, test } from 'vitest'
import { loadFeatures } from '../../features.ts'
import type { RouteOptions } from '../http/call.ts'
import { seedBill } from '../../testing/seed-bill.ts'
import { adaSignedIn, login } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { useFresh } from '../../testing/use-fresh.ts'
import { createHeavyWork, type HeavyWork, type HeavyWorkKind } from './heavy-work.ts'

/** A promise that the test settles. */
function later() {
  let done: () => void = () => undefined
  const promise = new Promise<void>((resolve) => (done = resolve))
  return { promise, done: () => done() }
}

describe('heavy work', () => {
  test('runs a limited number of tasks at once; the others wait and all finish [SEC-66]', async () => {
    const work = createHeavyWork('Test', { atOnce: 2, waiting: 10 })
    let [now, most, done] = [0, 0, 0]
    const piece = async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setTimeout(resolve, 2))
      now -= 1
      done += 1
    }
    await Promise.all(Array.from({ length: 12 }, async () => work.admit(async () => work.run(piece))))
    expect([most, done]).toEqual([2, 12])
  })

  test('refuses a task when the queue is full, and accepts one again when a place is free [SEC-66]', async () => {
    const work = createHeavyWork('Test', { atOnce: 1, waiting: 2 })
    const gate = later()
    const inside = [1, 2, 3].map(async () => work.admit(async () => work.run(async () => gate.promise)))
    await expect(work.admit(async () => 'in')).rejects.toThrow('Test is not available')
    gate.done()
    await Promise.all(inside)
    expect(await work.admit(async () => 'in')).toBe('in')
  })

  test('others get their turn between two tasks that never wait [SEC-66]', async () => {
    const work = createHeavyWork('Test', { atOnce: 1, waiting: 10 })
    const order: string[] = []
    const other = () => {
      order.push('other')
      if (order.length < 12) setImmediate(other)
    }
    setImmediate(other)
    await Promise.all(Array.from({ length: 4 }, async () => work.run(async () => order.push('task'))))
    expect(order.join(' ')).not.toContain('task task')
  })

  test('a piece that fails frees its place [SEC-66]', async () => {
    const work = createHeavyWork('Test', { atOnce: 1, waiting: 0 })
    const fails = async () =>
      work.run(async () => {
        throw new Error('broken')
      })
    await expect(work.admit(fails)).rejects.toThrow('broken')
    expect(await work.admit(async () => work.run(async () => 'done'))).toBe('done')
  })
})

describe('calls that need it', () => {
  const limits = { atOnce: 1, waiting: 0 }
  const heavyWork: Record<HeavyWorkKind, HeavyWork> = {
    hashing: createHeavyWork('Hashing', limits),
    drawing: createHeavyWork('Drawing', limits),
    importing: createHeavyWork('Importing', limits),
  }
  const portal = useTestPortal({ deps: { heavyWork } })
  const ada = useFresh(async () => adaSignedIn(portal))

  /** Makes a call while all places are taken. */
  async function whileFull<T>(kind: HeavyWorkKind, work: () => Promise<T>): Promise<T> {
    const gate = later()
    const occupied = heavyWork[kind].admit(async () => gate.promise)
    try {
      return await work()
    } finally {
      gate.done()
      await occupied
    }
  }

  test('calls that need it are all that hash a password or draw a document [SEC-66]', async () => {
    const found: Record<string, string> = {}
    const on = (endpoint: Endpoint, _handler: unknown, { needs }: RouteOptions = {}) => {
      if (needs !== undefined) found[endpoint.id] = needs
    }
    for (const feature of await loadFeatures()) feature.routes({ on })
    expect(found).toEqual({
      'signIn.login': 'hashing',
      'signIn.stepUp': 'hashing',
      'registration.register': 'hashing',
      'sharedAccess.register': 'hashing',
      'credentialRecovery.reset': 'hashing',
      'myProfile.update': 'hashing',
      'staffSignIn.signIn': 'hashing',
      'staffSignIn.setUp': 'hashing',
      'bills.pdf': 'drawing',
      'delinquentHistory.pdf': 'drawing',
    })
  })

  test('a sign-in too many is answered 503 with the time to wait, and counts as no failure [SEC-66]', async () => {
    const failures = async () => portal.db.selectFrom('portal.attempt_counter').selectAll().execute()
    const before = await failures()
    const response = await whileFull('hashing', async () => login(portal, { password: 'Wrong!2026' }))
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(await failures()).toEqual(before)
    expect((await login(portal)).statusCode).toBe(200)
  })

  test('one bill too many is answered 503, and calls that draw nothing still work [SEC-66]', async () => {
    await seedBill(portal.db)
    const params = { memberNumber: '10001', accountNumber: '100100101' }
    const asAda = { bearer: ada.bearer, cookie: ada.cookie }
    const listed = await portal.call(bills.list, { params, ...asAda })
    const { billViewUrl } = listed.json<{ results: { billViewUrl: string }[] }>().results[0] ?? { billViewUrl: '' }
    const pdf = async () =>
      portal.call(bills.pdf, {
        params: { memberNumber: '10001' },
        body: { billViewUrl, timeTick: '0', statementStartDate: null },
        ...asAda,
      })
    const statuses = await whileFull('drawing', async () => [
      (await pdf()).statusCode,
      (await portal.call(accountOverview.info, { params, ...asAda })).statusCode,
      (await portal.call(signIn.session, { ...asAda })).statusCode,
    ])
    expect(statuses).toEqual([503, 200, 200])
    expect((await pdf()).statusCode).toBe(200)
  })
})
