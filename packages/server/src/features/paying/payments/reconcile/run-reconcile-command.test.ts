import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { payAsMember } from '../../../../testing/member-payer.ts'
import { type EventFields, sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../../testing/seed-login.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { useFresh } from '../../../../testing/use-fresh.ts'
import { mailAlarmsJob } from '../alarms/mail-alarms.job.ts'
import { runPaymentsCommand } from '../payments.command.ts'
import { runReconcileCommand } from './run-reconcile-command.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, quickPayRequisitionsPerHour: 1_000, alarmEmail: 'billing@coop.example' },
  env: { PROVIDER_URL: provider.url },
}))
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => seedAccount(portal.db, anAccount('100100102').secondary()))

/** Makes a payment of $100.00 and $50.00 on two accounts, which the provider confirms with a fee of $4.43. */
async function paid(): Promise<EventFields> {
  const form = await payAsMember(portal, ada, [
    ['100100101', 10_000],
    ['100100102', 5_000],
  ])
  const event = tell(form, 'payment.succeeded')
  provider.events.set(event.transNo, [event])
  await send(event)
  return event
}

async function send(event: EventFields): Promise<void> {
  await sendPostback(portal, event)
}

const day = '2026-11-20'
const run = async (...args: string[]) => (await runReconcileCommand(portal.deps, args)).output
const table = async () => run('--date', day)

/** Deletes or changes rows that the database protects. Only a test may do that. */
const tamper = async (statement: ReturnType<typeof sql>) =>
  portal.database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await statement.execute(tx)
  })

/** Lists the texts of the emails to staff, oldest first. */
const mails = async () => {
  await portal.jobs.run(mailAlarmsJob, {})
  const rows = await portal.db
    .selectFrom('outbox.message')
    .select(['subject', 'body_text'])
    .where('recipient', '=', 'billing@coop.example')
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.subject}\n${row.body_text}`)
}

describe('coopline reconcile', () => {
  it('shows the same figures for provider, ledger and events when a payment of two accounts agrees [REL-07]', async () => {
    await paid()
    const back = await paid()
    const refund = { ...back, type: 'payment.refunded', eventId: 'evt_back' } as const
    provider.events.set(back.transNo, [back, refund])
    await send(refund)
    portal.clock.advance(3_600)
    expect(await table()).toBe(
      [
        'Payments of 2026-11-20, the provider’s day (UTC)',
        [
          '          payments  received  to accounts  reversed',
          'provider         2   $308.86      $300.00         1',
          'ledger           2   $308.86      $300.00         1',
          'events           2         -      $300.00         1',
        ].join('\n'),
        'No differences.',
      ].join('\n\n'),
    )
    expect(await mails()).toEqual([])
  })

  it('prints each difference with the command that settles it, once, and the same table in a second run [REL-07]', async () => {
    const [lost, other, unsent, doubled, unknown] = [
      await paid(),
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ]
    provider.events.delete(lost.transNo)
    provider.events.set(other.transNo, [{ ...other, totalAmount: other.totalAmount + 1 }])
    await tamper(
      sql`delete from outbox.event where body ->> 'transNo' = ${unsent.transNo} and account_number = '100100102'`,
    )
    const second = { ...doubled, eventId: 'evt_second', confirmationNumber: 'SB99999999' }
    provider.events.set(doubled.transNo, [doubled, second])
    provider.events.set('T-UNKNOWN', [{ ...unknown, transNo: 'T-UNKNOWN', eventId: 'evt_unknown' }])
    portal.clock.advance(3_600)

    const first = await table()
    const lineOf = (kind: string) => first.split('\n').find((line) => line.includes(kind))
    for (const [kind, transNo] of [
      ['reconciliation-extra', lost.transNo],
      ['reconciliation-different', other.transNo],
      ['reconciliation-event', unsent.transNo],
      ['double-charge', doubled.transNo],
      ['reconciliation-missing', 'T-UNKNOWN'],
    ] as const)
      expect(lineOf(kind)).toMatch(
        new RegExp(`^ *(\\d+)  ${transNo} +${kind} +coopline payments settle-alarm \\1 --by NAME --reason TEXT$`, 'u'),
      )
    expect(first).toContain('ledger           5')
    expect(await table()).toBe(first)

    const commands = [...first.matchAll(/coopline payments (settle-alarm \d+)/gu)].map(([, words = '']) => words)
    expect(first).toContain(`${commands.length} of ${commands.length} alarms are open`)
    const settled = ['--by', 'Dana, billing', '--reason', 'Checked at the provider']
    for (const words of commands)
      expect((await runPaymentsCommand(portal.deps, [...words.split(' '), ...settled])).exitCode).toBe(0)
    expect(await table()).toContain(`0 of ${commands.length} alarms are open`)
    expect(await table()).not.toContain('settle-alarm')
  })

  it('compares the events account by account: an amount moved between two accounts is a difference [REL-07]', async () => {
    const { transNo } = await paid()
    const move = (account: string, amount: number) =>
      tamper(sql`update outbox.event set body = jsonb_set(body, '{amount}', ${String(amount)}::jsonb)
        where body ->> 'transNo' = ${transNo} and account_number = ${account}`)
    await move('100100101', 9_999)
    await move('100100102', 5_001)
    portal.clock.advance(3_600)
    expect(await table()).toContain('reconciliation-event')
    expect((await runReconcileCommand(portal.deps, ['--date', day])).value).toMatchObject({
      eventsDiffer: 1,
      sides: { events: { credited: 15_000 } },
    })
  })

  it('names the decision that a payment under review waits for', async () => {
    const form = await payAsMember(portal, ada, [['100100101', 10_000]])
    const event = tell(form, 'payment.succeeded', { amount: 9_999, totalAmount: 10_294 })
    provider.events.set(event.transNo, [event])
    portal.clock.advance(3_600)
    expect(await table()).toContain(
      `quarantined  coopline payments accept ${event.transNo} --by NAME --reason TEXT (or reject)`,
    )
    expect((await mails()).at(0)).toContain(`coopline payments accept ${event.transNo}`)
  })

  it('takes in what the ledger lacks, says so once, and concludes nothing without the report [REL-07, REL-27]', async () => {
    const form = await payAsMember(portal, ada, [['100100101', 10_000]])
    const event = tell(form, 'payment.succeeded')
    provider.events.set(event.transNo, [event])
    portal.clock.advance(3_600)
    provider.mode = 'fails'
    await expect(table()).rejects.toThrow('not available')
    provider.mode = 'answers'
    expect(await table()).toContain('1 payments of the report were missing from the ledger and are booked now.')
    expect(await table()).not.toContain('booked now')
  })

  it('compares yesterday unless a day is named, and refuses days that have not begun', async () => {
    portal.clock.advance(86_400)
    expect(await run()).toContain('Payments of 2026-11-20')
    expect(await runReconcileCommand(portal.deps, ['--date', '2026-11-22'])).toMatchObject({ exitCode: 1 })
    for (const wrong of [['--date'], ['--date', '2026-02-30'], ['--day', day], ['--date', day, 'x', 'y']])
      expect(await runReconcileCommand(portal.deps, wrong)).toMatchObject({ exitCode: 2 })
  })

  it('does not take events that retention has deleted for a difference', async () => {
    await paid()
    await portal.db.deleteFrom('outbox.event').execute()
    portal.clock.advance(40 * 86_400)
    expect(await table()).toContain('events    may have been deleted')
    expect(await table()).toContain('No differences.')
  })
})

describe('the mail about alarms', () => {
  it('has each alarm once with its command, and is not sent again [REL-07]', async () => {
    const [first, second] = [await paid(), await paid()]
    provider.events.delete(first.transNo)
    portal.clock.advance(3_600)
    await table()
    const [mail] = await mails()
    expect(mail).toMatch(/^An alarm about a payment\n/u)
    expect(mail).toContain(`reconciliation-extra, payment ${first.transNo}: coopline payments settle-alarm `)
    await table()
    expect(await mails()).toHaveLength(1)
    provider.events.delete(second.transNo)
    await table()
    const [, later = ''] = await mails()
    expect(later).toContain(second.transNo)
    expect(later).not.toContain(first.transNo)
  })

  it('lists 50 of a flood and counts the others', async () => {
    await portal.db
      .insertInto('pay.alarm')
      .values(
        Array.from({ length: 53 }, (_none, n) => ({
          kind: 'illegal-move',
          trans_no: `T${n}`,
          detail: '{}',
          raised_at: portal.clock.now(),
          dedupe_key: `k${n}`,
        })),
      )
      .execute()
    const [mail = ''] = await mails()
    expect(mail.match(/settle-alarm/gu)).toHaveLength(50)
    expect(mail).toContain('53 alarms about payments')
    expect(mail).toContain('3 more are listed by: coopline payments alarms')
    expect(await mails()).toHaveLength(1)
  })

  it('waits until the cooperative names an address, and leaves out what was settled meanwhile', async () => {
    const [first, second] = [await paid(), await paid()]
    for (const { transNo } of [first, second]) provider.events.delete(transNo)
    portal.clock.advance(3_600)
    portal.set({ alarmEmail: '' })
    await table()
    expect(await mails()).toEqual([])
    await portal.db
      .updateTable('pay.alarm')
      .set({ settled_at: portal.clock.now() })
      .where('trans_no', '=', first.transNo)
      .execute()
    portal.set({ alarmEmail: 'billing@coop.example' })
    const [mail] = await mails()
    expect(mail).toContain(second.transNo)
    expect(mail).not.toContain(first.transNo)
  })
})
