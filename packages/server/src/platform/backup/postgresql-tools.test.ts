import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { runPostgresqlTool } from './postgresql-tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-tools-'))
const seen = join(folder, 'seen')
/** Stands in for `pg_dump`: writes down its arguments and the password that it would use. */
writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\nprintf '%s\\n' "$@" "PGPASSWORD=$PGPASSWORD" > '${seen}'\n`, {
  mode: 0o755,
})

afterEach(() => vi.unstubAllEnvs())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function seenBy(url: string): Promise<readonly string[]> {
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  vi.stubEnv('PGPASSWORD', undefined)
  await runPostgresqlTool('pg_dump', url, ['--no-owner'])
  return readFileSync(seen, 'utf8').trim().split('\n')
}

it.runIf(process.platform !== 'win32').each([
  ['before the host', 'postgres://ann:s%2Fcret@db.example:5433/coopline', 's/cret'],
  ['as a parameter', 'postgres://ann@db.example:5433/coopline?password=s%2Fcret', 's/cret'],
  ['twice, of which the parameter counts', 'postgres://ann:other@db.example:5433/coopline?password=s%2Fcret', 's/cret'],
  ['nowhere', 'postgres://ann@db.example:5433/coopline', ''],
])('keeps a password that the address has %s out of the process arguments', async (_place, url, password) => {
  expect(await seenBy(url)).toEqual([
    '--no-owner',
    '--dbname=postgres://ann@db.example:5433/coopline',
    `PGPASSWORD=${password}`,
  ])
})

it.runIf(process.platform !== 'win32')('keeps the other parameters of the address', async () => {
  const [, address] = await seenBy('postgres://ann@db.example/coopline?sslmode=require&password=x&connect_timeout=5')
  expect(address).toBe('--dbname=postgres://ann@db.example/coopline?sslmode=require&connect_timeout=5')
})
