import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupCommand } from '../../cli/backup.command.ts'
import { WrongUsage } from '../../cli/command.ts'
import { restoreCommand } from '../../cli/restore.command.ts'
import { startPostgresql } from '../../testing/postgresql-server.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedBill } from '../../testing/seed-bill.ts'
import { halvesOf, login, seedLogin } from '../../testing/seed-login.ts'
import { fillDataFolder } from '../../testing/test-database.ts'
import { startTestPortal } from '../../testing/test-portal.ts'
import { openByEnv } from '../db/open-by-env.ts'
import { migrate } from '../db/migrate.ts'
import type { Env } from '../env.ts'
import { readEnv } from '../../read-env.ts'
import { checkKeys } from '../stored-secrets/check-keys.ts'
import { manifestName, readManifest } from './backup-manifest.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'coopline-backup-'))
const secret = Buffer.alloc(32, 3).toString('base64')
const documentsDir = join(folder, 'documents')
const envWith = (more: Record<string, string>): Env =>
  readEnv({ NODE_ENV: 'test', APP_KEYS: `test:${secret}`, DOCUMENTS_DIR: documentsDir, ...more })

mkdirSync(join(documentsDir, '2026'), { recursive: true })
writeFileSync(join(documentsDir, '2026', 'bill 1.pdf'), '%PDF-1.7 one')

let printed: string[] = []
const run = async (command: typeof backupCommand, env: Env, ...args: string[]) => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void printed.push(text))
  return { exitCode: await command.run(args, env), output: printed.join('\n') }
}
afterEach(() => vi.restoreAllMocks())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Fills a portal with a member who can sign in, a bill and a booked payment. */
async function fill(env: Env): Promise<void> {
  const database = await openByEnv(env, () => {})
  await migrate(database)
  const portal = await startTestPortal({ database })
  await seedAccount(portal.db)
  await seedBill(portal.db)
  await seedLogin(portal)
  await checkKeys(portal.deps)
  await database.runScript(`
    insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
      reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
    values ('T1', '10001', '100100101', 'quick-pay', 'cc', 'confirmed', 5000, 'en', false, now(), now(), '{}', 's', 'k', '');
    insert into pay.booking (trans_no, kind, booked_at) values ('T1', 'payment', '2026-11-20T12:00:00.123456Z');
    insert into pay.ledger_entry (booking_id, line, ledger_account, amount) select id, 1, 'provider', 5000 from pay.booking;
    insert into pay.ledger_entry (booking_id, line, ledger_account, amount) select id, 2, 'accounts', -5000 from pay.booking`)
  await portal.close()
}

/** Serves a restored database, signs Ada in and opens her overview. @returns the ledger that it has. */
async function smoke(env: Env): Promise<unknown> {
  const database = await openByEnv(env, () => {})
  const portal = await startTestPortal({ database })
  await checkKeys(portal.deps)
  const { memberNumber, ...session } = halvesOf(await login(portal))
  const params = { memberNumber, accountNumber: '100100101' }
  const overview = await portal.call(accountOverview.info, { ...session, params })
  expect(overview.statusCode).toBe(200)
  const ledger = await database.runScript('select ledger_account, amount from pay.ledger_entry order by line')
  await portal.close()
  return ledger
}

/**
 * Creates facts that others still know after the database is restored: the number of its last event, and a member's
 * session.
 */
async function handOut(env: Env): Promise<{ readonly event: number; readonly session: ReturnType<typeof halvesOf> }> {
  const database = await openByEnv(env, () => {})
  const portal = await startTestPortal({ database })
  await checkKeys(portal.deps)
  const session = halvesOf(await login(portal))
  const { id } = await database.db
    .insertInto('outbox.event')
    .values({ account_number: '100100101', kind: 'payment-confirmed', body: '{}', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.close()
  return { event: id, session }
}

const newestIn = (dir: string): string => join(dir, readdirSync(dir).sort().at(-1) ?? '')

describe('of the embedded database', () => {
  const source = envWith({ DATA_DIR: join(folder, 'source') })
  const backups = join(folder, 'backups')
  const restored = (name: string) => join(folder, name)
  const restore = async (name: string, env = source, from = newestIn(backups)) =>
    run(restoreCommand, env, '--from', from, '--to', restored(name), '--documents', restored(`${name}-documents`))

  let lost: Awaited<ReturnType<typeof handOut>>
  let fresh: Awaited<ReturnType<typeof run>>

  beforeAll(async () => {
    await fillDataFolder(source.DATA_DIR)
    await fill(source)
    lost = await handOut(source)
    const { exitCode, output } = await run(backupCommand, source, '--to', backups)
    if (exitCode !== 0 || !output.includes('Keep these keys of APP_KEYS apart from it: test.')) throw new Error(output)
    fresh = await restore('fresh')
  })

  it('restores into a fresh instance where a member signs in, sees her account, and the ledger is equal [REL-24]', async () => {
    expect(fresh).toMatchObject({ exitCode: 0 })
    expect(await smoke({ ...source, DATA_DIR: restored('fresh') })).toEqual([
      { ledger_account: 'provider', amount: 5000 },
      { ledger_account: 'accounts', amount: -5000 },
    ])
    expect(readFileSync(join(restored('fresh-documents'), '2026', 'bill 1.pdf'), 'utf8')).toBe('%PDF-1.7 one')
  })

  it('links documents that have not changed to the former backup, copies the others, notes that it was taken, and deletes older backups but nothing else', async () => {
    const nightly = join(folder, 'nightly')
    const inodeOf = (backup: string, file: string) => statSync(join(backup, 'documents', file)).ino
    writeFileSync(join(documentsDir, '2026', 'bill 2.pdf'), '%PDF-1.7 two')
    writeFileSync(join(documentsDir, '2026.pdf'), '%PDF-1.7 beside a folder of its name')
    await run(backupCommand, source, '--to', nightly)
    const first = newestIn(nightly)
    writeFileSync(join(documentsDir, '2026', 'bill 2.pdf'), '%PDF-1.7 new')
    utimesSync(join(documentsDir, '2026', 'bill 2.pdf'), new Date(), new Date(Date.now() + 5_000))
    writeFileSync(join(documentsDir, '2026', 'bill 1b.pdf'), '%PDF-1.7 between')
    // The name of a backup has seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const older = ['coopline-20260101T000000Z', 'coopline-20260102T000000Z']
    for (const name of [...older, 'notes']) {
      mkdirSync(join(nightly, name))
      writeFileSync(join(nightly, name, manifestName), '{}')
    }
    const { output } = await run(backupCommand, source, '--to', nightly, '--keep', '2', '--json')
    const { folder: second, ...told } = JSON.parse(output) as { readonly folder: string }
    expect(second).not.toBe(first)
    expect(told).toMatchObject({ documents: { count: 4, linked: 2 }, keys: ['test'] })
    expect(readdirSync(nightly).sort()).toEqual([basename(first), basename(second), 'notes'])
    for (const [file, isLinked] of [
      ['2026/bill 1.pdf', true],
      ['2026/bill 2.pdf', false],
      ['2026.pdf', true],
    ] as const)
      expect([file, inodeOf(first, file) === inodeOf(second, file)]).toEqual([file, isLinked])
    expect(readFileSync(join(second, 'documents/2026/bill 2.pdf'), 'utf8')).toBe('%PDF-1.7 new')
    rmSync(first, { recursive: true })
    expect(await restore('of-links', source, second)).toMatchObject({ exitCode: 0 })
    expect(readFileSync(join(restored('of-links-documents'), '2026', 'bill 1.pdf'), 'utf8')).toBe('%PDF-1.7 one')
    for (const file of ['2026/bill 2.pdf', '2026.pdf', '2026/bill 1b.pdf']) rmSync(join(documentsDir, file))
    const database = await openByEnv(source, () => {})
    const taken = await database.db.selectFrom('portal.backup_taken').select('taken_at').execute()
    await database.close()
    expect(taken.length).toBeGreaterThanOrEqual(2)
  })

  it('gives no number a second time and ends every session, so that nothing of the lost hours passes for something new', async () => {
    const { event } = await handOut(source)
    expect(event).toBe(lost.event + 1)
    const env = { ...source, DATA_DIR: restored('fresh') }
    expect((await handOut(env)).event).toBeGreaterThan(lost.event + 1_000)
    const database = await openByEnv(env, () => {})
    const portal = await startTestPortal({ database })
    await checkKeys(portal.deps)
    const { memberNumber, ...session } = lost.session
    const params = { memberNumber, accountNumber: '100100101' }
    expect((await portal.call(accountOverview.info, { ...session, params })).statusCode).toBe(401)
    await portal.close()
  })

  it('keeps no key and no password in the backup [REL-24]', () => {
    for (const file of globSync('**/*', { cwd: newestIn(backups) }).filter((name) => /\.(?:json|sha256)$/u.test(name)))
      expect(readFileSync(join(newestIn(backups), file), 'utf8')).not.toContain(secret)
    expect(globSync('**/*.key', { cwd: newestIn(backups) })).toEqual([])
  })

  it('names the keys that APP_KEYS lacks, or that have another secret, and writes nothing [REL-24]', async () => {
    const other = Buffer.alloc(32, 9).toString('base64')
    const without = await restore('no-key', envWith({ APP_KEYS: `other:${secret}` }))
    expect(without).toMatchObject({ exitCode: 1, output: expect.stringContaining('the key "test" is missing') })
    const wrong = await restore('no-key', envWith({ APP_KEYS: `test:${other}` }))
    expect(wrong).toMatchObject({ exitCode: 1, output: expect.stringContaining('"test" has another secret') })
    expect(existsSync(restored('no-key'))).toBe(false)
  })

  it.each(['database.tar.gz', 'documents/2026/bill 1.pdf', 'documents.sha256', 'manifest.json'])(
    'refuses a backup whose %s is damaged, before it writes anything [REL-24]',
    async (name) => {
      const file = join(newestIn(backups), name)
      const whole = readFileSync(file)
      const damaged = Buffer.from(whole)
      damaged[0] = 0x20 + ((damaged[0] ?? 0) % 7)
      writeFileSync(file, damaged)
      const answer = await restore('damaged')
      writeFileSync(file, whole)
      expect(answer).toMatchObject({ exitCode: 1, output: expect.stringMatching(/is damaged/u) })
      expect(existsSync(restored('damaged'))).toBe(false)
    },
  )

  /** Restores with a changed manifest. */
  async function restoreWith(name: string, change: (manifest: Record<string, unknown>) => void) {
    const file = join(newestIn(backups), manifestName)
    const whole = readFileSync(file, 'utf8')
    const manifest = JSON.parse(whole) as Record<string, unknown>
    change(manifest)
    writeFileSync(file, JSON.stringify(manifest))
    const answer = await restore(name)
    writeFileSync(file, whole)
    return answer
  }

  it('refuses a backup of a version with a migration that this one does not have [REL-24]', async () => {
    const answer = await restoreWith('newer', (manifest) => {
      manifest['portalVersion'] = '9.9.9'
      ;(manifest['migrations'] as object[]).push({ name: '9999_later.sql', hash: 'x' })
    })
    expect(answer).toMatchObject({ exitCode: 1, output: expect.stringContaining('Version 9.9.9') })
    expect(answer.output).toContain('9999_later.sql')
  })

  it('reports a restored database whose rows or ledger are not those of the manifest [REL-24]', async () => {
    const answer = await restoreWith('different', (manifest) => {
      ;(manifest['tables'] as Record<string, number>)['portal.login'] = 2
      ;(manifest['ledger'] as Record<string, string>)['checksum'] = '1'
    })
    expect(answer.exitCode).toBe(1)
    expect(answer.output).toContain('portal.login has 1 rows, not 2; the ledger has another checksum')
  })

  it('restores into a new, empty place only [REL-24]', async () => {
    mkdirSync(restored('used'))
    writeFileSync(join(restored('used'), 'file'), '')
    expect(await restore('used')).toMatchObject({ exitCode: 1, output: expect.stringContaining('is not empty') })
    expect(readdirSync(restored('used'))).toEqual(['file'])
    const toServer = await run(restoreCommand, source, '--from', newestIn(backups), '--to', 'postgres://127.0.0.1:1/x')
    expect(toServer).toMatchObject({ exitCode: 1, output: expect.stringContaining('Give --to a new data folder') })
  })

  it('refuses the address of a database whose certificate no one checks, in production as DATABASE_URL does [SEC-70, REQ-D-357]', async () => {
    const production: Env = { ...source, NODE_ENV: 'production' }
    const away = 'postgres://u:p@db.example.org/x?sslmode=require'
    const sentence =
      'restore: --to: Production checks the certificate of a database on another machine: use sslmode=verify-full, or no sslmode on a private network'
    const from = ['--from', newestIn(backups)]
    for (const words of [from, ['--after-recovery']])
      await expect(restoreCommand.run([...words, '--to', away], production)).rejects.toThrow(new WrongUsage(sentence))
    await expect(restoreCommand.run([...from, '--to', 'postgres://a:b:c'], source)).rejects.toThrow(WrongUsage)
    const taken = { exitCode: 1, output: expect.stringContaining('Give --to a new data folder') }
    expect(await run(restoreCommand, source, ...from, '--to', away)).toMatchObject(taken)
    for (const to of ['postgres://db.example.org/x?sslmode=verify-full', 'postgres://127.0.0.1/x?sslmode=disable'])
      expect(await run(restoreCommand, production, ...from, '--to', to)).toMatchObject(taken)
  })

  it('notes no backup that cannot be read back, and leaves nothing of it [REQ-D-464, REL-37]', async () => {
    const dir = join(folder, 'unreadable')
    const taken = async () => {
      const database = await openByEnv(source, () => {})
      const { rows } = await sql<{ at: Date }>`select taken_at as at from portal.backup_taken`.execute(database.db)
      await database.close()
      return rows
    }
    const before = await taken()
    const dump = readFileSync(join(newestIn(backups), 'database.tar.gz'))
    vi.spyOn(PGlite.prototype, 'dumpDataDir').mockResolvedValue(new Blob([dump.subarray(0, dump.length / 2)]))
    const { exitCode, output } = await run(backupCommand, source, '--to', dir, '--keep', '1')
    expect([exitCode, output]).toEqual([1, expect.stringContaining('The dump cannot be read back: ')])
    expect(readdirSync(dir)).toEqual([])
    expect(await taken()).toEqual(before)
  })

  it('takes no backup whose documents are not all there [REQ-D-464, REL-37]', async () => {
    const { manifest } = await readManifest(newestIn(backups))
    const copy = join(folder, 'without-a-document')
    cpSync(newestIn(backups), copy, { recursive: true })
    await verifyBackup(copy)
    rmSync(join(copy, 'documents', '2026', 'bill 1.pdf'))
    await expect(verifyBackup(copy)).rejects.toThrow(`0 of ${manifest.documents.bytes} bytes`)
  })

  it('answers wrong arguments with the usage', async () => {
    for (const words of [[], ['--to'], ['--to', 'a', '--keep', '0'], ['--other']])
      await expect(backupCommand.run(words, source)).rejects.toThrow(WrongUsage)
    for (const words of [['--from', 'a'], ['--to', 'a'], ['--after-recovery', '--to', 'a'], ['--after-recovery']])
      await expect(restoreCommand.run(words, source)).rejects.toThrow(WrongUsage)
  })
})

const programs = globSync('/usr/lib/postgresql/*/bin/pg_dump')
  .map((file) => join(file, '..'))
  .sort()
  .at(-1)

describe.runIf(programs !== undefined)('of PostgreSQL, where pg_dump is installed', () => {
  it('dumps one snapshot and restores it into an empty database, which then serves; refuses a dump that was cut [REL-24, REL-37]', async () => {
    vi.stubEnv('PATH', `${programs ?? ''}:${process.env['PATH'] ?? ''}`)
    const server = await startPostgresql(false, programs)
    try {
      const to = async (database: string) => {
        const admin = await openByEnv(envWith({ DATABASE_URL: server.url('postgres') }), () => {})
        await admin.runScript(`create database ${database}`)
        await admin.close()
        return server.url(database)
      }
      const source = envWith({ DATABASE_URL: await to('source') })
      await fill(source)
      const backups = join(folder, 'server-backups')
      expect(await run(backupCommand, source, '--to', backups)).toMatchObject({ exitCode: 0 })
      const cut = join(folder, 'cut')
      mkdirSync(cut)
      const script = `'${programs ?? ''}/pg_dump' "$@" && truncate -s 20000 '${join(cut, 'backups')}'/*/database.dump`
      writeFileSync(join(cut, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const path = process.env['PATH'] ?? ''
      vi.stubEnv('PATH', `${cut}:${path}`)
      const unreadable = { exitCode: 1, output: expect.stringContaining('pg_restore failed') }
      expect(await run(backupCommand, source, '--to', join(cut, 'backups'))).toMatchObject(unreadable)
      expect(readdirSync(join(cut, 'backups'))).toEqual([])
      vi.stubEnv('PATH', path)
      const words = ['--from', newestIn(backups), '--documents', join(folder, 'server-documents'), '--to']
      const url = await to('restored')
      expect(await run(restoreCommand, source, ...words, url)).toMatchObject({ exitCode: 0 })
      expect(await smoke({ ...source, DATABASE_URL: url })).toEqual([
        { ledger_account: 'provider', amount: 5000 },
        { ledger_account: 'accounts', amount: -5000 },
      ])
      const { event } = await handOut({ ...source, DATABASE_URL: url })
      expect(await run(restoreCommand, source, '--after-recovery', '--to', url)).toMatchObject({ exitCode: 0 })
      expect((await handOut({ ...source, DATABASE_URL: url })).event).toBeGreaterThan(event + 1_000)
      const again = await run(
        restoreCommand,
        source,
        ...words.slice(0, 2),
        '--documents',
        join(folder, 'more'),
        '--to',
        url,
      )
      expect(again).toMatchObject({ exitCode: 1, output: expect.stringContaining('The database is not empty') })
    } finally {
      vi.unstubAllEnvs()
      await server.stop()
    }
  })
})
