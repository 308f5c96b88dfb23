import { addDays, type CalendarDate, calendarDate, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { expect, it } from 'vitest'
import { electric, openDrafts, water } from '../../../testing/drafts-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { bankDraft, newItem } from '../drafts/drafts.fixtures.ts'
import { runDueItems } from './run-due-items.job.ts'

const running = usePortalWithSandbox({
  settings: { ...payingSettings, portalRunsDrafts: true, Autopay: true, allowFutureDatedPayments: true },
})
const { portal } = running

const timeZone = 'America/Chicago'
const [autopay, scheduled] = ['100100103', '100100104'] as const

/** Sets up, five days earlier, drafts of the Sunday and of the Monday after it, and a card charge of each kind on the Sunday. */
async function setUp(sunday: CalendarDate): Promise<void> {
  const [start, monday] = [addDays(sunday, -5), addDays(sunday, 1)]
  portal.clock.set(`${start}T15:00:00Z`)
  const ada = await openDrafts(portal)
  for (const number of [autopay, scheduled]) await seedAccount(portal.db, anAccount(number).secondary())
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(14_237), due_date: sunday })
    .execute()
  const draftAccounts = [
    newItem({ accountNumber: electric, draftDay: Number(sunday.slice(8)), draftStartDate: start }),
    newItem({ accountNumber: water, draftDay: Number(monday.slice(8)), draftStartDate: start }),
  ]
  expect((await ada.send(bankDraft({ draftAccounts }))).statusCode).toBe(200)
  const methodId = await running.storeCard('10001')
  const changed = { member_number: '10001', method_id: methodId, changed_at: portal.clock.now() }
  await portal.db
    .insertInto('portal.autopay')
    .values({ ...changed, account_number: autopay, state: 'active', days_before: 0, event_id: 1 })
    .execute()
  await portal.db
    .insertInto('portal.autopay_charge')
    .values({
      account_number: autopay,
      due_date: sunday,
      member_number: '10001',
      method_id: methodId,
      charge_on: sunday,
      amount: cents(14_237),
      state: 'waiting',
      link_hash: new Uint8Array(32),
      announced_at: portal.clock.now(),
      enrollment_id: `${autopay}:10001`,
    })
    .execute()
  await portal.db
    .insertInto('portal.scheduled_payment')
    .values({
      trans_no: 'T1',
      member_number: '10001',
      method_id: methodId,
      payment_date: sunday,
      items: JSON.stringify([{ accountNumber: scheduled, accountType: 'Electric', amount: 14_237 }]),
      amount: cents(14_237),
      language: 'en',
      created_at: portal.clock.now(),
    })
    .execute()
}

/** Lists the items that runs have processed: kind, account, due date, day of the run, state and the time. */
const taken = async () => {
  const rows = await portal.db.selectFrom('pay.run_item').selectAll().orderBy('account_number').execute()
  return rows.map((row) => [
    `${row.kind} ${row.account_number} ${row.due_date} ${row.run_date} ${row.state}`,
    row.created_at.toISOString(),
  ])
}

it.each([
  ['go forward', '2026-03-08', 1, '07:00', '06:00'],
  ['go forward, at the hour that is left out', '2026-03-08', 2, '08:00', '07:00'],
  ['go forward, at the hour after it', '2026-03-08', 3, '08:00', '08:00'],
  ['go back, at the hour that comes twice', '2026-11-01', 1, '06:00', '07:00'],
  ['go back, at the hour after it', '2026-11-01', 2, '08:00', '08:00'],
  ['go back', '2026-11-01', 3, '09:00', '09:00'],
])(
  'takes each due item of the night when clocks %s (%s, runHour %i) once, and drafts of that Sunday on Monday [DR-64, REL-14]',
  async (_, night, runHour, onSunday, onMonday) => {
    const sunday = calendarDate(night)
    const monday = addDays(sunday, 1)
    portal.set({ timeZone, runHour })
    await setUp(sunday)
    const localDays = new Set<CalendarDate>()
    // The job runs often. Every half hour from Saturday evening to Monday morning, each time on two processes.
    for (portal.clock.set(`${sunday}T03:00:00Z`); portal.clock.now() < new Date(`${monday}T12:00:00Z`); ) {
      localDays.add(calendarDateIn(timeZone, portal.clock.now()))
      await Promise.all([runDueItems(portal.deps), runDueItems(portal.deps)])
      portal.clock.advance(30 * 60)
    }
    expect([...localDays]).toEqual([addDays(sunday, -1), sunday, monday])
    expect(await taken()).toEqual([
      [`draft ${electric} ${sunday} ${monday} booked`, `${monday}T${onMonday}:00.000Z`],
      [`draft ${water} ${monday} ${monday} booked`, `${monday}T${onMonday}:00.000Z`],
      [`autopay ${autopay} ${sunday} ${sunday} booked`, `${sunday}T${onSunday}:00.000Z`],
      [`scheduled ${scheduled} ${sunday} ${sunday} booked`, `${sunday}T${onSunday}:00.000Z`],
    ])
    const payments = portal.db.selectFrom('pay.payment').select(['account_number', 'state', 'amount'])
    expect(await payments.orderBy('account_number').execute()).toEqual(
      [electric, water, autopay, scheduled].map((account_number) => ({
        account_number,
        state: 'confirmed',
        amount: 14_237,
      })),
    )
    const runs = await portal.db.selectFrom('pay.run').select(['run_date']).orderBy('run_date').execute()
    expect(runs.map(({ run_date }) => run_date)).toEqual([...localDays])
  },
)
