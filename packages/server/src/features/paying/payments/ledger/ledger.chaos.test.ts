import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd, parseMoney } from '@coopline/rules/kernel/money'
import { shareOfPart } from '@coopline/rules/paying/refund-parts/share-of-part'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../../platform/db/open-database.ts'
import { openPostgresql } from '../../../../platform/db/open-postgresql.ts'
import { Unavailable } from '../../../../platform/errors.ts'
import { ask, payingOf } from '../../../../testing/ask.ts'
import { type FaultProxy, startFaultProxy } from '../../../../testing/fault-proxy.ts'
import { startFormStorm } from '../../../../testing/form-storm.ts'
import { createMoneyFaults, type Fault, oneOf, pause } from '../../../../testing/money-faults.ts'
import { usesStripe } from '../../../../testing/chaos-provider.ts'
import {
  coopline,
  type PortalProcess,
  processEnvironment,
  startPortalProcess,
  wrongClock,
} from '../../../../testing/portal-process.ts'
import { type PostgresqlServer, servingRole, startPostgresql } from '../../../../testing/postgresql-server.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import type { StormProvider, Story } from '../../../../testing/storm.ts'
import { startStripeStorm } from '../../../../testing/stripe-storm.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { migrateWithTwoRoles, urlAs } from '../../../../testing/two-roles.ts'
import { type ComparedDays, compareDays } from '../reconcile/compare-days.ts'
import { reconcile } from '../reconcile/reconcile.job.ts'
import { runExportCommand } from './run-export-command.ts'

/** The time during which payers pay while faults occur, in seconds. */
const seconds = Number(process.env.CHAOS_SECONDS ?? '120')
const payers = 6
const accountNumbers = Array.from({ length: 12 }, (_, index) => `2001001${String(index).padStart(2, '0')}`)
const balance = cents(5_000_000)

/** Payers verify and pay all the time from a few addresses, so no rate limit may stop them. */
const wideLimits = {
  quickPayRequisitionsPerHour: 1_000,
  quickPayFailuresPerAccountPerDay: 100,
  quickPayFailuresPerClientPerHour: 1_000,
  quickPayFailuresPerNetworkPerHour: 10_000,
  quickPayGlobalFailuresPer10Minutes: 100_000,
}

let postgresql: PostgresqlServer
let proxy: FaultProxy
let faults: readonly Fault[]
let provider: StormProvider
/** The test's own connection, as the superuser. Portals and commands connect as the role that serves. */
let database: OpenDatabase
/** Two processes on one database. Either may stop at any moment. */
const portals: (PortalProcess | null)[] = [null, null]
/** Every process that has been started. */
const started: PortalProcess[] = []

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  proxy = await startFaultProxy(postgresql.port)
  provider = await (usesStripe ? startStripeStorm : startFormStorm)(insist)
  await migrateWithTwoRoles(postgresql)
  database = openConnection()
  for (const [index, accountNumber] of accountNumbers.entries()) {
    await seedAccount(
      database.db,
      anAccount(accountNumber)
        .of({
          memberNumber: `2${index}`,
          name: `Payer ${index}`,
          phones: ['7155554821'],
          emails: [`payer${index}@example.org`],
        })
        .withBalance({ balance }),
    )
  }
  for (const [key, value] of Object.entries({ ...payingSettings, allowOverPay: true, ...wideLimits }))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  for (const place of portals.keys()) portals[place] = await startPortal(place)
  const asApplication = () => openConnection(servingRole)
  faults = createMoneyFaults({ postgresql, proxy, provider, portals, startPortal, asApplication })
})
afterAll(async () => {
  for (const portal of portals) await portal?.kill()
  await database.close()
  await provider.close()
  await proxy.close()
  await postgresql.stop()
})

const openConnection = (role?: string): OpenDatabase =>
  openPostgresql({
    url: urlAs(postgresql, role),
    poolSize: 1,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    onError: () => undefined,
  })

const environment = () => ({
  DATABASE_URL: urlAs(postgresql, servingRole).replace(`:${postgresql.port}/`, `:${proxy.port}/`),
  ...provider.env,
  TRUSTED_PROXIES: '127.0.0.1',
  WORKERS: 'Y',
})

/** Starts a portal. The wall clock of the second one jumps by an hour or two every few seconds. */
async function startPortal(place = 0): Promise<PortalProcess> {
  const portal = await startPortalProcess({
    ...environment(),
    LOG_LEVEL: 'warn',
    ...(place === 1 ? wrongClock(3_600, 4) : {}),
  })
  started.push(portal)
  return portal
}

/** Repeats a request on both portals until one answers. A portal that did not answer may have processed the request. */
async function insist(asking: (portal: PortalProcess) => Promise<Response>): Promise<Response | null> {
  for (let attempts = 0; attempts < 60; attempts += 1) {
    const portal = oneOf(portals)
    if (portal !== null) {
      const answer = await Promise.race([asking(portal).catch(() => null), pause(8_000).then(() => null)])
      if (answer !== null && answer.status < 500) return answer
    }
    await pause(250)
  }
  return null
}

const octet = (): number => Math.floor(Math.random() * 256)

/** Makes one payment, from the account number to the events of the provider. */
async function payOnce(turn: number): Promise<Story | null> {
  const accountNumber = oneOf(accountNumbers)
  // From another network each time, so that no limit of attempts ends the run.
  const headers = { 'x-forwarded-for': `11.${octet()}.${octet()}.1` }
  const claim = { body: { accountNumber, phoneLastFourDigits: '4821' }, headers }
  const verified = await insist(async ({ origin }) => ask(origin, '/api/v3/quick-pay/verify/account/phone', claim))
  if (verified?.status !== 200) return null
  const amount = 100 + Math.floor(Math.random() * 5_000)
  // Every ending occurs in turn. One payment in five is paid in any case.
  const { endingNames } = provider
  const name = Math.random() < 0.2 ? 'paid' : (endingNames[turn % endingNames.length] ?? 'paid')
  const isCheck = provider.paymentTypeOf(name) === 'echeck'
  const { path, asking } = await payingOf(verified, amount, isCheck ? { paymentType: 'echeck' } : {})
  const whole = { ...asking, headers: { ...headers, ...asking.headers } }
  const paid = await insist(async ({ origin }) => ask(origin, path, whole))
  if (paid?.status !== 200) return null
  const form = (await paid.json()) as Requisition
  const { transNo } = form.paymentRequisitionSettings
  return { ...(await provider.end(form, name)), transNo, accountNumber, amount }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

test(
  `keeps the ledger right to the cent through ${seconds} seconds of payments, refunds in whole and in part, returns, disputes, second charges and repeats, and three nights without a report, while processes, connections and the database die and a clock jumps by hours [REL-04, REL-07, REL-12]`,
  async () => {
    const { endingNames } = provider
    const stories: Story[] = []
    const happened: Record<string, number> = {}
    const end = performance.now() + seconds * 1000
    let turn = Math.floor(Math.random() * endingNames.length)
    let rounds = 0
    // On a slow machine it takes longer until every ending and every fault has occurred.
    const isOver = () => performance.now() > end && rounds >= faults.length && stories.length >= 2 * endingNames.length
    const pay = async () => {
      while (!isOver()) {
        turn += 1
        const story = await payOnce(turn)
        if (story !== null) stories.push(story)
      }
    }
    const breakThings = async () => {
      for (; !isOver(); rounds += 1) {
        const fault = faults[rounds] ?? oneOf(faults)
        await pause(2_000)
        await fault?.happen()
        if (fault !== undefined) happened[fault.name] = (happened[fault.name] ?? 0) + 1
      }
    }
    await Promise.all([breakThings(), ...Array.from({ length: payers }, pay)])
    await provider.fallSilent()
    await Promise.all(portals.map(async (portal) => portal?.kill()))
    await database.close()
    database = openConnection()
    say(`${stories.length} payments acknowledged; ${JSON.stringify(happened)}`)
    say(JSON.stringify(Object.fromEntries(endingNames.map((name) => [name, countOf(stories, name)]))))
    expect(await sweep()).toMatch(/^Asked the provider about \d+ open payments/u)
    // The started portals use the clock of the database, so the later nights pass in a portal of this process.
    const later = await startTestPortal({ database: openConnection(servingRole), env: provider.env })
    try {
      later.set(payingSettings)
      await loseNights(later, stories)
      await expectBooks(later, stories)
    } finally {
      await later.close()
    }
    await expectAlarms(stories)
    await expectAccounts(stories)
    expect(started.flatMap((portal) => portal.log().match(/.*permission denied.*/gu) ?? [])).toEqual([])
  },
  seconds * 1000 + 400_000,
)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const countOf = (stories: readonly Story[], name: Story['name']): number =>
  stories.filter((story) => story.name === name).length

/** Asks the provider about open payments, as the sweeper does every minute, by the command. @returns its output. */
async function sweep(): Promise<string> {
  const env = processEnvironment(environment())
  return (await promisify(execFile)(process.execPath, [coopline, 'payments', 'sweep'], { env })).stdout
}

/** Turns the clocks of the provider and of the portal in which the nights pass to a later day. */
function turnTo(later: TestPortal, day: number): void {
  later.clock.set(new Date(Date.now() + day * 86_400_000).toISOString())
  provider.turnTo(day)
}

/**
 * Lets three nights pass in which the provider has no report, while money goes back and comes back without a postback. The report of the
 * fourth night must make up for them.
 */
async function loseNights(later: TestPortal, stories: readonly Story[]): Promise<void> {
  turnTo(later, 0)
  await reconcile(later.deps)
  for (let night = 0; night < 3; night += 1) {
    turnTo(later, night)
    provider.loseNight(night, stories, later.clock.now())
    turnTo(later, night + 1)
    await expect(reconcile(later.deps)).rejects.toThrow(Unavailable)
  }
  expect(await openAlarms('reconciliation-behind')).toHaveLength(1)
  provider.setAway(false)
  turnTo(later, 4)
  await reconcile(later.deps)
  expect(await openAlarms('reconciliation-behind')).toEqual([])
  turnTo(later, 6)
  await reconcile(later.deps)
  // The books of each day agree now, except where the provider does not say what moved. An alarm has reported these.
  const today = calendarDateIn('UTC', new Date())
  const compared: ComparedDays[] = []
  for (let day = -1; day <= 4; day += 1)
    compared.push(await compareDays(later.deps, addDays(today, day), addDays(today, day)))
  const totalOf = (name: 'takenIn' | 'missing' | 'extra' | 'different' | 'eventsDiffer') =>
    sumOf(compared.map((day) => day[name]))
  expect({
    takenIn: totalOf('takenIn'),
    missing: totalOf('missing'),
    extra: totalOf('extra'),
    different: totalOf('different'),
    eventsDiffer: totalOf('eventsDiffer'),
  }).toEqual({
    takenIn: 0,
    missing: 0,
    extra: 0,
    different: provider.differing(stories).length,
    eventsDiffer: 0,
  })
  for (const { sides } of compared) {
    expect(sides.ledger).toEqual(sides.provider)
    expect(sides.events.credited).toBe(sides.ledger.credited)
  }
}

const openAlarms = async (kind: string): Promise<readonly (string | null)[]> => {
  const rows = await database.db
    .selectFrom('pay.alarm')
    .select('trans_no')
    .where('kind', '=', kind)
    .where('settled_at', 'is', null)
    .execute()
  return rows.map((row) => row.trans_no)
}

/** Compares the ledger, the events for the cooperative and the posting file with what the provider holds. */
async function expectBooks(later: TestPortal, stories: readonly Story[]): Promise<void> {
  const { db } = database
  const payments = await db.selectFrom('pay.payment').select(['trans_no', 'state']).execute()
  const states = new Map(payments.map((row) => [row.trans_no, row.state]))
  const other = stories.filter(({ transNo, state }) => states.get(transNo) !== state)
  expect(other.map((story) => ({ ...story, stored: states.get(story.transNo) }))).toEqual([])

  const { rows } = await sql<{ trans_no: string; received: number; credited: number; sent: number }>`
    select booking.trans_no,
      coalesce(sum(entry.amount) filter (where entry.ledger_account = 'provider-clearing'), 0)::integer as received,
      coalesce(-sum(entry.amount) filter (where entry.ledger_account like 'member-account/%'), 0)::integer as credited, (
      select coalesce(sum(case when event.kind in ('payment-refunded', 'payment-returned') then -1 else 1 end
        * (event.body ->> 'amount')::integer), 0)::integer
      from outbox.event as event where event.body ->> 'transNo' = booking.trans_no) as sent
    from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
    group by booking.trans_no`.execute(db)
  const booked = new Map(rows.map((row) => [row.trans_no, row]))
  const posted = await postedAmounts(later)
  const asBooked = ({ transNo }: Story) => {
    const { received = 0, credited = 0, sent = 0 } = booked.get(transNo) ?? {}
    return { received, credited, sent, posted: posted.get(transNo) ?? 0 }
  }
  const asExpected = (story: Story) => {
    const credited = creditOf(story)
    return { received: story.booked, credited, sent: credited, posted: credited }
  }
  const different = stories.filter((story) => JSON.stringify(asBooked(story)) !== JSON.stringify(asExpected(story)))
  expect(different.map((story) => ({ ...story, stored: asBooked(story) }))).toEqual([])
  // A payment whose form no one received has moved no money.
  const known = new Set(stories.map(({ transNo }) => transNo))
  expect([...booked.keys(), ...posted.keys()].filter((transNo) => !known.has(transNo))).toEqual([])
  const unbalanced = sql`select booking_id from pay.ledger_entry group by booking_id having sum(amount) <> 0`
  expect((await unbalanced.execute(db)).rows).toEqual([])

  const receipts = await sql<{ n: number }>`select count(*)::integer as n from outbox.message
    where dedupe_key like 'receipt:%' group by dedupe_key`.execute(db)
  expect(receipts.rows.filter(({ n }) => n !== 1)).toEqual([])
  expect(receipts.rows.length).toBeGreaterThanOrEqual(
    stories.filter((story) => story.state === 'confirmed' && story.isKept).length,
  )
  const dollars = (numbers: readonly number[]) => formatUsd(cents(sumOf(numbers)))
  say(
    [
      `the provider holds ${dollars(stories.map(({ held }) => held))}`,
      `the ledger received ${dollars(rows.map(({ received }) => received))}`,
      `alarms explain ${dollars(stories.map(({ held, booked: wanted }) => held - wanted))}`,
      `accounts were credited ${dollars(rows.map(({ credited }) => credited))}`,
      `events say ${dollars(rows.map(({ sent }) => sent))}`,
      `posting files say ${dollars([...posted.values()])}`,
    ].join('; '),
  )
}

/** Returns the amount that the account should be credited with, in cents, without the fee. */
function creditOf({ booked, total, amount }: Story): number {
  if (booked === 0) return 0
  if (booked % total === 0) return (booked / total) * amount
  const lines = [{ amount: cents(amount) }, { amount: cents(total - amount) }]
  const [share] = shareOfPart(lines, cents(total - booked))
  return amount - (share?.amount ?? 0)
}

/** Sums up the amounts of the posting files of all days, by payment. */
async function postedAmounts({ deps }: TestPortal): Promise<ReadonlyMap<string, number>> {
  const today = calendarDateIn('UTC', new Date())
  const amounts = new Map<string, number>()
  for (let day = -2; day <= 4; day += 1) {
    const file = await runExportCommand(deps, ['payments', '--date', addDays(today, day), '--format', 'jsonl'])
    for (const line of file.output.split('\n')) {
      const { type, transNo, amount } = JSON.parse(line) as { type: string; transNo: string; amount: string }
      if (type !== 'total') amounts.set(transNo, (amounts.get(transNo) ?? 0) + (parseMoney(amount) ?? Number.NaN))
    }
  }
  return amounts
}

/** Expects an open alarm for each difference between the provider and the ledger, and a cause for each kind of alarm. */
async function expectAlarms(stories: readonly Story[]): Promise<void> {
  await provider.expectAlarms(stories, openAlarms)
  for (const kind of ['reconciliation-missing', 'reconciliation-extra', 'reconciliation-event', 'unknown-payment'])
    expect([kind, await openAlarms(kind)]).toEqual([kind, []])
}

/** Expects that the payments, the ledger and the balance shown to a payer agree on what each account has paid. */
async function expectAccounts(stories: readonly Story[]): Promise<void> {
  const entries = await sql<{ account: string; paid: number }>`
    select split_part(ledger_account, '/', 2) as account, (-sum(amount))::integer as paid
    from pay.ledger_entry where ledger_account like 'member-account/%' group by 1`.execute(database.db)
  const booked = new Map(entries.rows.map(({ account, paid }) => [account, paid]))
  const portal = await startPortal()
  const balances: number[] = []
  for (const accountNumber of accountNumbers) {
    const paid = sumOf(stories.filter((story) => story.accountNumber === accountNumber).map(creditOf))
    const shown = await ask(portal.origin, '/api/v3/quick-pay/verify/account/phone', {
      body: { accountNumber, phoneLastFourDigits: '4821' },
      headers: { 'x-forwarded-for': '198.18.0.1' },
    })
    const { account } = (await shown.json()) as QuickPayVerification
    balances.push(balance - account.accountBalance)
    expect([accountNumber, booked.get(accountNumber) ?? 0, balance - account.accountBalance]).toEqual([
      accountNumber,
      paid,
      paid,
    ])
  }
  await portal.kill()
  say(`members are shown ${formatUsd(cents(sumOf(balances)))} less than they owed`)
}
