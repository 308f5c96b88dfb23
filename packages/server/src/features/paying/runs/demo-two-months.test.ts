import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type CooperativeSystem, openCooperativeSystem } from '../../../testing/cooperative-system.ts'
import {
  adas,
  adasDrafts,
  arrange,
  atOnce,
  bens,
  deleteScheduled,
  draftAdas,
  draftOrdinary,
  early,
  enrollFarm,
  first,
  limited,
  onDue,
  ordinaryDrafts,
  pauseAutoPay,
  paused,
  peters,
  replaceDrafts,
  schedulePayments,
  umasDrafts,
} from '../../../testing/demo-enrollments.ts'
import { loadDemo } from '../../../testing/demo-in-test.ts'
import { noDifference, dueDateLine, type DueDateInTest, useMonths } from '../../../testing/months-in-test.ts'
import { importReturns } from './import-returns.ts'
import { exportBankFile } from './export-bank-file.ts'
import { runDueItems } from './run-due-items.job.ts'

const months = useMonths()
const { portal } = months
let cooperative: CooperativeSystem

/** A Tuesday two months after the Friday of `first`. Banks are closed on 11-26, 12-25, 01-01 and 01-18. */
const last = calendarDate('2027-01-26')
/** The portal is down on these days. */
const down = { from: '2026-12-30', to: '2027-01-01' }
const billed = ['2026-12-14', '2027-01-13'].map(calendarDate)
const returnedOn = '2026-12-01'

/** The account whose first debit the bank returns for lack of money. */
const returned = umasDrafts[2]?.accounts[0] ?? ''

interface Expected extends Omit<DueDateInTest, 'amount' | 'state'> {
  /** The maximum amount on each account, if the member chose one. Otherwise the charge pays everything that its account owes. */
  readonly parts?: Readonly<Record<string, number>>
}

const bankDrafts = [...umasDrafts, ...adasDrafts, ...ordinaryDrafts]

const expected: readonly Expected[] = [
  ...[peters[0], ...bankDrafts.flatMap(({ accounts }) => accounts)].map((account) => ({
    kind: 'prenote',
    account,
    due: first,
    run: first,
    parts: {},
  })),
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
  {
    kind: 'scheduled',
    account: adas[0],
    due: '2026-12-24',
    run: '2026-12-24',
    parts: { [adas[0]]: 4_000, [adas[1]]: 3_820 },
  },
  { kind: 'scheduled', account: adas[0], due: '2027-01-02', run: '2027-01-02', parts: { [adas[0]]: 2_000 } },
  { kind: 'scheduled', account: bens, due: '2026-12-20', run: '2026-12-20', parts: { [bens]: 7_961 } },
  { kind: 'scheduled', account: bens, due: '2027-01-19', run: '2027-01-19', parts: { [bens]: 7_961 } },
  // Runs process drafts after the scheduled payments of the same day.
  ...bankDrafts.flatMap(({ accounts, taken }) =>
    accounts.flatMap((account) => taken.map(([due, run]) => ({ kind: 'draft', account, due, run }))),
  ),
]

const simulated = [...new Set([...expected.map(({ account }) => account), limited])]
const billOf = (account: string, month: number): number => 4_000 + Number(account.slice(-4)) + 1_111 * month

interface Outcome extends DueDateInTest {
  readonly parts: Readonly<Record<string, number>>
}

/**
 * Returns the outcome of each expected item. It pays the amount billed until its run, less what earlier items paid and the bank did not
 * return. A draft of an account that owes nothing is skipped.
 */
function outcomes(owedAtFirst: ReadonlyMap<string, number>): readonly Outcome[] {
  const paid = new Map<string, number>()
  return expected
    .toSorted((a, b) => a.run.localeCompare(b.run))
    .map((one) => {
      const { kind, account, run } = one
      const owedOn = (number: string): number => {
        const bills = billed.reduce((sum, date, month) => sum + (date <= run ? billOf(number, month) : 0), 0)
        return Math.max(0, (owedAtFirst.get(number) ?? 0) + bills - (paid.get(number) ?? 0))
      }
      const chosen = Object.entries(one.parts ?? { [account]: owedOn(account) })
      const parts = Object.fromEntries(chosen.map(([number, most]) => [number, Math.min(most, owedOn(number))]))
      const amount = Object.values(parts).reduce((sum, part) => sum + part, 0)
      if (account !== returned || run >= returnedOn)
        for (const [number, part] of Object.entries(parts)) paid.set(number, (paid.get(number) ?? 0) + part)
      return { ...one, parts, amount, state: amount > 0 || kind === 'prenote' ? 'booked' : 'skipped' }
    })
}

const isBankItem = ({ kind }: DueDateInTest): boolean => kind === 'prenote' || kind === 'draft' || kind === 'retry'
const sumOf = (items: readonly DueDateInTest[]): number => items.reduce((sum, { amount }) => sum + amount, 0)
const paidOf = (items: readonly Outcome[], account: string): number =>
  items.reduce((sum, { parts }) => sum + (parts[account] ?? 0), 0)

const runJobs = async (): Promise<void> => {
  for (const job of portal.jobs.scheduled) await portal.jobs.run(job, {})
}

/** Runs a day: the cooperative's export at noon, the run in two processes at once, every job of the portal, and the bank file. */
async function live(date: CalendarDate): Promise<void> {
  const at = (time: string) => portal.clock.set(`${date}T${time}:00Z`)
  const month = billed.indexOf(date)
  at('18:00')
  if (month >= 0) for (const account of simulated) cooperative.bill(account, date, billOf(account, month))
  await cooperative.exchange()
  at('20:30')
  if (date === '2026-12-14') await months.running.setMode('lost-answer')
  if (date === '2026-12-24') await months.running.setMode('down')
  await Promise.all([runDueItems(portal.deps), runDueItems(portal.deps)])
  await months.running.setMode('ok')
  at('20:50')
  await runJobs()
  expect(await exportBankFile(portal.deps, months.directory)).toMatchObject({ exitCode: 0 })
}

/** Returns the debit of an account that lacked money, as the bank does. */
async function returnFirstDebit(): Promise<void> {
  const entry = months.entries().find((line) => line.slice(39, 54).trim() === returned && line.startsWith('627'))
  if (entry === undefined) throw new Error('Nothing was collected')
  const lines = [
    `626${entry.slice(3, 78)}1${entry.slice(79)}`,
    `799R01${entry.slice(79)}      ${entry.slice(3, 11)}${''.padEnd(44)}091000019999999`,
  ]
  const file = join(months.directory, 'returns.txt')
  writeFileSync(file, lines.join('\n'))
  expect(await importReturns(portal.deps, file)).toMatchObject({ exitCode: 0 })
}

it('takes everything that members of the demo set up once in two months, and provider, ledger, events, bank files and the cooperative agree to the cent [REL-09, REL-15]', async () => {
  portal.clock.set(`${first}T15:00:00Z`)
  await loadDemo(portal, 40)
  cooperative = await openCooperativeSystem(portal)
  const owedAtFirst = new Map(simulated.map((account) => [account, cooperative.owedBy(account)]))
  await replaceDrafts(months.running)
  const umasCard = await enrollFarm(months.running)
  await draftAdas(months.running)
  await draftOrdinary(months.running)
  const unwanted = await schedulePayments(months.running)
  await arrange(months.running, owedAtFirst.get(bens) ?? 0)
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

  const items = outcomes(owedAtFirst)
  expect(await months.taken()).toEqual(items.map(dueDateLine).toSorted())

  const ofBank = items.filter((one) => isBankItem(one) && one.state === 'booked')
  const ofProvider = items.filter((one) => !isBankItem(one))
  const [byBank, byProvider] = [sumOf(ofBank), sumOf(ofProvider)]
  const back = items.find((one) => one.account === returned && one.kind === 'draft')?.amount ?? 0
  await cooperative.exchange()
  expect(Object.fromEntries(cooperative.posted)).toEqual({
    'payment-confirmed': byBank + byProvider,
    'payment-returned': back,
  })
  for (const account of simulated) {
    const bills = billed.reduce((sum, _date, month) => sum + billOf(account, month), 0)
    const owed = (owedAtFirst.get(account) ?? 0) + bills - paidOf(items, account) + (account === returned ? back : 0)
    expect([account, cooperative.owedBy(account)]).toEqual([account, owed])
  }

  expect(await months.inCents(sql`select sum(amount) as cents from pay.ledger_entry`)).toBe(0)
  expect(await months.inCents(sql`select count(*) as cents from pay.unacknowledged_credit`)).toBe(0)
  expect(await months.credited()).toBe(byBank + byProvider - back)
  expect(await months.balanceOf('bank-clearing')).toBe(byBank - back)
  expect(months.sentToBank()).toEqual({
    faults: [],
    debits: byBank,
    entries: ofBank.map(({ account, amount }) => `${account} ${amount}`).toSorted(),
  })
  expect(await months.inCents(sql`select count(*) as cents from pay.run_item where bank_numbers is not null`)).toBe(0)

  const found = await months.compare(first, last)
  expect(found).toMatchObject(noDifference)
  const { provider, ledger } = found.sides
  expect([provider.payments, provider.received, provider.credited]).toEqual([
    ofProvider.length,
    ledger.received,
    byProvider,
  ])
  expect(await months.balanceOf('provider-clearing')).toBe(provider.received)
  expect(await portal.db.selectFrom('pay.alarm').selectAll().execute()).toEqual([])
}, 300_000)
