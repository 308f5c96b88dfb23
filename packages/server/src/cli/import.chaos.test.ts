import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../platform/db/migrate.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { processEnvironment } from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'

const members = 40_000
const folder = mkdtempSync(join(tmpdir(), 'coopline-import-chaos-'))
let postgresql: PostgresqlServer
let database: OpenDatabase

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  database = openPostgresql({
    url: postgresql.url('postgres'),
    poolSize: 2,
    statementTimeoutMs: 30_000,
    acquireTimeoutMs: 30_000,
    onError: () => undefined,
  })
  await migrate(database)
})
afterAll(async () => {
  await database.close()
  await postgresql.stop()
  rmSync(folder, { recursive: true })
})

/** Runs `coopline import` in a separate process. @returns its exit code, or the signal that ended it. */
async function runImport(bundle: string, { killAfterMs }: { readonly killAfterMs?: number } = {}): Promise<string> {
  const words = ['import', bundle, '--quiet', '--report', join(folder, 'report.csv')]
  const child = spawn(process.execPath, [join(import.meta.dirname, 'coopline.ts'), ...words], {
    stdio: 'ignore',
    env: processEnvironment({ DATABASE_URL: postgresql.url('postgres'), DATA_DIR: folder }),
  })
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const end = await new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  clearTimeout(timer)
  return end
}

const kept = async () =>
  (
    await sql<{ members: number; name: string }>`
      select count(*)::integer as members, max(name) filter (where member_number = '10001') as name
      from cis.member`.execute(database.db)
  ).rows[0]

test('an import that is killed does not change the data, and a repeated import is complete [REL-09]', async () => {
  expect(await runImport(bundleFolder(smallBundle))).toBe('0')
  const former = await kept()
  expect(former).toEqual({ members: 2, name: 'Ada Lindqvist' })
  const rows = Array.from({ length: members }, (_, n) => `M${n},Member ${n},en`)
  const large = bundleFolder({
    'members.csv': csv('member_number,name,prefers_language', '10001,Ada Vale,en', ...rows),
    'phones.csv': csv('member_number,digits,kind', ...rows.map((_, n) => `M${n},7155554821,cell`)),
    'emails.csv': csv('member_number,address', ...rows.map((_, n) => `M${n},member${n}@example.org`)),
  })
  const begun = performance.now()
  expect(await runImport(large)).toBe('0')
  const wholeMs = performance.now() - begun
  expect(await kept()).toEqual({ members: members + 2, name: 'Ada Vale' })
  await sql`truncate cis.member cascade`.execute(database.db)
  expect(await runImport(bundleFolder(smallBundle))).toBe('0')

  const ends: string[] = []
  for (const share of [0.3, 0.45, 0.6, 0.7, 0.8, 0.9]) {
    ends.push(await runImport(large, { killAfterMs: share * wholeMs }))
    if (ends.at(-1) !== 'SIGKILL') break
    expect(await kept()).toEqual(former)
  }
  expect(ends.filter((end) => end === 'SIGKILL').length).toBeGreaterThan(2)
  expect(await runImport(large)).toBe('0')
  expect(await kept()).toEqual({ members: members + 2, name: 'Ada Vale' })
}, 600_000)
