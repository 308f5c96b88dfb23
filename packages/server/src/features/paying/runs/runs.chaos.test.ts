import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, calendarDateIn, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { isBankingDay } from '@coopline/rules/paying/runs/banking-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { openPostgresql } from '../../../platform/db/open-postgresql.ts'
import { bankFileFaults } from '../../../testing/bank-file-faults.ts'
import { processEnvironment } from '../../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../../testing/postgresql-server.ts'
import { originator } from '../../../testing/runs-in-test.ts'
import { checkNacha } from '../../../testing/check-nacha.ts'

/** The number of processes to kill. 25 drafts are due for each. */
const kills = Number(process.env.CHAOS_KILLS ?? '60')
const drafts = kills * 25
const program = (name: string): string => join(import.meta.dirname, '../../..', name)

let postgresql: PostgresqlServer
let database: OpenDatabase
const folder = mkdtempSync(join(tmpdir(), 'coopline-runs-chaos-'))
const date = lastBankingDay()

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  database = openOwnConnection()
  await migrate(database)
  await sql`insert into cis.member select 'M' || n, 'Member ' || n, 'en' from generate_series(1, ${drafts}) as n`.execute(
    database.db,
  )
  await sql`
    insert into cis.account select (100000000 + n)::text, 'M' || n, true, 'Member ' || n, 'Electric', 'Active', 'Current',
      n || ' Cedar Street', 'Eau Claire', 'WI', '54701', 'L-' || n, false, '', 'Standard', true, true, false
    from generate_series(1, ${drafts}) as n`.execute(database.db)
  // Every tenth account owes nothing.
  await sql`
    insert into cis.balance select (100000000 + n)::text, case when n % 10 = 0 then 0 else 1000 + n end, 0, '2026-12-04', 0, null,
      0, 0, 0, 50000, 0, 0, 2500, 0, false from generate_series(1, ${drafts}) as n`.execute(database.db)
  const settings = { portalRunsDrafts: true, allowBankDraft: true, achOriginator: originator, timeZone: 'Etc/UTC' }
  for (const [key, value] of Object.entries(settings))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  const end = await ended(start('testing/fill-drafts.ts', String(Number(date.slice(8)))))
  if (end !== '0') throw new Error(`The drafts were not set up: ${end}`)
})
afterAll(async () => {
  await database.close()
  await postgresql.stop()
  rmSync(folder, { recursive: true })
})

const openOwnConnection = (): OpenDatabase =>
  openPostgresql({
    url: postgresql.url('postgres'),
    poolSize: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    onError: () => undefined,
  })

function lastBankingDay(): CalendarDate {
  let day = calendarDateIn('Etc/UTC', new Date())
  while (!isBankingDay(day)) day = addDays(day, -1)
  return day
}

function start(name: string, ...args: readonly string[]): ChildProcess {
  const env = processEnvironment({ DATABASE_URL: postgresql.url('postgres'), DATA_DIR: folder })
  return spawn(process.execPath, [program(name), ...args], { stdio: 'ignore', env })
}
const runDrafts = () => start('cli/coopline.ts', 'runs', 'run', '--date', date)
const exportFile = () => start('cli/coopline.ts', 'nacha', 'export', '--dir', join(folder, 'files'))

const ended = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => void child.once('close', (code, signal) => resolve(signal ?? String(code))))

const pause = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

/** Kills a process at a moment between its start and about half a second of work. */
async function killSoon(child: ChildProcess): Promise<string> {
  const end = ended(child)
  await Promise.race([pause(600 + Math.random() * 1_200), end])
  child.kill('SIGKILL')
  return end
}

const rowOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await statement.execute(database.db)).rows[0]

test(
  'runs and bank files that are killed at random, two at a time, take each draft exactly once, to the cent [REL-09]',
  async () => {
    let died = 0
    for (let round = 0; died < kills; round += 1) {
      const ends = await Promise.all([
        killSoon(runDrafts()),
        killSoon(round % 3 === 2 ? exportFile() : runDrafts()),
        ...(round % 8 === 7
          ? [
              postgresql
                .kill()
                .then(async () => postgresql.start())
                .then(() => 'SIGKILL'),
            ]
          : []),
      ])
      died += ends.filter((end) => end === 'SIGKILL').length
    }
    await database.close()
    database = openOwnConnection()
    expect(await Promise.all([ended(runDrafts()), ended(runDrafts())])).toContain('0')
    while ((await ended(exportFile())) !== '0') await pause(500)

    const owing = sql`select 100000000 + n as account, 1000 + n as amount from generate_series(1, ${drafts}) as n where n % 10 <> 0`
    expect(
      await rowOf(sql`
        with owing as (${owing})
        select (select completed_at is not null from pay.run where run_date = ${date}::date) as complete,
          (select count(*)::integer from owing join pay.payment on account_number = account::text
            where payment.amount = owing.amount and state = 'confirmed') as payments,
          (select count(*)::integer from pay.payment) as "allPayments",
          (select count(*)::integer from pay.booking) as bookings,
          (select count(*)::integer from outbox.event where kind = 'payment-confirmed') as events,
          (select count(*)::integer from outbox.event where kind = 'run.completed') as summaries,
          (select sum(amount)::integer from pay.ledger_entry) as sum,
          (select count(*)::integer from pay.run_item where state = 'booked') as booked,
          (select count(*)::integer from pay.run_item where reason = 'nothing-due') as skipped,
          (select count(*)::integer from pay.run_item where bank_numbers is not null) as "numbersLeft",
          (select count(*)::integer from pay.bank_file where released_at is null) as "openFiles"`),
    ).toEqual({
      complete: true,
      payments: drafts * 0.9,
      allPayments: drafts * 0.9,
      bookings: drafts * 0.9,
      events: drafts * 0.9,
      summaries: 1,
      sum: 0,
      booked: drafts * 0.9,
      skipped: drafts * 0.1,
      numbersLeft: 0,
      openFiles: 0,
    })

    const files = readdirSync(join(folder, 'files')).filter((name) => name.endsWith('.ach'))
    const entries = files.flatMap((name) => {
      const content = readFileSync(join(folder, 'files', name), 'latin1')
      expect([name, checkNacha(content).faults, bankFileFaults(content)]).toEqual([name, [], []])
      return content.split('\n').filter((line) => line.startsWith('6'))
    })
    const collected = entries.map((line) => [line.slice(39, 54).trim(), Number(line.slice(29, 39))] as const)
    const paid = await sql<{ account: string; amount: number }>`
      select account_number as account, amount from pay.payment order by account_number`.execute(database.db)
    expect(collected.toSorted(([left], [right]) => left.localeCompare(right))).toEqual(
      paid.rows.map(({ account, amount }) => [account, amount]),
    )
  },
  kills * 10_000 + 120_000,
)
