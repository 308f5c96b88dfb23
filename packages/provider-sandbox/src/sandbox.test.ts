import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEnv } from './read-env.ts'
import {
  callApi,
  type FakePortal,
  openPayment,
  payByCard,
  startFakePortal,
  testSigningKeys,
} from './sandbox-under-test.ts'
import { startSandbox } from './start-sandbox.ts'

let dataDir: string
let portal: FakePortal
let children: ChildProcess[]
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'provider-sandbox-'))
  portal = await startFakePortal()
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await portal.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Started {
  readonly child: ChildProcess
  readonly origin: string
  readonly ended: Promise<number | null>
}

/** Runs the entry as its own process and waits until it listens or has ended. */
async function run(env: Record<string, string>): Promise<Started & { readonly output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sandbox.ts')], { env })
  children.push(child)
  let output = ''
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  const listening = new Promise<void>((resolve) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      if (output.includes('"listening"')) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
  })
  await Promise.race([listening, ended])
  const [, origin = ''] = /"origin":"([^"]+)"/u.exec(output) ?? []
  return { child, origin, ended, output }
}

const goodEnv = (): Record<string, string> => ({
  PROVIDER_PORT: '0',
  PROVIDER_DATA_DIR: dataDir,
  PROVIDER_SIGNING_KEYS: testSigningKeys,
  POSTBACK_URL: `${portal.url}/postback`,
})

test('it does not start without keys, and tells every fault of the environment at once', async () => {
  const { ended, output } = await run({ PROVIDER_PORT: '99999', POSTBACK_URL: 'ftp://x' })
  expect(await ended).toBe(1)
  expect(output).toContain('3 fault(s)')
  for (const name of ['PROVIDER_PORT', 'PROVIDER_SIGNING_KEYS', 'POSTBACK_URL']) expect(output).toContain(`- ${name}: `)
})

test('what is not set has a default', () => {
  const { HOST, ...env } = { ...goodEnv(), HOST: '', PROVIDER_PORT: '', PROVIDER_DATA_DIR: ' ' }
  expect(readEnv({ ...env, HOST })).toMatchObject({
    host: '127.0.0.1',
    port: 8090,
    dataDir: '.data/provider-sandbox',
    backofficePassword: 'sandbox',
  })
})

test('it starts without a warning and stops gracefully when told to', async () => {
  const { child, origin, ended, output } = await run(goodEnv())
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output).not.toMatch(/warning/iu)
})

test('prints nothing at the log level warn while nothing fails', async () => {
  const placeholder = await startFakePortal()
  await placeholder.close()
  const origin = placeholder.url
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sandbox.ts')], {
    env: { ...goodEnv(), PROVIDER_PORT: new URL(origin).port, LOG_LEVEL: 'warn' },
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), 10_000)
  await payByCard(await openPayment({ origin, close: () => Promise.resolve() }))
  await portal.waitFor(1)
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(output).toBe('')
})

test('a payment and its untold postback survive kill -9', async () => {
  portal.answer = () => 503
  const first = await run(goodEnv())
  const session = await openPayment({ origin: first.origin, close: () => Promise.resolve() })
  await payByCard(session)
  const [untold] = await portal.waitFor(1)
  first.child.kill('SIGKILL')
  await first.ended

  portal.answer = () => 200
  const before = portal.received.length
  const second = await startSandbox({ dataDir, signingKeys: testSigningKeys, postbackUrl: `${portal.url}/postback` })
  try {
    await portal.waitFor(before + 1)
    expect(portal.received.at(-1)?.headers['webhook-id']).toBe(untold?.headers['webhook-id'])
    expect((await callApi(second, 'GET', `/api/payments/${session.transNo}`)).body).toMatchObject({
      status: 'succeeded',
    })
  } finally {
    await second.close()
  }
})

test('a second sandbox on the same store does not start', async () => {
  const options = { dataDir, signingKeys: testSigningKeys, postbackUrl: portal.url }
  const first = await startSandbox(options)
  await expect(startSandbox(options)).rejects.toThrow('is another sandbox using it?')
  await first.close()
  const again = await startSandbox(options)
  await again.close()
})
