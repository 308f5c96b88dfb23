import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, test } from 'vitest'
import { useTestDatabase } from '../../testing/test-database.ts'
import { checkPostgresql, UnfitDatabase } from './check-postgresql.ts'
import { migrate, readMigrations } from './migrate.ts'
import { DatabaseBeforeBaseline, MigrationEdited } from './migration-errors.ts'

const database = useTestDatabase()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-migrations-'))
})
afterEach(async () => {
  await database.runScript(
    "drop table if exists a, b, c, d; drop sequence if exists attempt; delete from coopline_migration where name like '9%' or name like '0001\\_%'",
  )
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, script: string) => writeFileSync(join(folder, name), script)
const tables = async () => {
  const rows = await database.runScript(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  )
  return rows.map((row) => row['name'])
}

describe('migrating', () => {
  test('migrating has applied every file once, in the order of the names, and applies nothing the second time [REL-23]', async () => {
    const names = readMigrations().map((migration) => migration.name)
    const rows = await database.runScript('select name from coopline_migration order by applied_at, name')
    expect(rows.map((row) => row['name'])).toEqual(names)
    expect(names.length).toBeGreaterThanOrEqual(7)
    expect(names).toEqual(names.toSorted())
    expect(await migrate(database)).toEqual([])
  })

  test('a migration that fails half-way leaves nothing behind, and is applied once it is corrected [REL-23]', async () => {
    write('9001_a.sql', 'create table a (n int);')
    write('9002_b.sql', 'create table b (n int); insert into b values (1); select 1 / 0; create table c (n int);')
    write('9003_d.sql', 'create table d (n int);')
    await expect(migrate(database, { directory: folder })).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['a', 'coopline_migration'])
    write('9002_b.sql', 'create table b (n int); insert into b values (1); create table c (n int);')
    expect(await migrate(database, { directory: folder })).toEqual(['9002_b.sql', '9003_d.sql'])
    expect(await tables()).toEqual(['a', 'b', 'c', 'coopline_migration', 'd'])
  })

  test('whichever statement fails, the database is as before and serves on [REL-23]', async () => {
    const statements = [
      'create table b (n int)',
      'insert into b values (1)',
      'create index on b (n)',
      'alter table b add m int',
    ]
    for (let at = 0; at <= statements.length; at += 1) {
      write('9001_b.sql', `${statements.toSpliced(at, 0, 'select * from nowhere').join(';\n')};`)
      await expect(migrate(database, { directory: folder })).rejects.toThrow('nowhere')
      expect(await tables()).toEqual(['coopline_migration'])
      expect(await database.runScript('select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  test('a migration that was applied and edited since is refused by name, and nothing more is applied [REL-23]', async () => {
    write('9001_a.sql', 'create table a (n int);')
    await migrate(database, { directory: folder })
    write('9001_a.sql', 'create table a (n bigint);')
    write('9002_b.sql', 'create table b (n int);')
    await expect(migrate(database, { directory: folder })).rejects.toThrow(MigrationEdited)
    await expect(migrate(database, { directory: folder })).rejects.toThrow('9001_a.sql was edited')
    expect(await tables()).toEqual(['a', 'coopline_migration'])
  })

  test('a migration that is ended to resolve a deadlock is retried', async () => {
    // A rollback keeps what a sequence has given out, so only the first attempt fails.
    await database.runScript('create sequence attempt')
    write(
      '9001_a.sql',
      `do $$ begin
         if nextval('attempt') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
       end $$;
       create table a (n int);`,
    )
    const messages: string[] = []
    const options = { directory: folder, pauseMs: 1, onWait: (text: string) => void messages.push(text) }
    expect(await migrate(database, options)).toEqual(['9001_a.sql'])
    expect(messages).toEqual([
      expect.stringMatching(/^Migration 9001_a\.sql could not lock .* Retrying up to 19 times\.$/u),
    ])
  })

  test('an older version starts on a newer schema: what it does not know is left alone [REL-23]', async () => {
    write('9001_a.sql', 'create table a (n int);')
    write('9002_b.sql', 'create table b (n int);')
    await migrate(database, { directory: folder })
    rmSync(join(folder, '9002_b.sql'))
    expect(await migrate(database, { directory: folder })).toEqual([])
    expect(await tables()).toEqual(['a', 'b', 'coopline_migration'])
  })

  it.each(['0001_site.sql', '0001_settings.sql'])(
    'refuses a database that began with %s, before the baseline, and leaves it as it is [REL-23]',
    async (name) => {
      await database.runScript(`insert into coopline_migration (name, hash) values ('${name}', '')`)
      write('9001_a.sql', 'create table a (n int);')
      await expect(migrate(database, { directory: folder })).rejects.toThrow(DatabaseBeforeBaseline)
      await expect(migrate(database, { directory: folder })).rejects.toThrow('import the settings and the data again')
      expect(await tables()).toEqual(['coopline_migration'])
    },
  )
})

// The embedded database has one connection: nothing else runs while it migrates.
describe.runIf(inject('postgresqlUrl') !== '')('migrating beside others', () => {
  it('waits while another instance migrates, then applies what is missing once [REL-23]', async () => {
    write('9001_a.sql', 'create table a (n int);')
    write('9002_b.sql', 'create table b (n int);')
    const release = Promise.withResolvers<undefined>()
    const locked = Promise.withResolvers<undefined>()
    const other = database.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(8675310)`.execute(tx)
      locked.resolve(undefined)
      await release.promise
    })
    await locked.promise
    const migrating = [migrate(database, { directory: folder }), migrate(database, { directory: folder })]
    const first = await Promise.race([
      ...migrating,
      new Promise((resolve) => setTimeout(resolve, 300, 'both are waiting')),
    ])
    expect(first).toBe('both are waiting')
    expect(await tables()).toEqual(['coopline_migration'])
    release.resolve(undefined)
    await other
    expect((await Promise.all(migrating)).flat().toSorted()).toEqual(['9001_a.sql', '9002_b.sql'])
    expect(await tables()).toEqual(['a', 'b', 'coopline_migration'])
  })

  it('leaves nothing of a migration whose connection is killed, and applies all of it the next time [REL-23]', async () => {
    write(
      '9001_b.sql',
      'create table b (n int); select pg_terminate_backend(pg_backend_pid()); create table c (n int);',
    )
    await expect(migrate(database, { directory: folder })).rejects.toThrow(/terminat/u)
    expect(await tables()).toEqual(['coopline_migration'])
    write('9001_b.sql', 'create table b (n int); create table c (n int);')
    expect(await migrate(database, { directory: folder })).toEqual(['9001_b.sql'])
    expect(await tables()).toEqual(['b', 'c', 'coopline_migration'])
  })

  it('is refused in production by a server that forgets at a power cut [REL-22, SEC-70]', async () => {
    await expect(checkPostgresql(database, 'production')).rejects.toThrow(UnfitDatabase)
    await expect(checkPostgresql(database, 'production')).rejects.toThrow('fsync=off')
    await expect(checkPostgresql(database, 'development')).resolves.toBeUndefined()
  })
})
