import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { featureData } from '../../features.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { readEnv } from '../../read-env.ts'
import { createLog } from '../log.ts'
import { recordAttempt } from '../attempts/record-attempt.ts'
import { deleteExpired, deleteExpiredWithRightClock } from './delete-expired.job.ts'

const { retention: retentionRules } = featureData
const database = useTestDatabase()
const clock = createTestClock()
const logLines: string[] = []
const log = createLog('info', { write: (line) => void logLines.push(line) })
beforeEach(() => {
  clock.set('2026-11-20T15:00:00Z')
  logLines.length = 0
})

const run = async (env: Record<string, string> = {}) =>
  deleteExpired({ db: database.db, clock, log, featureData, env: readEnv({ NODE_ENV: 'test', ...env }) })

const keysOf = async (table: string, column: string) =>
  (await database.runScript(`select ${column} as key from ${table} order by 1`)).map(({ key }) => key)

/** Messages that were written some days ago, sent or not. */
const putMessages = async (count: number, daysAgo: number, isSent: boolean) =>
  database.runScript(`
    insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, sent_at)
    select '${daysAgo}:' || n, 'email', 'a@b.test', '', '', 'en', at, case when ${isSent} then at end
    from generate_series(1, ${count}) as n,
      (select timestamptz '2026-11-20T15:00:00Z' - interval '${daysAgo} days 1 hour' as at) as moment`)

describe('old rows', () => {
  it('go in batches, however many there are, and younger ones stay', async () => {
    await putMessages(2_500, 90, true)
    await putMessages(1, 89, false)
    await run()
    expect(await keysOf('outbox.message', 'dedupe_key')).toEqual(['89:1'])
    expect(logLines.join('')).toContain('"table":"outbox.message","deleted":2500')
  })

  it('stay while the clock of the database is more than a day off the clock of the machine', async () => {
    await putMessages(3, 90, true)
    const machine = createTestClock()
    const runBeside = async (time: string) => {
      machine.set(time)
      await deleteExpiredWithRightClock(
        { db: database.db, clock, log, featureData, env: readEnv({ NODE_ENV: 'test' }) },
        machine,
      )
    }
    await expect(runBeside('2025-10-20T15:00:00Z')).rejects.toThrow(/^Nothing is deleted: .* 9504 hours off/u)
    await expect(runBeside('2026-11-21T16:00:00Z')).rejects.toThrow(/-25 hours off/u)
    expect(await keysOf('outbox.message', 'dedupe_key')).toHaveLength(3)
    await runBeside('2026-11-21T14:00:00Z')
    expect(await keysOf('outbox.message', 'dedupe_key')).toEqual([])
  })

  it('go after the days that RETENTION_DAYS says', async () => {
    await putMessages(1, 20, true)
    await run()
    expect(await keysOf('outbox.message', 'dedupe_key')).toEqual(['20:1'])
    await run({ RETENTION_DAYS: 'outbox.message:20,portal.session:7' })
    expect(await keysOf('outbox.message', 'dedupe_key')).toEqual([])
  })

  it('leaves events that were never acknowledged, however old', async () => {
    await database.runScript(`
      insert into outbox.event (kind, body, created_at, acknowledged_at) values
        ('waiting', '{}', '2020-01-01T00:00:00Z', null),
        ('taken', '{}', '2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'),
        ('fresh', '{}', '2020-01-01T00:00:00Z', '2026-01-02T00:00:00Z')`)
    await run()
    expect(await keysOf('outbox.event', 'kind')).toEqual(['fresh', 'waiting'])
  })

  it('deletes old entries of the audit as the role that serves, which may not change them [SEC-69]', async () => {
    await recordAudit(database.db, { kind: 'old', at: new Date('2023-01-01T00:00:00Z') })
    await recordAudit(database.db, { kind: 'young', at: new Date('2026-01-01T00:00:00Z') })
    await run()
    expect(await keysOf('portal.audit', 'kind')).toEqual(['young'])
  })

  it('deletes counters of attempts whose window is over', async () => {
    const limit = { kind: 'k', windowSeconds: 100, limit: 3 }
    await recordAttempt(database.db, { ...limit, subject: 'over' }, clock.now())
    clock.advance(50)
    await recordAttempt(database.db, { ...limit, subject: 'later' }, clock.now())
    clock.advance(51)
    await run()
    expect(await keysOf('portal.attempt_counter', 'subject')).toEqual(['later'])
  })

  it('works on every table when one of them fails, and says that one did', async () => {
    await putMessages(1, 20, true)
    await database.runScript(`
      insert into outbox.event (kind, body, created_at, acknowledged_at) values ('old', '{}', '2020-01-01', '2020-01-01');
      create function pg_temp.refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger refuse before delete on outbox.message for each row execute function pg_temp.refuse()`)
    const failure = run({ RETENTION_DAYS: 'outbox.message:14' })
    await expect(failure).rejects.toThrow('Old rows were not deleted: outbox.message: no')
    log.error({ err: await failure.catch((error: unknown) => error) }, 'A job failed')
    expect(JSON.parse(logLines.at(-1) ?? '')).toMatchObject({
      err: { errors: [{ message: 'outbox.message: no', cause: { message: 'no' } }] },
    })
    await database.runScript('drop trigger refuse on outbox.message')
    expect(await keysOf('outbox.event', 'kind')).toEqual([])
  })
})

describe('readings', () => {
  const months = async () =>
    (
      await database.runScript(`
        select inhrelid::regclass::text as name from pg_inherits
        where inhparent in ('meter.daily_reading'::regclass, 'meter.interval_day'::regclass) order by 1`)
    ).map(({ name }) => String(name))

  it('deletes readings by whole months older than 400 days, and their weather', async () => {
    await database.runScript(`
      select meter.create_months(date '2020-01-01', date '2020-03-31'), meter.create_months(current_date - 380, current_date);
      insert into meter.weather_day (station, day, low, high, average) values
        ('A', '2020-01-01', 1, 2, 1.5), ('A', current_date, 1, 2, 1.5)`)
    const young = (await months()).filter((name) => !name.includes('2020'))
    clock.set(new Date().toISOString())
    await run()
    expect(await months()).toEqual(young)
    expect(await keysOf('meter.weather_day', 'day::text')).toEqual([new Date().toISOString().slice(0, 10)])
    expect(logLines.join('')).toContain('"table":"meter.daily_reading","deleted":3')
    clock.set('2990-01-01T00:00:00Z')
    await run()
    expect(await months()).toEqual(young)
  })
})

describe('the audit', () => {
  const put = async (at: string) => recordAudit(database.db, { kind: at.slice(0, 4), at: new Date(at) })

  it('loses what is older than its retention', async () => {
    await put('2019-05-01T00:00:00Z')
    await put('2025-05-01T00:00:00Z')
    await run()
    expect(await keysOf('portal.audit', 'kind')).toEqual(['2025'])
  })

  it('refuses every change, and to lose an entry of the last 365 days, in the database itself', async () => {
    await recordAudit(database.db, { kind: 'young', at: new Date(Date.now() - 364 * 86_400_000) })
    await put('2019-05-01T00:00:00Z')
    await expect(database.runScript(`delete from portal.audit where kind = 'young'`)).rejects.toThrow('within a year')
    await expect(database.runScript(`update portal.audit set kind = 'x' where kind = '2019'`)).rejects.toThrow('never')
    expect(await keysOf('portal.audit', 'kind')).toEqual(['2019', 'young'])
  })
})

describe('the rules', () => {
  it.each([
    ['portal.login:30', 'portal.login has no retention'],
    ['portal.audit:100', 'portal.audit takes a whole number of days, 366 at least'],
    ['portal.session:many', 'portal.session takes a whole number of days, 1 at least'],
  ])('refuse RETENTION_DAYS=%s', (text, message) => {
    expect(() => readEnv({ NODE_ENV: 'test', RETENTION_DAYS: text })).toThrow(message)
  })

  it('the rules are those that docs/OPERATIONS.md lists', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../../../docs/OPERATIONS.md'), 'utf8')
    const rows = retentionRules.map(
      ({ table, days, leastDays, what }) => `| \`${table}\` | ${what} | ${days} | ${leastDays} |`,
    )
    expect(document).toContain(rows.join('\n'))
  })

  it('find their rows by an index that begins with their column', async () => {
    const indexed = await database.runScript(`
      select n.nspname || '.' || t.relname as "table", a.attname as "column"
      from pg_index as i join pg_class as t on t.oid = i.indrelid join pg_namespace as n on n.oid = t.relnamespace
      join pg_attribute as a on a.attrelid = t.oid and a.attnum = i.indkey[0]`)
    const names = new Set(indexed.map((row) => `${String(row['table'])}.${String(row['column'])}`))
    const byRow = retentionRules.filter((rule) => rule.isByMonth !== true)
    expect(byRow.filter(({ table, column }) => !names.has(`${table}.${column}`))).toEqual([])
  })

  /** Tables with a time of day that keep their rows: bounded by the members and accounts that there are, or books. */
  const kept = [
    'cis',
    'pay',
    'portal.account_preference',
    'portal.app_key',
    'portal.autopay',
    'portal.billing_choice',
    'portal.calendar_address',
    'portal.contact',
    'portal.draft',
    'portal.login',
    'portal.notification_choice',
    'portal.notification_route',
    'portal.passkey',
    'portal.preference',
    'portal.profile_change',
    'portal.recovery_code',
    'portal.setting',
    'portal.staff_identity',
    'portal.staff_login',
    'portal.usage_alert',
    'portal.prepaid_warning',
    'portal.notified_prepaid',
    'portal.opted_out_phone',
    'portal.notified_outage',
    'portal.connected_notification', // Deleted with its connection.
    'portal.outage_estimate', // Deleted with its incident.
    'portal.outage_file', // One row.
    'portal.shared_guest', // Deleted with its access.
    'portal.demo_cooperative',
    'portal.member_document', // At most 200, added and removed by staff.
  ]

  it('name every table that grows with time, or the list of those that are kept does', async () => {
    const tables = await database.runScript(`
      select distinct table_schema || '.' || table_name as name from information_schema.columns
      where table_schema in ('portal', 'outbox', 'pay', 'cis') and data_type like 'timestamp%'
        or table_schema = 'meter' and data_type = 'date'`)
    const known = new Set<string>([...retentionRules.map(({ table }) => table), ...kept])
    const names = tables.map(({ name }) => String(name).replace(/_\d{4}_\d{2}$/u, ''))
    expect(names.filter((name) => !known.has(name) && !known.has(name.split('.')[0] ?? ''))).toEqual([])
  })
})
