import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { read, root } from '../source-files.ts'

const shipped = read('deploy/pgbouncer/pgbouncer.ini')
let folder: string
let script: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-follow-'))
})
afterEach(() => {
  script?.kill()
  rmSync(folder, { recursive: true })
})

const inFolder = (name: string) => join(folder, name)
const contentOf = (name: string) => (existsSync(inFolder(name)) ? readFileSync(inFolder(name), 'utf8') : '')

/** Runs the script with a `psql` that answers what the file `answer` says, and fails without one. */
function follow() {
  writeFileSync(inFolder('psql'), `#!/bin/sh\ncat ${inFolder('answer')}\n`)
  chmodSync(inFolder('psql'), 0o755)
  writeFileSync(inFolder('pgbouncer.ini'), shipped)
  writeFileSync(inFolder('reload'), `#!/bin/sh\necho reloaded >>${inFolder('reloads')}\n`)
  chmodSync(inFolder('reload'), 0o755)
  script = spawn(join(root, 'deploy/pgbouncer/follow-primary.sh'), {
    env: {
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      MONITOR: 'postgres://autoctl_node@127.0.0.1:1/pg_auto_failover',
      PGBOUNCER_INI: inFolder('pgbouncer.ini'),
      RELOAD: inFolder('reload'),
    },
    stdio: 'ignore',
  })
}

test('PgBouncer is led to the primary that the monitor names, and stays where it is while the monitor is away', async () => {
  follow()
  const first = shipped.replace('host=127.0.0.1 port=5432', 'host=first.internal port=5433')
  const second = shipped.replace('host=127.0.0.1 port=5432', 'host=second.internal port=5434')
  writeFileSync(inFolder('answer'), 'host=first.internal port=5433\n')
  await expect.poll(() => contentOf('reloads')).toBe('reloaded\n')
  expect(contentOf('pgbouncer.ini')).toBe(first)

  rmSync(inFolder('answer'))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(contentOf('pgbouncer.ini')).toBe(first)

  writeFileSync(inFolder('answer'), 'host=second.internal port=5434\n')
  await expect.poll(() => contentOf('reloads')).toBe('reloaded\nreloaded\n')
  expect(contentOf('pgbouncer.ini')).toBe(second)
})
