import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory } from './lock-directory.ts'
import { openPglite } from './open-pglite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that holds the lock until it is killed. */
async function holder(): Promise<{ kill: () => Promise<void> }> {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'lock-directory.ts'))})
    const unlock = lockDirectory(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => unlock, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    kill: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

test('a folder that another process has open is refused with a text that says what to do [REL-22]', async () => {
  const other = await holder()
  expect(() => lockDirectory(folder)).toThrow(DirectoryInUse)
  expect(() => lockDirectory(folder)).toThrow(
    'is in use by another Coopline process. Stop that one first, or set DATA_DIR.',
  )
  await expect(openPglite(folder)).rejects.toThrow(DirectoryInUse)
  await other.kill()
})

test('a killed process loses its lock [REL-22]', async () => {
  const other = await holder()
  await other.kill()
  expect(() => lockDirectory(folder)()).not.toThrow()
})

test('the same process cannot open a folder twice either, and can again once it has given it back [REL-22]', async () => {
  const unlock = lockDirectory(folder)
  await expect(openPglite(folder)).rejects.toThrow(DirectoryInUse)
  unlock()
  lockDirectory(folder)()
})

test('a folder that cannot be written to is not reported as in use', () => {
  const missing = join(folder, 'missing')
  expect(() => lockDirectory(missing)).toThrow(/unable to open database file/u)
  mkdirSync(missing)
  chmodSync(missing, 0o700)
  lockDirectory(missing)()
})
