import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { seedSession } from '../../../testing/seed-login.ts'
import { electric, water } from '../../../testing/drafts-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { seedArrangement, type SeededArrangement } from '../../../testing/seed-arrangement.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { withGateway } from '../../../testing/with-gateway.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { bankDraft, newItem, removalOf } from '../drafts/drafts.fixtures.ts'
import { correctDraft } from '../drafts/public.ts'
import { reconcile } from '../payments/reconcile/reconcile.job.ts'
import { processRun } from './process-run.ts'
import { runDueItems } from './run-due-items.job.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

const dueOn15th = {
  kind: 'draft',
  due_date: '2026-12-15',
  run_date: '2026-12-15',
  account_number: electric,
  amount: 14_237,
  state: 'booked',
  reason: '',
}
const events = async (kind: string) =>
  (await portal.db.selectFrom('outbox.event').select('body').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ body }) => body,
  )

describe('a run', () => {
  it('takes the balance of a draft on its day of the month and books it in the ledger [DR-64]', async () => {
    await ada.runOn('2026-12-14')
    expect(await ada.items()).toEqual([])
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toEqual([dueOn15th])
    expect(await ada.payments()).toMatchObject([
      { account_number: electric, amount: 14_237, state: 'confirmed', origin: 'bank', last_four: '0552' },
    ])
    expect(await ada.entries()).toEqual([
      { ledger_account: 'bank-clearing', amount: 14_237 },
      { ledger_account: `member-account/${electric}`, amount: -14_237 },
    ])
    expect(await events('payment-confirmed')).toMatchObject([{ accountNumber: electric, amount: 14_237 }])
  })

  it('is nothing that reconciliation with the provider misses', async () => {
    await ada.runOn('2026-12-15')
    const deps = withGateway(portal.deps, { report: async function* () {} })
    portal.clock.set('2026-12-15T21:00:00Z')
    expect(await reconcile(deps)).toMatchObject({ extra: 0, missing: 0, different: 0 })
  })

  it.each([
    ['is gone', sql`delete from outbox.event where kind = 'payment-confirmed'`, 0],
    [
      'has another amount',
      sql`update outbox.event set body = body || '{"amount": 14238}' where kind = 'payment-confirmed'`,
      14_238,
    ],
  ])('raises an alarm about a debit whose event %s', async (_, harm, sent) => {
    await ada.runOn('2026-12-15')
    await harm.execute(portal.db)
    const deps = withGateway(portal.deps, { report: async function* () {} })
    portal.clock.set('2026-12-15T21:00:00Z')
    for (const time of [1, 2])
      expect([time, await reconcile(deps)]).toMatchObject([time, { eventsDiffer: 1, extra: 0 }])
    const alarms = await portal.db.selectFrom('pay.alarm').select(['kind', 'detail']).execute()
    expect(alarms).toEqual([
      { kind: 'reconciliation-event', detail: { shares: [{ kind: 'payment', booked: 14_237, sent }] } },
    ])
  })

  it('takes each due date once, however often it is repeated', async () => {
    for (const date of ['2026-12-15', '2026-12-15', '2026-12-16']) await ada.runOn(date)
    expect(await ada.items()).toEqual([dueOn15th])
    expect(await ada.payments()).toHaveLength(1)
  })

  it('takes each due date once when several processes run it at once', async () => {
    portal.clock.set('2026-12-15T20:00:00Z')
    await Promise.all([1, 2, 3, 4].map(async () => processRun(portal.deps, calendarDate('2026-12-15'))))
    expect(await ada.items()).toEqual([dueOn15th])
    expect(await ada.payments()).toHaveLength(1)
    expect(await events('run.completed')).toHaveLength(1)
    // The later processes find the due date processed, and are not stopped by the unique index.
    expect(portal.logLines.join('')).not.toContain('taken before')
  })

  it.each(['before-commit', 'after-commit'])(
    'takes each due date once when the process dies %s and runs again',
    async (moment) => {
      const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
      let reached = 0
      const die = {
        reach: (name: string) => {
          if (name !== (moment === 'after-commit' ? 'runs.after-item' : 'runs.before-commit')) return
          reached += 1
          throw lost
        },
      }
      portal.clock.set('2026-12-15T20:00:00Z')
      const dying = processRun({ ...portal.deps, failPoints: die }, calendarDate('2026-12-15'))
      await expect(dying).rejects.toThrow('terminating connection')
      expect(reached).toBe(1)
      expect(await ada.payments()).toHaveLength(moment === 'after-commit' ? 1 : 0)
      await ada.runOn('2026-12-15')
      expect(await ada.items()).toEqual([dueOn15th])
      expect(await ada.payments()).toHaveLength(1)
    },
  )

  it('takes nothing that the member pays meanwhile: a payment that is confirmed while the run decides counts [REQ-D-017]', async () => {
    portal.set(payingSettings)
    await ada.runWhilePaying('2026-12-15', [electric, 14_237])
    expect(await ada.items()).toMatchObject([{ amount: 0, state: 'skipped', reason: 'payment-open' }])
    await ada.runOn('2026-12-16')
    expect(await ada.items()).toMatchObject([{ run_date: '2026-12-16', state: 'skipped', reason: 'nothing-due' }])
    expect(await ada.payments()).toMatchObject([{ origin: 'member', amount: 14_237, state: 'confirmed' }])
  })

  it('takes a due date once after the open payment that would have covered it expires', async () => {
    portal.set(payingSettings)
    portal.clock.set('2026-12-15T19:55:00Z')
    const { bearer, cookie, memberNumber } = { ...ada.own, ...(await seedSession(portal, ada.own.loginId)) }
    await payAsMember(portal, { bearer, cookie, memberNumber }, [[electric, 14_237]])
    await ada.runOn('2026-12-15')
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toMatchObject([{ run_date: '2026-12-15', state: 'skipped', reason: 'payment-open' }])
    await portal.db
      .updateTable('pay.payment')
      .set({ state: 'expired', expires_at: new Date('2026-12-15T21:00:00Z') })
      .execute()
    portal.clock.set('2026-12-16T20:00:00Z')
    await Promise.all([1, 2].map(async () => processRun(portal.deps, calendarDate('2026-12-16'))))
    await ada.runOn('2026-12-17')
    expect(await ada.items()).toEqual([{ ...dueOn15th, run_date: '2026-12-16' }])
    expect((await ada.payments()).filter(({ origin }) => origin === 'bank')).toMatchObject([
      { amount: 14_237, state: 'confirmed' },
    ])
  })

  /** Removes the draft of the electric account and sets up another from a different bank account, after step-up. */
  const replaceDraft = async (draftDay: number) => {
    const today = calendarDate(portal.clock.now().toISOString().slice(0, 10))
    const item = newItem({ draftDay, draftStartDate: today })
    const body = bankDraft({ bankAccountNumber: '700310999', draftAccounts: [item] })
    const session = await seedSession(portal, ada.own.loginId)
    for (const change of [removalOf(electric), body])
      expect((await portal.call(drafts.update, { ...ada.own, ...session, body: change })).statusCode).toBe(200)
  }

  it('takes a weekend due date once when the member replaces the draft before the next banking day', async () => {
    await replaceDraft(21)
    await ada.runOn('2026-11-20')
    // A Sunday. The 21st is a Saturday.
    portal.clock.set('2026-11-22T18:00:00Z')
    await replaceDraft(21)
    for (const date of ['2026-11-23', '2026-11-24']) await ada.runOn(date)
    expect((await ada.items()).map(({ due_date, run_date, state }) => [due_date, run_date, state])).toEqual([
      ['2026-11-21', '2026-11-23', 'booked'],
    ])
    expect(await ada.payments()).toMatchObject([{ last_four: '0999', amount: 14_237 }])
  })

  it.each([['2026-12-15'], ['2026-12-16']])(
    'takes a due date once when the member replaces the draft after the hour of the run, which is late and takes it on %s [DR-64]',
    async (late) => {
      await ada.runOn('2026-12-14')
      portal.clock.set('2026-12-15T20:00:00Z')
      await replaceDraft(15)
      for (const date of [late, '2026-12-17', '2026-12-18']) await ada.runOn(date)
      expect(await ada.items()).toEqual([{ ...dueOn15th, run_date: late }])
      expect(await ada.payments()).toMatchObject([{ last_four: '0999', amount: 14_237 }])
    },
  )

  it('takes a due date that waits for an open payment from the draft that replaces the one before, once', async () => {
    portal.set(payingSettings)
    portal.clock.set('2026-12-15T12:25:00Z')
    const session = { ...ada.own, ...(await seedSession(portal, ada.own.loginId)) }
    await payAsMember(portal, session, [[electric, 14_237]])
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toMatchObject([{ state: 'skipped', reason: 'payment-open' }])
    portal.clock.set('2026-12-16T12:25:00Z')
    await replaceDraft(15)
    await ada.runOn('2026-12-16')
    expect((await ada.payments()).map(({ origin }) => origin)).toEqual(['member'])
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).execute()
    for (const date of ['2026-12-17', '2026-12-18']) await ada.runOn(date)
    expect((await ada.payments()).filter(({ origin }) => origin === 'bank')).toMatchObject([
      { last_four: '0999', amount: 14_237 },
    ])
  })

  it('leaves a due date that waits for an open payment when the member replaces the draft by one on another day', async () => {
    portal.set(payingSettings)
    portal.clock.set('2026-12-15T12:25:00Z')
    const session = { ...ada.own, ...(await seedSession(portal, ada.own.loginId)) }
    await payAsMember(portal, session, [[electric, 14_237]])
    await ada.runOn('2026-12-15')
    portal.clock.set('2026-12-16T12:25:00Z')
    await replaceDraft(21)
    await portal.db.updateTable('pay.payment').set({ state: 'expired' }).execute()
    await ada.runOn('2026-12-16')
    expect((await ada.payments()).filter(({ origin }) => origin === 'bank')).toEqual([])
    await ada.runOn('2026-12-21')
    expect((await ada.payments()).filter(({ origin }) => origin === 'bank')).toHaveLength(1)
  })

  it.each(['replaces', 'is corrected by its bank'])(
    'takes a due date of missed runs once when the member %s the draft before the next run',
    async (change) => {
      await ada.runOn('2026-12-14')
      portal.clock.set('2026-12-17T20:00:00Z')
      if (change === 'replaces') await replaceDraft(15)
      else {
        const { event_id: eventId } = await portal.db
          .selectFrom('portal.draft')
          .select('event_id')
          .executeTakeFirstOrThrow()
        const correction = { accountKind: 'Savings' } as const
        await inTransaction(portal.db, async (tx) =>
          correctDraft(portal.deps, tx, { accountNumber: electric, eventId }, correction),
        )
      }
      for (const date of ['2026-12-18', '2026-12-21']) await ada.runOn(date)
      expect(await ada.items()).toEqual([{ ...dueOn15th, run_date: '2026-12-18' }])
    },
  )

  it('does not take a due date again when the member replaces the draft during the run of that day', async () => {
    for (const date of ['2026-12-14', '2026-12-15']) await ada.runOn(date)
    await portal.db
      .updateTable('pay.run')
      .set({ completed_at: null })
      .where('run_date', '=', calendarDate('2026-12-15'))
      .execute()
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    await replaceDraft(15)
    for (const date of ['2026-12-16', '2026-12-17']) await ada.runOn(date)
    expect((await ada.items()).map(({ due_date, state }) => [due_date, state])).toEqual([['2026-12-15', 'booked']])
  })

  it('does not take up the day of the set-up after the run when the member chooses another day of the month', async () => {
    for (const date of ['2026-12-15', '2026-12-16']) await ada.runOn(date)
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    await replaceDraft(16)
    await ada.runOn('2026-12-17')
    expect((await ada.items()).map(({ due_date, state }) => [due_date, state])).toEqual([['2026-12-15', 'booked']])
  })

  it('does not take a due date again after the member replaces the draft', async () => {
    await ada.runOn('2026-12-15')
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    await replaceDraft(15)
    for (const date of ['2026-12-16', '2026-12-17']) await ada.runOn(date)
    expect((await ada.items()).map(({ due_date, state }) => [due_date, state])).toEqual([['2026-12-15', 'booked']])
  })

  it('takes up the days of runs that were missed', async () => {
    await ada.runOn('2026-12-14')
    await ada.runOn('2026-12-18')
    expect(await ada.items()).toEqual([{ ...dueOn15th, run_date: '2026-12-18' }])
  })

  it('takes nothing from an account that owes nothing, may not pay by check, or no longer has a draft', async () => {
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(0) })
      .execute()
    await ada.runOn('2026-12-15')
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(5_000) })
      .execute()
    await portal.db.updateTable('cis.account').set({ no_more_checks: true }).execute()
    await ada.runOn('2027-01-15')
    await portal.db.deleteFrom('portal.draft').execute()
    await ada.runOn('2027-02-16')
    expect((await ada.items()).map(({ due_date, reason }) => [due_date, reason])).toEqual([
      ['2026-12-15', 'nothing-due'],
      ['2027-01-15', 'echeck-restricted'],
    ])
    expect(await ada.payments()).toEqual([])
  })

  it('asks for the AutoPay that the member is shown, changed here or not', async () => {
    const enrolled = {
      account_number: electric,
      member_number: '10001',
      days_before: 0,
      changed_at: portal.clock.now(),
    }
    const methodId = await seedMethod(portal)
    await portal.db
      .insertInto('portal.autopay')
      .values({ ...enrolled, state: 'active', method_id: methodId, event_id: 0 })
      .execute()
    await ada.runOn('2026-12-15')
    const { event_id } = await portal.db.selectFrom('portal.draft').select('event_id').executeTakeFirstOrThrow()
    await portal.db.updateTable('portal.autopay').set({ state: 'canceled', method_id: null, event_id }).execute()
    await portal.db.insertInto('cis.account_detail').values({ account_number: electric, has_autopay: true }).execute()
    await ada.runOn('2027-01-15')
    expect((await ada.items()).map(({ due_date, state, reason }) => [due_date, state, reason])).toEqual([
      ['2026-12-15', 'skipped', 'autopay'],
      ['2027-01-15', 'booked', ''],
    ])
  })

  const arrange = async (payments: SeededArrangement['payments']) =>
    seedArrangement(portal.db, { payments, madeOn: '2026-12-01', createdAt: portal.clock.now() })

  it('takes every payment of an arrangement that is due, not the oldest one alone [DR-64]', async () => {
    await arrange([
      { dueOn: '2026-12-01', amount: 4_237 },
      { dueOn: '2026-12-11', amount: 5_000 },
      { dueOn: '2026-12-21', amount: 5_000 },
    ])
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toEqual([{ ...dueOn15th, amount: 9_237 }])
  })

  it('leaves what an arrangement defers alone, and takes the payment of it that is due [DR-64]', async () => {
    await arrange([
      { dueOn: '2026-12-15', amount: 4_237 },
      { dueOn: '2027-01-20', amount: 10_000 },
    ])
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toEqual([{ ...dueOn15th, amount: 4_237 }])
    await ada.runOn('2027-01-15')
    expect((await ada.items()).map(({ due_date, state, reason }) => [due_date, state, reason])).toEqual([
      ['2026-12-15', 'booked', ''],
      ['2027-01-15', 'skipped', 'nothing-due'],
    ])
  })

  it('takes nothing from a bank account that the cooperative’s system has replaced', async () => {
    const { event_id } = await portal.db.selectFrom('portal.draft').select('event_id').executeTakeFirstOrThrow()
    await ada.fileDraft({ changes_through_event: event_id })
    await ada.runOn('2026-12-15')
    await portal.db.deleteFrom('pay.unacknowledged_credit').execute()
    await portal.db.updateTable('cis.draft').set({ account_ending: '7788' }).execute()
    await ada.runOn('2027-01-15')
    expect((await ada.items()).map(({ due_date, state, reason }) => [due_date, state, reason])).toEqual([
      ['2026-12-15', 'booked', ''],
      ['2027-01-15', 'failed', 'replaced'],
    ])
  })

  it('records what fails, takes the others, and repeats it when staff ask for that', async () => {
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(99_999_999_999_999) })
      .execute()
    await portal.database.runScript(`create function pay.fail() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$; create trigger fail before insert on pay.booking for each row execute function pay.fail()`)
    try {
      await ada.runOn('2026-12-15')
      expect(await ada.items()).toMatchObject([{ state: 'failed', reason: 'internal-error', amount: 0 }])
      expect(await ada.payments()).toEqual([])
    } finally {
      await portal.database.runScript('drop trigger fail on pay.booking; drop function pay.fail()')
    }
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toMatchObject([{ state: 'failed' }])
    const { output } = await ada.command('run', '--date', '2026-12-15', '--retry-failed')
    expect(output).toContain('booked')
    expect(await ada.payments()).toHaveLength(1)
  })

  it('takes the rest of a page once each when one item fails [REL-09]', async () => {
    await ada.send(
      bankDraft({ draftAccounts: [newItem({ accountNumber: water, draftStartDate: calendarDate('2026-11-20') })] }),
    )
    await portal.database.runScript(`create function pay.fail() returns trigger language plpgsql as
      $$ begin if new.account_number = '${electric}' then raise exception 'no'; end if; return new; end $$;
      create trigger fail before insert on pay.payment_item for each row execute function pay.fail()`)
    try {
      await ada.runOn('2026-12-15')
    } finally {
      await portal.database.runScript('drop trigger fail on pay.payment_item; drop function pay.fail()')
    }
    expect((await ada.items()).map(({ account_number, state, reason }) => [account_number, state, reason])).toEqual([
      [electric, 'failed', 'internal-error'],
      [water, 'booked', ''],
    ])
    expect(await ada.payments()).toMatchObject([{ account_number: water, state: 'confirmed' }])
    expect(await events('payment-confirmed')).toMatchObject([{ accountNumber: water }])
  })

  it('records the state changes, posting and audit of a debit like those of any payment', async () => {
    await ada.runOn('2026-12-15')
    const [payment] = await ada.payments()
    const transNo = payment?.trans_no
    const moves = await portal.db
      .selectFrom('pay.move')
      .select(['from_state', 'to_state', 'event', 'source'])
      .orderBy('id')
      .execute()
    expect(moves).toEqual([
      { from_state: 'requested', to_state: 'handed-off', event: 'hand-off', source: 'portal' },
      { from_state: 'handed-off', to_state: 'confirmed', event: 'succeeded', source: 'bank' },
    ])
    const postings = await portal.db.selectFrom('pay.posting').select(['event_id', 'type', 'outcome', 'body']).execute()
    expect(postings).toMatchObject([
      { event_id: `bank:${transNo}`, type: 'payment.succeeded', outcome: 'applied', body: { transNo, amount: 14_237 } },
    ])
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'payment.%')
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { kind: 'payment.requested', detail: { transNo, amount: 14_237, origin: 'bank', accounts: 1 } },
      { kind: 'payment.confirmed', detail: { transNo, amount: 14_237, source: 'bank', corrected: false } },
    ])
    const credits = await portal.db.selectFrom('pay.unacknowledged_credit').select(['trans_no', 'amount']).execute()
    expect(credits).toEqual([{ trans_no: transNo, amount: 14_237 }])
    const [mail] = await portal.db
      .selectFrom('outbox.message')
      .selectAll()
      .where('dedupe_key', '=', `receipt:${transNo}`)
      .execute()
    expect(mail?.body_text).toContain('$142.37')
  })

  it('waits for its hour in the cooperative’s zone, and for a banking day', async () => {
    for (const instant of ['2026-12-15T19:59:00Z', '2026-12-26T20:00:00Z']) {
      portal.clock.set(instant)
      await runDueItems(portal.deps)
    }
    expect(await ada.items()).toEqual([])
    portal.clock.set('2026-12-15T20:00:00Z')
    await runDueItems(portal.deps)
    expect(await ada.items()).toEqual([dueOn15th])
  })

  it('takes nothing while the cooperative’s system runs drafts', async () => {
    portal.set({ portalRunsDrafts: false })
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toEqual([])
  })

  it('is previewed without storing anything, and listed with its summary', async () => {
    portal.clock.set('2026-12-15T18:00:00Z')
    const preview = await ada.command('preview', '--date', '2026-12-15')
    expect(preview.output).toContain('2026-12-15: 1 due, $142.37')
    expect(await ada.items()).toEqual([])
    expect((await ada.command('list')).output).toBe('No runs.')
    await ada.runOn('2026-12-15')
    expect((await ada.command('list')).output).toMatch(/^2026-12-15 {2}complete .*\n {2}draft +booked +1 +\$142\.37$/u)
    expect(await events('run.completed')).toEqual([
      {
        runDate: '2026-12-15',
        items: [{ kind: 'draft', state: 'booked', reason: '', items: 1, amount: 14_237 }],
      },
    ])
  })

  it.each([
    [['run', '--date', '2026-12-26'], 1, 'is in the future'],
    [['run', '--date', '2026-02-30'], 2, 'YYYY-MM-DD'],
    [['list', '--retry-failed'], 2, 'YYYY-MM-DD'],
    [['dance'], 2, 'no sub-command dance'],
  ] as const)('refuses runs %j', async (words, exitCode, said) => {
    const outcome = await ada.command(...words)
    expect(outcome.exitCode).toBe(exitCode)
    expect(outcome.output).toContain(said)
  })
})
