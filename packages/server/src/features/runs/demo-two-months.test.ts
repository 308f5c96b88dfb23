import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDemoFacts } from '../../../demo/demo-facts.ts'
import { bankFileFaults } from '../../testing/bank-file-faults.ts'
import { type CooperativeSystem, openCooperativeSystem } from '../../testing/cooperative-system.ts'
import {
  adas,
  arrange,
  atOnce,
  bens,
  deleteScheduled,
  early,
  enrollFarm,
  first,
  limited,
  onDue,
  pauseAutoPay,
  paused,
  peters,
  replaceDrafts,
  schedulePayments,
  umasDrafts,
} from '../../testing/demo-enrollments.ts'
import { loadDemo } from '../../testing/demo-in-test.ts'
import { type PortalWithSandbox, startPortalWithSandbox } from '../../testing/sandbox-in-test.ts'
import type { TestPortal } from '../../testing/test-portal.ts'
import { compareDays } from '../payments/compare-days.ts'
import { checkNacha } from './read-nacha.ts'
import { importReturns } from './import-returns.ts'
import { exportBankFile } from './export-bank-file.ts'
import { runDueItems } from './run-due-items.job.ts'

let running: PortalWithSandbox
let portal: TestPortal
let cooperative: CooperativeSystem
const directory = mkdtempSync(join(tmpdir(), 'coopline-demo-months-'))
beforeAll(async () => {
  running = await startPortalWithSandbox()
  portal = running.portal
  await portal.reset()
})
afterAll(async () => {
  await running.close()
  rmSync(directory, { recursive: true })
})

/** A Tuesday two months after the Friday of `first`. Banks are closed on 11-26, 12-25, 01-01 and 01-18. */
const last = calendarDate('2027-01-26')
/** The portal is down on these days. */
const down = { from: '2026-12-30', to: '2027-01-01' }
const billed = ['2026-12-14', '2027-01-13'].map(calendarDate)
const returnedOn = '2026-12-01'

/** The bank returns its first debit for lack of money. */
const returned = umasDrafts[2]?.accounts[0] ?? ''

interface Expected {
  readonly kind: string
  readonly account: string
  readonly due: string
  readonly run: string
  /** What all of it is where the item says so; else what the account owes. */
  readonly amount?: number
}

const expected: readonly Expected[] = [
  ...[peters[0], ...umasDrafts.flatMap(({ accounts }) => accounts)].map((account) => ({
    kind: 'prenote',
    account,
    due: first,
    run: first,
    amount: 0,
  })),
  ...umasDrafts.flatMap(({ accounts, taken }) =>
    accounts.flatMap((account) => taken.map(([due, run]) => ({ kind: 'draft', account, due, run }))),
  ),
  { kind: 'retry', account: returned, due: '2026-12-04', run: '2026-12-04' },
  { kind: 'draft', account: peters[0], due: '2026-12-15', run: '2026-12-15' },
  { kind: 'draft', account: peters[0], due: '2027-01-15', run: '2027-01-15' },
  { kind: 'method-draft', account: peters[1], due: '2026-12-14', run: '2026-12-14' },
  { kind: 'method-draft', account: peters[1], due: '2027-01-13', run: '2027-01-13' },
  { kind: 'autopay', account: onDue, due: '2026-12-04', run: '2026-12-04' },
  { kind: 'autopay', account: onDue, due: '2027-01-04', run: '2027-01-04' },
  { kind: 'autopay', account: early, due: '2026-12-04', run: '2026-11-29' },
  // Charged after the outage.
  { kind: 'autopay', account: early, due: '2027-01-04', run: '2027-01-02' },
  // The first due date is too close when AutoPay is set up; the others are charged the day after they are billed.
  { kind: 'autopay', account: atOnce, due: '2027-01-04', run: '2026-12-15' },
  { kind: 'autopay', account: atOnce, due: '2027-02-03', run: '2027-01-14' },
  { kind: 'autopay', account: paused, due: '2026-12-04', run: '2026-12-04' },
  { kind: 'scheduled', account: adas[0], due: '2026-12-24', run: '2026-12-24', amount: 7_820 },
  { kind: 'scheduled', account: adas[0], due: '2027-01-02', run: '2027-01-02', amount: 2_000 },
  { kind: 'scheduled', account: bens, due: '2026-12-20', run: '2026-12-20', amount: 7_961 },
  { kind: 'scheduled', account: bens, due: '2027-01-19', run: '2027-01-19', amount: 7_961 },
]

const simulated = [...new Set([...expected.map(({ account }) => account), adas[1], limited])]
const billOf = (account: string, month: number): number => 4_000 + Number(account.slice(-4)) + 1_111 * month
const owedAtFirst = new Map(readDemoFacts().map(({ account, balance }) => [account, balance as number]))

/** The amount of each expected item: what was billed until its run, less what items before it took and the bank did not return. */
function amountsOf(): readonly Required<Expected>[] {
  const paid = new Map<string, number>()
  return expected
    .toSorted((a, b) => a.run.localeCompare(b.run))
    .map((one) => {
      const bills = billed.reduce((sum, date, month) => sum + (date <= one.run ? billOf(one.account, month) : 0), 0)
      const before = paid.get(one.account) ?? 0
      const amount = one.amount ?? (owedAtFirst.get(one.account) ?? 0) + bills - before
      const isReturned = one.account === returned && one.run < returnedOn
      paid.set(one.account, before + (isReturned ? 0 : amount))
      return { ...one, amount }
    })
}

const isBankItem = ({ kind }: Expected): boolean => kind === 'prenote' || kind === 'draft' || kind === 'retry'
const sumOf = (items: readonly Required<Expected>[]): number => items.reduce((sum, { amount }) => sum + amount, 0)
/** One of Ada's payments pays both of her accounts. */
const paidOf = (items: readonly Required<Expected>[], account: string): number =>
  account === adas[1]
    ? 3_820
    : sumOf(items.filter((one) => one.account === account)) - (account === adas[0] ? 3_820 : 0)

const runJobs = async (): Promise<void> => {
  for (const job of portal.jobs.scheduled) await portal.jobs.run(job, {})
}

/** A day: the cooperative's export at noon, the run from two processes at once, then every job of the portal, and the bank file. */
async function live(date: CalendarDate): Promise<void> {
  const at = (time: string) => portal.clock.set(`${date}T${time}:00Z`)
  const month = billed.indexOf(date)
  at('18:00')
  if (month >= 0) for (const account of simulated) cooperative.bill(account, date, billOf(account, month))
  await cooperative.exchange()
  at('20:30')
  if (date === '2026-12-14') await running.setMode('lost-answer')
  if (date === '2026-12-24') await running.setMode('down')
  await Promise.all([runDueItems(portal.deps), runDueItems(portal.deps)])
  await running.setMode('ok')
  at('20:50')
  await runJobs()
  expect(await exportBankFile(portal.deps, directory)).toMatchObject({ exitCode: 0 })
}

/** The bank returns the debit of an account that lacked money. */
async function returnFirstDebit(): Promise<void> {
  const entry = bankEntries().find((line) => line.slice(39, 54).trim() === returned && line.startsWith('627'))
  if (entry === undefined) throw new Error('Nothing was collected')
  const lines = [
    `626${entry.slice(3, 78)}1${entry.slice(79)}`,
    `799R01${entry.slice(79)}      ${entry.slice(3, 11)}${''.padEnd(44)}091000019999999`,
  ]
  const file = join(directory, 'returns.txt')
  writeFileSync(file, lines.join('\n'))
  expect(await importReturns(portal.deps, file)).toMatchObject({ exitCode: 0 })
}

const bankFiles = (): readonly string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.ach'))
    .map((name) => readFileSync(join(directory, name), 'latin1'))
const bankEntries = (): readonly string[] =>
  bankFiles().flatMap((content) => content.split('\n').filter((line) => line.startsWith('6')))

const inCents = async (statement: ReturnType<typeof sql<{ cents: number }>>): Promise<number> =>
  Number((await statement.execute(portal.db)).rows[0]?.cents)

const inClearing = async (account: string): Promise<number> =>
  inCents(sql`select sum(amount) as cents from pay.ledger_entry where ledger_account = ${account}`)

it('takes everything that members of the demo set up once in two months, and provider, ledger, events, bank files and the cooperative agree to the cent [REL-09, REL-15]', async () => {
  portal.clock.set(`${first}T15:00:00Z`)
  await loadDemo(portal, 30)
  cooperative = await openCooperativeSystem(portal)
  await replaceDrafts(running)
  const umasCard = await enrollFarm(running)
  const unwanted = await schedulePayments(running)
  await arrange(running, owedAtFirst.get(bens) ?? 0)
  const happens: Readonly<Record<string, () => Promise<unknown>>> = {
    [returnedOn]: returnFirstDebit,
    '2026-12-10': async () => deleteScheduled(portal, unwanted),
    '2026-12-20': async () => pauseAutoPay(portal, umasCard, true),
    '2027-01-10': async () => pauseAutoPay(portal, umasCard, false),
  }
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (date >= down.from && date <= down.to) continue
    portal.clock.set(`${date}T12:00:00Z`)
    await happens[date]?.()
    await live(date)
  }

  const amounts = amountsOf()
  const { rows: items } = await sql<Required<Expected> & { readonly state: string }>`
    select kind, account_number as account, due_date::text as due, run_date::text as run, state, amount
    from pay.run_item`.execute(portal.db)
  const asText = (one: Required<Expected>, state = 'booked') =>
    `${one.kind} ${one.account} due ${one.due} run ${one.run} ${state} ${one.amount}`
  expect(items.map((one) => asText(one, one.state)).toSorted()).toEqual(amounts.map((one) => asText(one)).toSorted())

  const [byBank, byProvider] = [sumOf(amounts.filter(isBankItem)), sumOf(amounts.filter((one) => !isBankItem(one)))]
  const back = amounts.find((one) => one.account === returned && one.kind === 'draft')?.amount ?? 0
  await cooperative.exchange()
  expect(Object.fromEntries(cooperative.posted)).toEqual({
    'payment-confirmed': byBank + byProvider,
    'payment-returned': back,
  })
  for (const account of simulated) {
    const bills = billed.reduce((sum, _date, month) => sum + billOf(account, month), 0)
    const owed = (owedAtFirst.get(account) ?? 0) + bills - paidOf(amounts, account) + (account === returned ? back : 0)
    expect([account, cooperative.owedBy(account)]).toEqual([account, owed])
  }

  expect(await inCents(sql`select sum(amount) as cents from pay.ledger_entry`)).toBe(0)
  expect(await inCents(sql`select count(*) as cents from pay.unacknowledged_credit`)).toBe(0)
  expect(
    await inCents(sql`select -sum(amount) as cents from pay.ledger_entry where ledger_account like 'member-account/%'`),
  ).toBe(byBank + byProvider - back)
  expect(await inClearing('bank-clearing')).toBe(byBank - back)

  const files = bankFiles()
  expect(files.flatMap((content) => bankFileFaults(content))).toEqual([])
  expect(files.reduce((sum, content) => sum + checkNacha(content).totals.debits, 0)).toBe(byBank)
  expect(
    bankEntries()
      .map((line) => `${line.slice(39, 54).trim()} ${Number(line.slice(29, 39))}`)
      .toSorted(),
  ).toEqual(
    amounts
      .filter(isBankItem)
      .map(({ account, amount }) => `${account} ${amount}`)
      .toSorted(),
  )
  expect(await inCents(sql`select count(*) as cents from pay.run_item where bank_numbers is not null`)).toBe(0)

  // Two days later everything has settled.
  portal.clock.set(`${addDays(last, 2)}T20:00:00Z`)
  const found = await compareDays(portal.deps, first, addDays(last, 1))
  expect(found).toMatchObject({ takenIn: 0, missing: 0, extra: 0, different: 0, eventsDiffer: 0, unreadable: 0 })
  const { provider, ledger } = found.sides
  expect([provider.payments, provider.received, provider.credited]).toEqual([
    amounts.filter((one) => !isBankItem(one)).length,
    ledger.received,
    byProvider,
  ])
  expect(await inClearing('provider-clearing')).toBe(provider.received)
  expect(await portal.db.selectFrom('pay.alarm').selectAll().execute()).toEqual([])
})
