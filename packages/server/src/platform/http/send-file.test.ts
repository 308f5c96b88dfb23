import { setTimeout as wait } from 'node:timers/promises'
import { endpoint, fileAnswer } from '@coopline/contract/endpoint'
import { apiPrefix } from '@coopline/contract/paths'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adaSignedIn, type SignedIn } from '../../testing/seed-login.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const file = endpoint('test.file', 'GET /v3/test-file', {
  auth: 'member',
  summary: 'A file of a test',
  source: 'test',
  answer: fileAnswer,
  media: 'text/csv',
})

/** 100 kB that do not compress to nothing. */
const piece = () => Array.from({ length: 10_000 }, () => Math.random().toString(36).slice(2, 11)).join('\n')

/** How the file of a test is made, and how far it came. */
let make: () => AsyncGenerator<string>
let [made, ended] = [0, false]
async function* pieces(count: number, before: (index: number) => Promise<void> = async () => undefined) {
  try {
    for (let index = 0; index < count; index++) {
      await before(index)
      made = index + 1
      yield piece()
    }
  } finally {
    ended = true
  }
}

let portal: TestPortal
let ada: SignedIn
let address: string
beforeAll(async () => {
  const feature = {
    routes: (routes: Parameters<typeof import('../../features.ts')['features'][number]['routes']>[0]) =>
      routes.onMember(file, async () => ({ fileName: 'numbers.csv', pieces: make() })),
  }
  portal = await startTestPortal({ more: { features: [feature], endpoints: [file] } })
  address = `http://127.0.0.1:${await portal.listen()}${apiPrefix}${file.path}`
})
beforeEach(async () => {
  await portal.reset()
  ada = await adaSignedIn(portal)
  ;[made, ended] = [0, false]
})
afterAll(async () => portal.close())

const open = async ({
  headers,
  ...more
}: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {}) =>
  fetch(address, {
    ...more,
    headers: { authorization: `Bearer ${ada.bearer}`, cookie: ada.cookie, applicationid: 'Web', ...headers },
  })
const until = async (condition: () => boolean) => {
  for (let tries = 0; !condition() && tries < 500; tries++) await wait(10)
}

describe('a file that is sent while it is made', () => {
  it('arrives whole with its name and type, compressed where the client takes that', async () => {
    make = () => pieces(30)
    const response = await open()
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="numbers.csv"')
    expect((await response.text()).length).toBeGreaterThan(2_000_000)
    expect([made, ended]).toEqual([30, true])
  })

  it('is not made for a request of its headers alone', async () => {
    make = () => pieces(30)
    const response = await open({ method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), made]).toEqual([200, 'text/csv; charset=utf-8', 0])
  })

  it('waits for a client that reads slowly, and stops when the client leaves', async () => {
    make = () => pieces(2_000)
    const leaving = new AbortController()
    const response = await open({ signal: leaving.signal, headers: { 'accept-encoding': 'identity' } })
    await response.body?.getReader().read()
    await wait(300)
    const kept = made
    // What sockets and streams buffer, of 200 MB.
    expect(kept).toBeLessThan(200)
    leaving.abort()
    await until(() => ended)
    expect(ended).toBe(true)
    expect(made).toBeLessThan(kept + 20)
  })

  it('breaks off within a megabyte when the session ends, so that it is no whole file', async () => {
    make = () =>
      pieces(100, async (index) => {
        if (index === 20) await portal.db.updateTable('portal.session').set({ ended_at: portal.clock.now() }).execute()
      })
    await expect(open().then(async (response) => response.text())).rejects.toThrow('terminated')
    await until(() => ended)
    expect(ended).toBe(true)
    expect(made).toBeLessThanOrEqual(31)
  })

  it('breaks off when it cannot be made any further, and says why in the log', async () => {
    make = () =>
      pieces(10, async (index) => {
        if (index === 5) throw new Error('The disk is full')
      })
    await expect(open().then(async (response) => response.text())).rejects.toThrow('terminated')
    expect(portal.logLines.filter((line) => line.includes('The disk is full'))).toHaveLength(1)
  })
})
