import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { seedLogin } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createPgBossJobs } from '../jobs/pg-boss-jobs.ts'
import { deadLetters } from '../jobs/jobs.ts'
import { deliverMessagesJob } from '../messages/deliver-messages.job.ts'
import { isBusinessHour, listRaisedAlarms, watchAlarms, watchDisks } from './alarms.ts'
import { listFullDisks } from './disk-space.ts'
import { createErrorRatio } from './error-ratio.ts'
import { mailRefusedImports, noteRefusedImports } from './refused-imports.ts'

const portal = useTestPortal()
beforeAll(async () => {
  // The queue makes its tables.
  const jobs = createPgBossJobs({
    database: portal.database,
    log: createLog('silent'),
    clock: systemClock,
    pollSeconds: 60,
  })
  await jobs.start({ work: false })
  await jobs.stop()
})
beforeEach(async () => portal.database.runScript('delete from job.job'))

const minutesAgo = (minutes: number) => new Date(portal.clock.now().getTime() - minutes * 60_000)
const raised = async () => Object.fromEntries(await listRaisedAlarms(portal.deps))
const logged = () =>
  portal.logLines.map((line) => JSON.parse(line) as { alarm?: string }).flatMap(({ alarm }) => alarm ?? [])

/** Reports the refused files in a watch folder. */
const reportRefused = async (
  more: { readonly folder?: string; readonly directory?: string; readonly isWhole?: boolean },
  names: readonly string[],
) => {
  const files = names.map((file) => ({ file, hasReport: file.endsWith('.csv') }))
  const call = { folder: 'f', directory: '/watch', isWhole: true, ...more, files }
  await noteRefusedImports(portal.deps, [JSON.stringify(call)])
}
const mails = async () =>
  portal.db.selectFrom('outbox.message').select(['recipient', 'subject', 'body_text']).orderBy('id').execute()

async function seedPayment(transNo: string, requestedAt: Date, postbackAt?: Date): Promise<void> {
  await portal.db
    .insertInto('pay.payment')
    .values({
      trans_no: transNo,
      member_number: '10001',
      account_number: '1',
      origin: 'quick-pay',
      payment_type: 'cc',
      state: postbackAt === undefined ? 'handed-off' : 'confirmed',
      amount: 100,
      language: 'en',
      reconnect_meter: false,
      requested_at: requestedAt,
      expires_at: requestedAt,
      settled_at: postbackAt ?? null,
      hand_off: '{}',
      idempotency_scope: 's',
      idempotency_key: transNo,
      request_hash: Buffer.alloc(32),
    } as never)
    .execute()
  if (postbackAt === undefined) return
  await portal.db
    .insertInto('pay.posting')
    .values({
      event_id: `e-${transNo}`,
      trans_no: transNo,
      type: 'payment.succeeded',
      source: 'postback',
      body: '{}',
      outcome: 'applied',
      received_at: postbackAt,
    } as never)
    .execute()
}

it('raises no alarm while all is well', async () => {
  expect(await raised()).toEqual({})
})

it('raises no-postback when payments stay open and the provider reports none, in business hours only [REL-30, REL-37]', async () => {
  for (const n of [1, 2, 3]) await seedPayment(`T${n}`, minutesAgo(20 + n))
  expect(await raised()).toEqual({ 'no-postback': 3 })
  await seedPayment('T4', minutesAgo(30), minutesAgo(5))
  expect(await raised()).toEqual({})
  await portal.database.runScript("update pay.payment set settled_at = settled_at - interval '1 hour'")
  expect(await raised()).toEqual({ 'no-postback': 3 })
  // The news of a provider that only says what changed is no postback.
  await portal.database.runScript("update pay.payment set provider = 'stripe'")
  expect(await raised()).toEqual({})
  await portal.database.runScript("update pay.payment set provider = 'hosted-form'")
  expect(await raised()).toEqual({ 'no-postback': 3 })
  portal.set({ timeZone: 'Asia/Tokyo' })
  expect(await raised()).toEqual({})
})

it('raises backup-missing and events-waiting in production when nothing came within the hours of the environment [REL-37]', async () => {
  const production = { ...portal.deps, env: { ...portal.deps.env, NODE_ENV: 'production' as const } }
  const late = async (env = production.env) => Object.fromEntries(await listRaisedAlarms({ ...production, env }))
  await portal.db
    .insertInto('portal.backup_taken')
    .values({ taken_at: minutesAgo(37 * 60) })
    .execute()
  const event = { account_number: '1', kind: 'payment-confirmed', body: '{}' }
  await portal.db
    .insertInto('outbox.event')
    .values([
      { ...event, created_at: minutesAgo(90 * 60), acknowledged_at: minutesAgo(80 * 60) },
      { ...event, created_at: minutesAgo(40 * 60) },
    ])
    .execute()
  expect(await late()).toEqual({ 'backup-missing': 37, 'events-waiting': 40 })
  expect(await late({ ...production.env, BACKUP_WITHIN_HOURS: 0, EVENTS_WITHIN_HOURS: 48 })).toEqual({})
  expect(await raised()).toEqual({})
  const { body } = await portal.inject({ url: '/metrics' })
  expect(body).toContain(`coopline_backup_age_seconds ${37 * 3600}`)
  expect(body).toContain(`coopline_oldest_event_seconds ${40 * 3600}`)
  await portal.db
    .insertInto('portal.backup_taken')
    .values({ taken_at: minutesAgo(60) })
    .execute()
  await portal.db
    .updateTable('outbox.event')
    .set({ acknowledged_at: minutesAgo(1) })
    .execute()
  expect(await late()).toEqual({})
  // Their bodies are not those of documented events.
  await portal.database.runScript('delete from outbox.event')
})

it('knows the business hours of the cooperative', () => {
  const at = (time: string) => isBusinessHour('America/Chicago', new Date(time))
  expect([at('2026-11-20T13:59:59Z'), at('2026-11-20T14:00:00Z')]).toEqual([false, true])
  expect([at('2026-11-20T23:59:59Z'), at('2026-11-21T00:00:00Z')]).toEqual([true, false])
  expect([at('2026-11-21T16:00:00Z'), at('2026-11-22T16:00:00Z')]).toEqual([false, false])
})

it('raises job-lag when a job that is due has waited for more than five minutes, and dead-letters for one given up [REL-30]', async () => {
  const insert = async (name: string, age: string) =>
    sql`insert into job.job (name, start_after) values (${name}, now() - ${age}::interval)`.execute(portal.db)
  for (const name of ['late', deliverMessagesJob.name])
    await sql`select job.create_queue(${name}, '{"policy":"standard"}'::jsonb)`.execute(portal.db)
  await insert('late', '4 minutes')
  expect(await raised()).toEqual({})
  await insert('late', '6 minutes')
  expect(await raised()).toEqual({ 'job-lag': expect.closeTo(360, -1) as number })
  await portal.database.runScript('delete from job.job')
  await insert(deliverMessagesJob.name, '6 minutes')
  expect(await raised()).toEqual({})
  await insert(deadLetters, '1 second')
  expect(await raised()).toEqual({ 'dead-letters': 1 })
})

it('raises reconciliation-difference until the difference is settled [REL-30]', async () => {
  await portal.database.runScript(`
    insert into pay.alarm (kind, trans_no, detail, raised_at, dedupe_key)
    values ('reconciliation-missing', 'T1', '{}', now(), 'a'), ('declined-velocity', null, '{}', now(), 'b')`)
  expect(await raised()).toEqual({ 'reconciliation-difference': 1 })
  await portal.database.runScript('update pay.alarm set settled_at = now()')
  expect(await raised()).toEqual({})
})

it('raises lockouts when more than twenty logins are locked at once [REL-30]', async () => {
  for (let n = 0; n < 21; n += 1)
    await seedLogin(portal, { username: `member.${n}`, memberNumber: String(20_000 + n), passwordHash: 'x' })
  const until = minutesAgo(-10)
  await portal.db.updateTable('portal.login').set({ locked_until: until }).execute()
  expect(await raised()).toEqual({ lockouts: 21 })
  await portal.db
    .updateTable('portal.login')
    .set({ locked_until: minutesAgo(1) })
    .where('username', '=', 'member.0')
    .execute()
  expect(await raised()).toEqual({})
})

it('raises import-refused while files lie refused in a watch folder, and mails staff about each once [REL-30]', async () => {
  const note = async (...names: readonly string[]) => reportRefused({}, names)
  await note('refused/2026-11-20/readings/a.csv', 'refused/2026-11-20/outages/b.json')
  expect(await raised()).toEqual({ 'import-refused': 2 })
  await mailRefusedImports(portal.deps)
  expect(await mails()).toEqual([])
  portal.set({ alarmEmail: 'staff@example.org' })
  await mailRefusedImports(portal.deps)
  await mailRefusedImports(portal.deps)
  expect(await mails()).toMatchObject([{ recipient: 'staff@example.org', subject: '2 imports were refused' }])
  expect((await mails())[0]?.body_text).toContain(
    '/watch/refused/2026-11-20/readings/a.csv (report: refused/2026-11-20/readings/a.csv.report.csv)',
  )
  portal.clock.advance(60)
  await note('refused/2026-11-20/readings/a.csv', '.')
  await mailRefusedImports(portal.deps)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['2 imports were refused', 'An import was refused'])
  expect((await mails())[1]?.body_text).toContain('/watch cannot be read')
  await note()
  expect(await raised()).toEqual({})
})

it('mails about no file again because the folder could not be read meanwhile, or was moved', async () => {
  portal.set({ alarmEmail: 'staff@example.org' })
  const mailed = async () => {
    await mailRefusedImports(portal.deps)
    portal.clock.advance(60)
    return (await mails()).map(({ subject }) => subject)
  }
  await reportRefused({}, ['a', 'b'])
  expect(await mailed()).toEqual(['2 imports were refused'])
  await reportRefused({ isWhole: false }, ['.'])
  expect(await mailed()).toEqual(['2 imports were refused', 'An import was refused'])
  await reportRefused({}, ['a', 'b'])
  await reportRefused({ directory: '/elsewhere' }, ['a', 'b'])
  expect(await mailed()).toHaveLength(2)
  expect(await raised()).toEqual({ 'import-refused': 2 })
})

it('keeps apart the folders that two machines watch at the same path', async () => {
  portal.set({ alarmEmail: 'staff@example.org' })
  await reportRefused({ folder: 'one' }, ['a'])
  await mailRefusedImports(portal.deps)
  await reportRefused({ folder: 'two' }, ['a'])
  await reportRefused({ folder: 'one' }, ['a'])
  const rows = await portal.db.selectFrom('portal.refused_import').select(['folder', 'mailed_at']).execute()
  expect(rows.toSorted((a, b) => (a.folder < b.folder ? -1 : 1))).toEqual([
    { folder: 'one', mailed_at: expect.any(Date) },
    { folder: 'two', mailed_at: null },
  ])
  await reportRefused({ folder: 'two' }, [])
  expect(await raised()).toEqual({ 'import-refused': 1 })
})

it('ends import-refused a day after the last report of a folder that is no longer watched', async () => {
  await reportRefused({}, ['a'])
  portal.clock.advance(24 * 3600)
  await reportRefused({}, ['a'])
  portal.clock.advance(25 * 3600 - 1)
  expect(await raised()).toEqual({ 'import-refused': 1 })
  portal.clock.advance(2)
  expect(await raised()).toEqual({})
})

it('mails about new refusals beside a thousand files that lie refused for long', async () => {
  portal.set({ alarmEmail: 'staff@example.org' })
  const old = Array.from({ length: 1_000 }, (_none, at) => `refused/2026-01-01/readings/${String(at).padStart(4, '0')}`)
  await reportRefused({}, old)
  await mailRefusedImports(portal.deps)
  portal.clock.advance(60)
  await reportRefused({}, [...old, 'refused/2026-11-20/readings/new'])
  await mailRefusedImports(portal.deps)
  await reportRefused({}, old)
  await mailRefusedImports(portal.deps)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['1000 imports were refused', 'An import was refused'])
  expect((await mails())[1]?.body_text).toContain('/watch/refused/2026-11-20/readings/new')
})

it('logs a raised alarm once an hour, and shows it in the metrics [REL-30]', async () => {
  await portal.database.runScript(`
    insert into pay.alarm (kind, trans_no, detail, raised_at, dedupe_key)
    values ('reconciliation-missing', 'T1', '{}', now(), 'a')`)
  await watchAlarms(portal.deps)
  await watchAlarms(portal.deps)
  expect(logged()).toEqual(['reconciliation-difference'])
  portal.clock.advance(3_601)
  await watchAlarms(portal.deps)
  expect(logged()).toHaveLength(2)
  const { body } = await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toContain('coopline_alarm{alarm="reconciliation-difference",severity="ticket"} 1')
  expect(body).toContain('coopline_alarm{alarm="lockouts",severity="page"} 0')
  expect(body).toContain('coopline_alarm{alarm="server-errors",severity="page"} 0')
})

it('raises server-errors above one failed answer in a hundred, once in five minutes [REL-30]', () => {
  const ratio = createErrorRatio({ clock: portal.clock, log: portal.deps.log })
  for (let n = 0; n < 98; n += 1) ratio.count(200)
  ratio.count(500)
  expect(ratio.isTooHigh()).toBe(false)
  ratio.count(500)
  ratio.count(503)
  expect(ratio.isTooHigh()).toBe(true)
  expect(logged()).toEqual(['server-errors'])
  portal.clock.advance(301)
  expect(ratio.isTooHigh()).toBe(false)
})

it('raises disk-space when a disk is more than 80 % full, once an hour, without asking the database [REL-21]', async () => {
  const used = (percent: number) => async () => ({ blocks: 1_000, bavail: 1_000 - percent * 10 })
  expect(await listFullDisks(portal.deps.env, used(80))).toEqual([])
  expect(await listFullDisks({ ...portal.deps.env, DOCUMENTS_DIR: '/documents' }, used(81))).toEqual([
    { setting: 'DATA_DIR', used: 0.81 },
    { setting: 'DOCUMENTS_DIR', used: 0.81 },
  ])
  const gone = async () => Promise.reject(new Error('ENOENT'))
  expect(await listFullDisks(portal.deps.env, gone)).toEqual([])
  const stops = [watchDisks(portal.deps, used(80)), watchDisks(portal.deps, used(93))]
  await expect.poll(logged).toEqual(['disk-space'])
  expect(JSON.parse(portal.logLines.find((line) => line.includes('disk-space')) ?? '')).toMatchObject({
    setting: 'DATA_DIR',
    figure: 93,
  })
  for (const stop of stops) stop()
  const { body } = await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(body).toMatch(/coopline_alarm\{alarm="disk-space",severity="page"\} [01]/u)
})
