import { setTimeout as wait } from 'node:timers/promises'
import { endpoint, fileAnswer } from '@coopline/contract/endpoint'
import { apiPrefix } from '@coopline/contract/paths'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adaSignedIn } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { useFresh } from '../../testing/use-fresh.ts'
import type { Feature } from './call.ts'

const file = endpoint('test.file', 'GET /v3/test-file', {
  auth: 'member',
  summary: 'A file of a test',
  source: 'test',
  answer: fileAnswer,
  media: 'text/csv',
})

/** 100 kB of data that compresses poorly. */
const piece = () => Array.from({ length: 10_000 }, () => Math.random().toString(36).slice(2, 11)).join('\n')

/** The generator of the file, the number of pieces that it has made, and whether it has ended. */
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

const feature: Feature = {
  routes: (routes) => routes.on(file, async () => ({ fileName: 'numbers.csv', pieces: make() })),
}
const portal = useTestPortal({ more: { features: [feature], endpoints: [file] } })
const ada = useFresh(async () => adaSignedIn(portal))
let address: string
beforeAll(async () => {
  address = `http://127.0.0.1:${await portal.listen()}${apiPrefix}${file.path}`
})
beforeEach(() => {
  ;[made, ended] = [0, false]
})

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

describe('streaming a file', () => {
  it('sends the whole file with its name and type, compressed if the client accepts that', async () => {
    make = () => pieces(30)
    const response = await open()
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="numbers.csv"')
    expect((await response.text()).length).toBeGreaterThan(2_000_000)
    expect([made, ended]).toEqual([30, true])
  })

  it('does not generate the file for a HEAD request', async () => {
    make = () => pieces(30)
    const response = await open({ method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), made]).toEqual([200, 'text/csv; charset=utf-8', 0])
  })

  it('waits for a slow client and stops when the client disconnects', async () => {
    make = () => pieces(2_000)
    const leaving = new AbortController()
    const response = await open({ signal: leaving.signal, headers: { 'accept-encoding': 'identity' } })
    await response.body?.getReader().read()
    await wait(300)
    const kept = made
    // The amount that sockets and streams buffer, out of 200 MB.
    expect(kept).toBeLessThan(200)
    leaving.abort()
    await until(() => ended)
    expect(ended).toBe(true)
    expect(made).toBeLessThan(kept + 20)
  })

  it('aborts within a megabyte after the session ends, so that the client sees an incomplete file', async () => {
    make = () =>
      pieces(100, async (index) => {
        if (index === 20) await portal.db.updateTable('portal.session').set({ ended_at: portal.clock.now() }).execute()
      })
    await expect(open().then(async (response) => response.text())).rejects.toThrow('terminated')
    await until(() => ended)
    expect(ended).toBe(true)
    expect(made).toBeLessThanOrEqual(31)
  })

  it('aborts and logs the error when generating the file fails', async () => {
    make = () =>
      pieces(10, async (index) => {
        if (index === 5) throw new Error('The disk is full')
      })
    await expect(open().then(async (response) => response.text())).rejects.toThrow('terminated')
    expect(portal.logLines.filter((line) => line.includes('The disk is full'))).toHaveLength(1)
  })
})
