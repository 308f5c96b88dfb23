import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ended, repositoryRoot } from './support/portal-under-test.ts'

let start: ChildProcess | undefined
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'coopline-start-'))
})
afterEach(async () => {
  if (start !== undefined) await ended(start, 'SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

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
  await expect.poll(() => printed, { timeout: 120_000 }).toContain('Ctrl+C stops both.')
  for (const address of [`http://127.0.0.1:${port}/readyz`, `http://127.0.0.1:${providerPort}/healthz`])
    await expect.poll(async () => (await fetch(address)).status).toBe(200)

  await ended(start, 'SIGTERM')
  const progress = /^ *\d+\.\d s {2}[A-Z]/u
  const welcome = /^(?: {2}\S.*|)$/u
  expect(printed.split('\n').filter((line) => !progress.test(line) && !welcome.test(line))).toEqual([])
  expect(printed).toContain(`  Payment sandbox   http://127.0.0.1:${providerPort}/backoffice`)
})
