import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { bulkTimeoutMs, openByEnv } from '../platform/db/open-by-env.ts'
import { lockDirectory } from '../platform/db/lock-directory.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { commandEnvironment } from '../testing/command-environment.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { WrongUsage } from './command.ts'
import { createImportProgress, progressLine } from './import-progress.ts'
import { importCommand } from './import.command.ts'
import { serveCommand } from './serve.command.ts'
import { settingsCommand } from './settings.command.ts'

const database = useTestDatabase()

const out = takeOutput('log', 'error')

const emptyEnv = (): Env => readEnv({ DATA_DIR: bundleFolder({}) })

const migratedEnv = async (): Promise<Env> => readEnv(await commandEnvironment(database))

/** The rows of a statement on the database that the commands left. */
async function rowsOf(env: Env, statement: string): Promise<unknown> {
  const opened = await openByEnv(env, () => {}, bulkTimeoutMs)
  try {
    return await opened.runScript(statement)
  } finally {
    await opened.close()
  }
}

/** The environment of commands on a database that has no tables, gone when the test has ended. */
async function envWithoutTables(): Promise<Env> {
  const server = inject('postgresqlUrl')
  if (server === '') return emptyEnv()
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const admin = readEnv({ DATABASE_URL: `${server}postgres` })
  await rowsOf(admin, `create database ${name}`)
  onTestFinished(async () => void (await rowsOf(admin, `drop database ${name} with (force)`)))
  return readEnv({ DATABASE_URL: server + name, DATA_DIR: bundleFolder({}), WORKERS: 'N' })
}

describe('coopline import', () => {
  test('a valid bundle exits with 0, a bad row with 1 and a report, and a dry run changes nothing', async () => {
    const env = await migratedEnv()
    const report = join(bundleFolder({}), 'report.csv')
    const good = bundleFolder(smallBundle)
    expect(await importCommand.run([good, '--dry-run', '--quiet', '--report', report], env)).toBe(0)
    const bad = bundleFolder({ 'phones.csv': csv('member_number,digits,kind', '10001,7155550001,cell') })
    expect(await importCommand.run([bad, '--quiet', '--report', report], env)).toBe(1)
    expect(readFileSync(report, 'utf8')).toContain('"phones.csv","2","member_number","10001","names no member on file"')
    expect(out.join('\n')).toContain(`error: phones.csv, line 2, member_number: '10001' names no member on file`)
    expect(await importCommand.run([good, '--quiet', '--report', report], env)).toBe(0)
    expect(await importCommand.run([bad, '--quiet', '--report', report], env)).toBe(0)
  })

  test('nothing is imported when the report cannot be written', async () => {
    const [env, good] = [await migratedEnv(), bundleFolder(smallBundle)]
    const nowhere = join(good, 'no-such-folder', 'report.csv')
    await expect(importCommand.run([good, '--report', nowhere], env)).rejects.toThrow(
      /^The report cannot be written: ENOENT/u,
    )
    await importCommand.run([good, '--quiet', '--dry-run'], env)
    expect(await rowsOf(env, 'select * from cis.member')).toEqual([])
  })

  test('a full load ends what its files no longer contain, and prints how many rows', async () => {
    const env = await migratedEnv()
    expect(await importCommand.run([bundleFolder(smallBundle), '--quiet'], env)).toBe(0)
    const next = bundleFolder({ 'phones.csv': csv('member_number,digits,kind', '10001,7155554821,cell') })
    expect(await importCommand.run([next, '--full', '--most-ended', '50'], env)).toBe(0)
    expect(out.join('\n')).toMatch(/phones\.csv +1 rows, 0 added, 0 changed, 1 unchanged, 1 ended, 0 refused/u)
    expect(await rowsOf(env, 'select digits from cis.phone')).toEqual([{ digits: '7155554821' }])
    for (const words of [
      ['--most-ended', '5'],
      ['--full', '--most-ended', '101'],
      ['--full', '--most-ended', 'all'],
    ])
      await expect(importCommand.run([next, ...words], env)).rejects.toThrow(WrongUsage)
  })

  test('an import is recorded for staff without the values of rows, and so is a folder without a bundle', async () => {
    const env = await migratedEnv()
    const bad = bundleFolder({
      'members.csv': smallBundle['members.csv'],
      'phones.csv': csv('member_number,digits,kind', '10009,7155550001,cell'),
    })
    const empty = bundleFolder({})
    const report = join(bundleFolder({}), 'report.csv')
    for (const words of [[bad, '--dry-run'], [bad], [empty]])
      expect(await importCommand.run([...words, '--quiet', '--report', report], env)).toBe(1)
    const columns = 'kind, name, outcome, row_count, error_count, ended_at is not null as is_ended, report'
    const recorded = { kind: 'bundle', outcome: 'with-errors', error_count: 1, is_ended: true }
    expect(await rowsOf(env, `select ${columns} from portal.recorded_import order by id`)).toEqual([
      {
        ...recorded,
        name: basename(bad),
        row_count: 3,
        report: {
          files: [
            { name: 'members.csv', rows: 2, stored: 2, refused: 0 },
            { name: 'phones.csv', rows: 1, stored: 0, refused: 1 },
          ],
          entries: [
            {
              severity: 'error',
              file: 'phones.csv',
              line: 2,
              column: 'member_number',
              reason: 'names no member on file',
            },
          ],
        },
      },
      {
        ...recorded,
        name: basename(empty),
        row_count: 0,
        report: { files: [], entries: [expect.objectContaining({ severity: 'error', line: 0 })] },
      },
    ])
  })

  test('without --quiet the counts of every file are printed', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const report = join(bundleFolder({}), 'report.csv')
    await importCommand.run(
      [bundleFolder({ 'members.csv': smallBundle['members.csv'] }), '--report', report],
      await migratedEnv(),
    )
    expect(out[0]).toBe('members.csv   2 rows, 2 added, 0 changed, 0 unchanged, 0 refused')
    expect(out[1]).toBe('phones.csv    not in this bundle')
    expect(out.at(-1)).toBe('Done.')
  })

  test('a database from before the baseline is refused by every command and stays as it is [REL-23]', async () => {
    const env = await envWithoutTables()
    await rowsOf(
      env,
      `create table public.coopline_migration (name text primary key, hash text not null, applied_at timestamptz default now());
      insert into public.coopline_migration (name, hash) values ('0001_settings.sql', 'x'), ('0002_cooperative.sql', 'x');
      create schema cis; create table cis.member (member_number text); insert into cis.member values ('10001')`,
    )
    expect(await importCommand.run([bundleFolder(smallBundle), '--quiet'], env)).toBe(1)
    expect(await settingsCommand.run(['set', 'coopName', 'Prairie REC'], env)).toBe(1)
    expect(await serveCommand.run([], env)).toBe(1)
    expect(out).toEqual([1, 2, 3].map(() => expect.stringContaining('import the settings and the data again')))
    const names =
      "select array_agg(table_name::text order by 1) as tables from information_schema.tables where table_schema in ('public', 'cis', 'portal')"
    expect(await rowsOf(env, `${names}; select member_number from cis.member`)).toEqual([
      { tables: ['coopline_migration', 'member'] },
      { member_number: '10001' },
    ])
  })

  test('`fedach FILE` replaces the directory of banks, and refuses a file with another line', async () => {
    const env = await migratedEnv()
    const bank = `${'091809003O0910000801082101000000000CEDAR VALLEY BANK'.padEnd(148)}11\r\n`
    const folder = bundleFolder({ 'good.txt': bank, 'bad.txt': '091809004 NO BANK' })
    expect(await importCommand.run(['fedach', join(folder, 'good.txt')], env)).toBe(0)
    expect(await importCommand.run(['fedach', join(folder, 'bad.txt')], env)).toBe(1)
    expect(out).toEqual(['Imported 1 banks.', expect.stringContaining('bad.txt, line 1: ')])
    const select = 'select routing_number, name from portal.financial_institution'
    expect(await rowsOf(env, select)).toEqual([{ routing_number: '091809003', name: 'CEDAR VALLEY BANK' }])
  })

  test('`ach-returns FILE` applies what the bank returned to a database that is there', async () => {
    const env = await migratedEnv()
    const entry = `627091809003${'700310552'.padEnd(17)}0000000000${'100100101'.padEnd(15)}${'ADA LINDQVIST'.padEnd(22)}R 0091000010000001`
    const addenda = `799R03091000010000001      09180900${' '.repeat(44)}091000019999999`
    const file = join(bundleFolder({ 'returns.ach': `${entry}\n${addenda}\n` }), 'returns.ach')
    expect(await importCommand.run(['ach-returns', file], emptyEnv())).toBe(1)
    expect(out).toEqual([expect.stringContaining('There is no database in the data folder')])
    expect(await settingsCommand.run(['set', 'portalRunsDrafts', 'Y'], env)).toBe(0)
    await rowsOf(
      env,
      `insert into pay.run (run_date, from_date, started_at) values ('2026-11-20', '2026-11-06', now());
      insert into pay.bank_file (file_date, modifier, effective_date, originator, created_at, entries, debits, released_at)
      values ('2026-11-20', 'A', '2026-11-23', '{}', now(), 1, 0, now());
      insert into pay.run_item (kind, enrollment_id, due_date, run_date, account_number, member_number, amount, state, created_at, file_id, trace_number)
      select 'prenote', '1', '2026-11-20', '2026-11-20', '100100101', '10001', 0, 'booked', now(), id, '091000010000001' from pay.bank_file`,
    )
    out.length = 0
    expect(await importCommand.run(['ach-returns', file], env)).toBe(0)
    expect(await importCommand.run(['ach-returns', file], env)).toBe(0)
    expect(await importCommand.run(['ach-returns', join(file, 'nowhere')], env)).toBe(1)
    expect(out).toEqual([
      expect.stringMatching(/^returned, stop +1$/u),
      expect.stringMatching(/^applied before +1$/u),
      expect.stringContaining('nowhere cannot be read'),
    ])
    expect(await rowsOf(env, 'select code from pay.bank_return')).toEqual([{ code: 'R03' }])
  })

  test('wrong arguments, a missing bundle and a data folder in use are reported without a stack trace', async () => {
    await expect(importCommand.run([], emptyEnv())).rejects.toThrow(WrongUsage)
    await expect(importCommand.run(['a', '--dryrun'], emptyEnv())).rejects.toThrow(WrongUsage)
    const env = emptyEnv()
    expect(await importCommand.run([join(env.DATA_DIR, 'nowhere')], await migratedEnv())).toBe(1)
    expect(out.join('\n')).toContain('cannot be read as a folder')
    onTestFinished(lockDirectory(env.DATA_DIR))
    expect(await importCommand.run([env.DATA_DIR], env)).toBe(75)
    expect(out.join('\n')).toContain('is in use by another Coopline process')
  })
})

test('the import runs in a thread of its own and the process ends with its exit code', async () => {
  const env = { PATH: process.env.PATH, ...(await commandEnvironment(database)) }
  const line = join(import.meta.dirname, 'coopline.ts')
  const report = join(bundleFolder({}), 'report.csv')
  const bad = bundleFolder({ 'phones.csv': csv('member_number,digits,kind', '10001,7155550001,cell') })
  const refused = spawnSync(process.execPath, [line, 'import', bad, '--report', report], { encoding: 'utf8', env })
  expect([refused.status, refused.stdout]).toEqual([1, expect.stringContaining('Done.')])
  expect(refused.stderr).toContain("'10001' names no member on file")
})

describe('progress', () => {
  const half = { file: 'bills.csv', rows: 17_000, bytesRead: 50, bytes: 100, done: false }

  test('progress names file, share, rows and rows per second', () => {
    expect(progressLine(half, 800)).toBe(
      'bills.csv     [############............]  50 %      17,000 rows    21,250 rows/s',
    )
    expect(progressLine({ ...half, bytes: 0 }, 0)).toContain('100 %')
  })

  test('a terminal gets one line per file that is written over, anything else plain lines now and then', () => {
    const clock = createTestClock()
    const shown = (isTTY: boolean): string => {
      const texts: string[] = []
      const progress = createImportProgress({ isTTY, columns: 80, write: (text) => void texts.push(text) }, clock)
      for (const bytesRead of [10, 20, 30]) {
        progress.show({ ...half, bytesRead })
        clock.advance(1)
      }
      progress.show({ ...half, bytesRead: 100, done: true })
      progress.end()
      return texts.join('')
    }
    expect(shown(true).split('\r').length - 1).toBe(3)
    expect(shown(true).split('\n')).toHaveLength(2)
    expect(shown(false)).toBe('bills.csv     [########################] 100 %      17,000 rows     5,667 rows/s\n')
  })
})
