import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { addDays, calendarDateIn, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { isBankingDay } from '@coopline/rules/paying/runs/banking-days'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankFileFaults } from '../../../testing/bank-file-faults.ts'
import { type PortalWithProvider, providerModes, startPortalWithProvider } from '../../../testing/chaos-provider.ts'
import { fillEnrollments } from '../../../testing/fill-enrollments.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { openPostgresql } from '../../../platform/db/open-postgresql.ts'
import { processEnvironment } from '../../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../../testing/postgresql-server.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { originator } from '../../../testing/runs-in-test.ts'
import { seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { compareDays } from '../payments/reconcile/compare-days.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { checkNacha } from '../../../testing/check-nacha.ts'

/** The number of processes to kill. Each member has a draft, a card draft, AutoPay and a scheduled payment on two accounts each. */
const kills = Number(process.env.CHAOS_KILLS ?? '60')
const members = Math.ceil(kills * 1.5)

let postgresql: PostgresqlServer
let running: PortalWithProvider
let ticking: NodeJS.Timeout
const folder = mkdtempSync(join(tmpdir(), 'coopline-methods-chaos-'))
const date = lastBankingDay()
const settings = {
  ...payingSettings,
  portalRunsDrafts: true,
  allowCreditDraft: true,
  Autopay: true,
  allowFutureDatedPayments: true,
  StoredPaymentDataEnabled: true,
  achOriginator: originator,
  timeZone: 'Etc/UTC',
}

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  const database = openPostgresql({
    url: postgresql.url('postgres'),
    poolSize: 4,
    statementTimeoutMs: 30_000,
    acquireTimeoutMs: 30_000,
    onError: () => undefined,
  })
  await migrate(database)
  running = await startPortalWithProvider({ database })
  // The processes use the clock of this machine.
  const tick = () => running.portal.clock.set(new Date().toISOString())
  tick()
  ticking = setInterval(tick, 100)
  running.portal.set(settings)
  for (const [key, value] of Object.entries(settings))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  await fillEnrollments(running, { members, date })
})
afterAll(async () => {
  clearInterval(ticking)
  await running.close()
  await postgresql.stop()
  rmSync(folder, { recursive: true })
})

function lastBankingDay(): CalendarDate {
  let day = calendarDateIn('Etc/UTC', new Date())
  while (!isBankingDay(day)) day = addDays(day, -1)
  return day
}

function start(...args: readonly string[]): ChildProcess {
  const env = processEnvironment({
    DATABASE_URL: postgresql.url('postgres'),
    DATA_DIR: folder,
    ...running.env,
  })
  return spawn(process.execPath, [join(import.meta.dirname, '../../../cli/coopline.ts'), ...args], {
    stdio: 'ignore',
    env,
  })
}
const runDue = () => start('runs', 'run', '--date', date)
const exportFile = () => start('nacha', 'export', '--dir', join(folder, 'files'))

const ended = async (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => void child.once('close', (code, signal) => resolve(signal ?? String(code))))

const pause = async (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms))

/** Kills a process at a moment between its start and about a second of work. */
async function killSoon(child: ChildProcess): Promise<string> {
  const end = ended(child)
  await Promise.race([pause(700 + Math.random() * 1_500), end])
  child.kill('SIGKILL')
  return end
}

const sessions = new Map<number, SignedIn>()
async function signedIn(member: number): Promise<SignedIn> {
  const before = sessions.get(member)
  if (before !== undefined) return before
  const { portal } = running
  const loginId = await seedLogin(portal, { username: `member.${member}`, memberNumber: `M${member}` })
  const session = await seedSession(portal, loginId)
  sessions.set(member, session)
  return session
}

/** Pauses a member's AutoPay, or removes a card, while runs charge it. @returns the answer of the portal. */
async function interfere(member: number): Promise<number> {
  const { bearer, cookie } = await signedIn(member)
  const { portal } = running
  const own = { bearer, cookie, params: { memberNumber: `M${member}` } }
  const { rows } = await sql<{ account: string; method: string; spare: string }>`
    select account_number as account, enrolled.method_id as method,
      (select max(method_id) from portal.scheduled_payment as one where one.member_number = enrolled.member_number) as spare
    from portal.autopay as enrolled where member_number = ${`M${member}`} order by account_number limit 1`.execute(
    portal.db,
  )
  const [found] = rows
  if (found === undefined) throw new Error('The member has no AutoPay')
  const body = { methodId: found.method, daysBefore: 0, maxAmount: null, isPaused: true }
  const params = { ...own.params, accountNumber: found.account }
  const answer =
    member % 2 === 0
      ? await portal.call(autoPay.save, { ...own, params, body })
      : await portal.call(paymentProfile.remove, { ...own, params: { ...own.params, methodId: found.spare } })
  return answer.statusCode
}

const rowOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await statement.execute(running.portal.db)).rows[0]

test(
  'three processes at a time that are killed at random, with a provider that fails and members who change their minds, take each item once [REL-09, REL-12]',
  async () => {
    const { portal } = running
    let died = 0
    const answers: number[] = []
    for (let round = 0; died < kills; round += 1) {
      await running.setMode(providerModes[round % providerModes.length] ?? 'ok')
      const ends = await Promise.all([
        killSoon(runDue()),
        killSoon(runDue()),
        killSoon(round % 3 === 2 ? exportFile() : runDue()),
        pause(900).then(async () => {
          answers.push(await interfere(1 + (round % members)))
          await settleOpenPaymentsNow(portal.deps)
        }),
      ])
      died += ends.filter((end) => end === 'SIGKILL').length
    }
    await running.setMode('ok')
    await settleOpenPaymentsNow(portal.deps)
    expect(await Promise.all([ended(runDue()), ended(runDue())])).toContain('0')
    // Charges of a removed card expire, and the next run records that.
    await sql`update pay.payment set expires_at = now() - interval '1 minute' where state in ('requested', 'handed-off')`.execute(
      portal.db,
    )
    await settleOpenPaymentsNow(portal.deps)
    expect(await ended(runDue())).toBe('0')
    while ((await ended(exportFile())) !== '0') await pause(500)
    expect(answers.every((status) => status === 200 || status === 409)).toBe(true)

    // Every enrollment has one item, except AutoPay that its member paused before the due date.
    const { rows: outcomes } = await sql<{ kind: string; state: string; reason: string; items: number }>`
      select kind, state, reason, count(*)::integer as items from pay.run_item
      group by kind, state, reason order by kind, state, reason`.execute(portal.db)
    const allowed = ['booked ', 'skipped stopped', 'skipped not-enrolled', 'failed expired', 'failed not-chargeable']
    expect(outcomes.filter(({ state, reason }) => !allowed.includes(`${state} ${reason}`))).toEqual([])
    expect(outcomes.filter(({ state }) => state === 'booked').map(({ kind }) => kind)).toEqual([
      'autopay',
      'draft',
      'method-draft',
      'scheduled',
    ])
    expect(
      await rowOf(sql`
        select (select count(*)::integer from pay.run_item where kind in ('draft', 'method-draft') and state = 'booked') as drafts,
          (select count(*)::integer from pay.run_item where kind = 'scheduled') as scheduled,
          (select count(*)::integer from portal.autopay_charge as charge where state = 'waiting') as waiting,
          (select count(*)::integer from portal.autopay_charge as charge left join pay.run_item as item
            on item.kind = 'autopay' and item.enrollment_id = charge.account_number
            where item.id is null and charge.outcome <> 'paused') as "autopayMissed",
          (select count(*)::integer from pay.run_item as item left join pay.payment as payment on payment.trans_no = item.trans_no
            where (item.state = 'booked') is distinct from coalesce(payment.state = 'confirmed' and payment.amount = item.amount, false)) as different,
          (select count(*)::integer from (select account_number from pay.payment where state = 'confirmed'
            group by account_number having count(*) > 1) as twice) as twice`),
    ).toEqual({ drafts: members * 4, scheduled: members * 2, waiting: 0, autopayMissed: 0, different: 0, twice: 0 })

    const sums = await rowOf(sql`
      select (select sum(amount) from pay.ledger_entry)::integer as ledger,
        (select sum(amount) from pay.run_item where state = 'booked')::integer
          + (select sum(amount) from pay.ledger_entry where ledger_account like 'member-account/%')::integer as accounts,
        (select sum(amount) from pay.run_item where state = 'booked')::integer
          - (select sum((body ->> 'amount')::integer) from outbox.event where kind = 'payment-confirmed')::integer as events,
        (select sum(amount) from pay.run_item where state = 'booked' and kind = 'draft')::integer
          - (select sum(amount) from pay.ledger_entry where ledger_account = 'bank-clearing')::integer as bank`)
    expect(sums).toEqual({ ledger: 0, accounts: 0, events: 0, bank: 0 })

    const files = readdirSync(join(folder, 'files'))
      .filter((name) => name.endsWith('.ach'))
      .map((name) => readFileSync(join(folder, 'files', name), 'latin1'))
    expect(files.flatMap((content) => [...checkNacha(content).faults, ...bankFileFaults(content)])).toEqual([])
    const collected = files
      .flatMap((content) => content.split('\n').filter((line) => line.startsWith('6')))
      .map((line) => `${line.slice(39, 54).trim()} ${Number(line.slice(29, 39))}`)
    const { rows: debits } = await sql<{ one: string }>`
      select account_number || ' ' || amount as one from pay.run_item where kind = 'draft' and state = 'booked'`.execute(
      portal.db,
    )
    expect(collected.toSorted()).toEqual(debits.map(({ one }) => one).toSorted())

    clearInterval(ticking)
    const today = calendarDateIn('UTC', new Date())
    portal.clock.set(`${addDays(today, 2)}T00:00:00Z`)
    const found = await compareDays(portal.deps, addDays(today, -1), addDays(today, 1))
    expect(found).toMatchObject({ takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0 })
    expect(found.sides.provider.received).toBe(found.sides.ledger.received)
    const clearing = await rowOf(
      sql`select sum(amount)::integer as cents from pay.ledger_entry where ledger_account = 'provider-clearing'`,
    )
    expect(clearing).toEqual({ cents: found.sides.provider.received })
  },
  kills * 15_000 + 240_000,
)
