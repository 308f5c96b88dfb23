import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@coopline/testing/free-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxAttempts } from './postback-sender.ts'
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

test('the sandbox does not start without keys, and lists every fault of the environment at once', async () => {
  const { ended, output } = await run({ PROVIDER_PORT: '99999', POSTBACK_URL: 'ftp://x' })
  expect(await ended).toBe(1)
  expect(output).toContain('3 fault(s)')
  for (const name of ['PROVIDER_PORT', 'PROVIDER_SIGNING_KEYS', 'POSTBACK_URL']) expect(output).toContain(`- ${name}: `)
})

test('every option that is not set has a default', () => {
  const { HOST, ...env } = { ...goodEnv(), HOST: '', PROVIDER_PORT: '', PROVIDER_DATA_DIR: ' ' }
  expect(readEnv({ ...env, HOST })).toMatchObject({
    host: '127.0.0.1',
    port: 8090,
    dataDir: '.data/provider-sandbox',
    backofficePassword: 'sandbox',
  })
})

test('the sandbox starts without a warning and stops gracefully on a signal', async () => {
  const { child, origin, ended, output } = await run(goodEnv())
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output).not.toMatch(/warning/iu)
})

test('the double of Authorize.net runs beside the hosted form when the portal has keys for it', async () => {
  const keys = {
    AUTHORIZE_NET_LOGIN_ID: 'login',
    AUTHORIZE_NET_TRANSACTION_KEY: 'key',
    AUTHORIZE_NET_SIGNATURE_KEY: 'AB'.repeat(64),
  }
  const refused = await run({ ...goodEnv(), ...keys })
  expect([await refused.ended, refused.output]).toEqual([1, expect.stringContaining('- AUTHORIZE_NET_API_ORIGIN: ')])
  const apiOrigin = `http://127.0.0.1:${await freePort()}`
  const { child, origin, ended } = await run({ ...goodEnv(), ...keys, AUTHORIZE_NET_API_ORIGIN: apiOrigin })
  for (const one of [origin, apiOrigin]) expect((await fetch(`${one}/healthz`)).status).toBe(200)
  const merchantAuthentication = { name: 'login', transactionKey: 'key' }
  const body = JSON.stringify({ authenticateTestRequest: { merchantAuthentication } })
  const answer = await fetch(`${apiOrigin}/xml/v1/request.api`, { method: 'POST', body })
  expect(await answer.text()).toContain('"resultCode":"Ok"')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('the double of Stripe runs beside the hosted form when the portal has keys for it', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRETS: 'whsec_sandbox,whsec_former' }
  const refused = await run({ ...goodEnv(), ...keys })
  expect([await refused.ended, refused.output]).toEqual([1, expect.stringContaining('- STRIPE_API_ORIGIN: ')])
  const apiOrigin = `http://127.0.0.1:${await freePort()}`
  const { child, origin, ended } = await run({ ...goodEnv(), ...keys, STRIPE_API_ORIGIN: apiOrigin })
  for (const one of [origin, apiOrigin]) expect((await fetch(`${one}/healthz`)).status).toBe(200)
  expect(
    (await fetch(`${apiOrigin}/v1/balance`, { headers: { authorization: 'Bearer sk_test_sandbox' } })).status,
  ).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

interface Leveled {
  readonly origin: string
  readonly output: () => string
  /** Ends the sandbox and waits for all that it prints. */
  readonly stop: () => Promise<string>
}

/** Runs the sandbox at a log level. At some levels it prints no address, so the port is chosen beforehand. */
async function runAtLevel(level: string): Promise<Leveled> {
  const placeholder = await startFakePortal()
  await placeholder.close()
  const origin = placeholder.url
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sandbox.ts')], {
    env: { ...goodEnv(), PROVIDER_PORT: new URL(origin).port, LOG_LEVEL: level },
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200)
  const stop = async (): Promise<string> => {
    child.kill('SIGTERM')
    await once(child, 'close')
    return output
  }
  return { origin, output: () => output, stop }
}

const payAt = async (origin: string): Promise<Response> =>
  payByCard(await openPayment({ origin, close: () => Promise.resolve() }))

test('prints nothing at the log level warn while nothing fails', async () => {
  const sandbox = await runAtLevel('warn')
  await payAt(sandbox.origin)
  await portal.waitFor(1)
  expect(await sandbox.stop()).toBe('')
})

test('prints a postback that the portal refuses at the log level warn', async () => {
  portal.answer = () => 503
  const sandbox = await runAtLevel('warn')
  await payAt(sandbox.origin)
  await expect.poll(() => sandbox.output()).toContain('"attempts":1,"status":503')
  expect(await sandbox.stop()).not.toContain('"listening"')
})

test.each([
  ['warn', /^\{"event":"failed","path":"\/pay\/unknown",.+\}\n$/u],
  ['silent', /^$/u],
])('prints a request that fails unless the log level is silent: %s', async (level, expected) => {
  // A table of payments without the columns that the sandbox requires.
  const store = new DatabaseSync(join(dataDir, 'provider.db'))
  store.exec('CREATE TABLE payment (seq INTEGER, state TEXT, occurred_at TEXT)')
  store.close()
  const sandbox = await runAtLevel(level)
  expect((await fetch(`${sandbox.origin}/pay/unknown`)).status).toBe(500)
  expect(await sandbox.stop()).toMatch(expected)
})

test('reports a postback that is given up as a failure and a delivered one as routine', async () => {
  const [routine, failures]: [string[], string[]] = [[], []]
  const sandbox = await startSandbox({
    dataDir,
    signingKeys: testSigningKeys,
    postbackUrl: `${portal.url}/postback`,
    retryDelays: () => 1,
    log: (line) => routine.push(line),
    logFailure: (line) => failures.push(line),
  })
  try {
    portal.answer = () => 503
    await payByCard(await openPayment(sandbox))
    await expect.poll(() => failures.at(-1)).toContain('"given-up"')
    expect(routine).toEqual([])
    portal.answer = () => 200
    await payByCard(await openPayment(sandbox))
    await expect.poll(() => routine).toEqual([expect.stringContaining('"delivered"')])
    expect(failures).toHaveLength(maxAttempts)
  } finally {
    await sandbox.close()
  }
})

test('refuses a log level that does not exist', () => {
  expect(() => readEnv({ ...goodEnv(), LOG_LEVEL: 'warning' })).toThrow(
    'LOG_LEVEL: must be one of fatal, error, warn, info, debug, silent',
  )
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
