import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { demoPassword } from './support/member.ts'
import { repositoryRoot } from './support/portal-under-test.ts'

let start: ChildProcess | undefined
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'coopline-start-'))
})
afterEach(async () => {
  if (start !== undefined) await ended(start)
  rmSync(dataDir, { recursive: true, force: true })
})

/** Ends a process and waits until it has ended. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** The payment methods of a demo member. */
async function methodsOf(origin: string, username: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', applicationid: 'Web' }
  const body = JSON.stringify({ username, password: demoPassword })
  const signedIn = await fetch(`${origin}${apiPrefix}/v3/login`, { method: 'POST', headers, body })
  const { accessToken, memberNumber } = (await signedIn.json()) as { accessToken: string; memberNumber: string }
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const answer = await fetch(`${origin}${apiPrefix}/v3/members/${memberNumber}/payment-methods`, {
    headers: { ...headers, cookie, authorization: `Bearer ${accessToken}` },
  })
  return ((await answer.json()) as { results: unknown }).results
}

it('starts the portal and the payment sandbox and prints progress and addresses only', async () => {
  const [port, providerPort] = [await freePort(), await freePort()]
  const { LOG_LEVEL: _logLevel, ...inherited } = process.env
  start = spawn(process.execPath, ['tools/launch/start.ts'], {
    cwd: repositoryRoot,
    env: {
      ...inherited,
      DATA_DIR: dataDir,
      PORT: String(port),
      PROVIDER_PORT: String(providerPort),
      DEMO_MEMBERS: '25',
    },
  })
  let printed = ''
  for (const stream of [start.stdout, start.stderr])
    stream?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await expect.poll(() => printed).toContain('Ctrl+C stops both.')
  for (const address of [`http://127.0.0.1:${port}/readyz`, `http://127.0.0.1:${providerPort}/healthz`])
    await expect.poll(async () => (await fetch(address)).status).toBe(200)
  await expect.poll(() => printed).toContain('All demo data is loaded')
  expect(await methodsOf(`http://127.0.0.1:${port}`, 'ada.lindqvist')).toMatchObject([
    { paymentType: 'cc', lastFour: '4444' },
    { paymentType: 'echeck', lastFour: '6789' },
  ])

  // As when a terminal is closed or npm is killed: nothing is left behind.
  process.kill(start.pid ?? 0, 'SIGKILL')
  for (const address of [`http://127.0.0.1:${port}/livez`, `http://127.0.0.1:${providerPort}/healthz`])
    await expect
      .poll(async () =>
        fetch(address).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone')
  const progress = /^ *\d+\.\d s {2}[A-Z]/u
  const welcome = /^(?: {2}\S.*|)$/u
  expect(printed.split('\n').filter((line) => !progress.test(line) && !welcome.test(line))).toEqual([])
  expect(printed).toContain(`  Payment sandbox   http://127.0.0.1:${providerPort}/backoffice`)
})

it('ends with its sandbox on a signal, as with Ctrl+C', async () => {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    PROVIDER_PORT: String(await freePort()),
  }
  start = spawn(process.execPath, ['tools/launch/start.ts'], { cwd: repositoryRoot, env: { ...env, DEMO: 'N' } })
  let printed = ''
  start.stdout?.on('data', (chunk: Buffer) => void (printed += chunk.toString()))
  await expect.poll(() => printed).toContain('Ctrl+C stops both.')
  const gone = new Promise((resolve) => start?.once('exit', resolve))
  start.kill('SIGTERM')
  expect(await gone).toBe(0)
})
