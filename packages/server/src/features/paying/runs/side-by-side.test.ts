import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { processRun } from './process-run.ts'
import { reopenFailed } from './runs.store.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))
beforeEach(async () => addDrafts())

const date = calendarDate('2026-12-15')
/** Two pages of 500 and part of a third, Ada's own draft included. */
const drafts = 1_201

/** Gives Ada accounts that owe different amounts, each with a draft like her own. */
async function addDrafts(from = 1, to = drafts - 1): Promise<void> {
  await sql`
    insert into cis.account select (300000000 + n)::text, '10001', false, 'Ada Lindqvist', 'Electric', 'Active', 'Current',
      n || ' Cedar Street', 'Eau Claire', 'WI', '54701', 'L-' || n, false, '', 'Standard', true, true, false
    from generate_series(${from}::integer, ${to}::integer) as n`.execute(portal.db)
  await sql`
    insert into cis.balance select (300000000 + n)::text, 1000 + n, 0, '2026-12-04', 0, null, 0, 0, 0, 50000, 0, 0, 2500, 0, false
    from generate_series(${from}::integer, ${to}::integer) as n`.execute(portal.db)
  await sql`
    insert into portal.draft (account_number, member_number, draft_type, draft_day, start_date, account_kind, account_ending,
      institution, bank_numbers, event_id, changed_at)
    select (300000000 + n)::text, member_number, draft_type, draft_day, start_date, account_kind, account_ending, institution,
      bank_numbers, 300000000 + n, changed_at
    from portal.draft cross join generate_series(${from}::integer, ${to}::integer) as n where event_id < 300000000`.execute(
    portal.db,
  )
}

const countOf = async (rows: ReturnType<typeof sql>): Promise<unknown> =>
  (await sql<{ n: number }>`select count(*)::integer as n from ${rows}`.execute(portal.db)).rows[0]?.n

/** Runs `work` between the two statements that list a page. Pages count from 1. */
const betweenListing = (page: number, work: () => Promise<void>): KyselyPlugin => {
  let listed = 0
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.length === 1 && Object.keys(result.rows[0] ?? {}).join() === 'last') {
        listed += 1
        if (listed === page) await work()
      }
      return result
    },
  }
}

describe('a run of more than one page', () => {
  it('keeps the booked page when the other one fails, and takes the rest of both once [REL-09]', async () => {
    portal.clock.set('2026-12-15T20:00:00Z')
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
    let reached = 0
    const dieOnce = {
      reach: (name: string) => {
        if (name !== 'runs.before-commit') return
        reached += 1
        if (reached === 1) throw lost
      },
    }
    await expect(processRun({ ...portal.deps, failPoints: dieOnce }, date)).rejects.toThrow('terminating connection')
    // Either page may fail. When the second one fails, the third may be booked before that is noticed.
    const pages = [reached, await countOf(sql`pay.run_item`), await countOf(sql`pay.payment`)]
    expect([
      [2, 500, 500],
      [3, 701, 701],
    ]).toContainEqual(pages)
    // Progress is recorded only after the first page was booked.
    const { rows: booked } = await sql<{ key: string; isFirst: boolean }>`
      select progress_key as key, exists (select from pay.run_item where account_number = '100100101') as "isFirst"
      from pay.run`.execute(portal.db)
    expect(booked.map(({ key }) => key)).toEqual(booked.map(({ isFirst }) => (isFirst ? '300000499' : '')))
    expect(reached === 2 || booked[0]?.isFirst).toBe(true)

    await processRun(portal.deps, date)
    expect([
      await countOf(sql`pay.run_item where state = 'booked'`),
      await countOf(sql`pay.payment where state = 'confirmed'`),
      await countOf(sql`pay.booking`),
      await countOf(sql`pay.run where completed_at is not null`),
    ]).toEqual([drafts, drafts, drafts, 1])
    const { rows } = await sql<{ total: number }>`select sum(amount)::integer as total from pay.payment`.execute(
      portal.db,
    )
    expect(rows).toEqual([{ total: 14_237 + ((drafts - 1) * (2 * 1_000 + drafts)) / 2 }])
  })

  it('is taken once by two processes at the same time, without a page taken one at a time [REL-09]', async () => {
    portal.clock.set('2026-12-15T20:00:00Z')
    await Promise.all([processRun(portal.deps, date), processRun(portal.deps, date)])
    expect([await countOf(sql`pay.run_item where state = 'booked'`), await countOf(sql`pay.payment`)]).toEqual([
      drafts,
      drafts,
    ])
    expect(portal.logLines.join('')).not.toContain('failed together')
    expect((await ada.payments()).length).toBe(drafts)
  })

  it('passes over no draft when another one is set up while its page is listed [REL-09]', async () => {
    portal.clock.set('2026-12-15T20:00:00Z')
    const meanwhile = betweenListing(1, async () => addDrafts(0, 0))
    await processRun({ ...portal.deps, db: portal.db.withPlugin(meanwhile) }, date)
    expect(await countOf(sql`pay.run_item where state = 'booked'`)).toBe(drafts + 1)
  })

  it('is not completed by a process that staff have overtaken by repeating what failed [REL-09]', async () => {
    portal.clock.set('2026-12-15T20:00:00Z')
    const overtake = betweenListing(3, async () => {
      await sql`update pay.run_item set state = 'failed', reason = 'internal-error', trans_no = null, bank_numbers = null
        where enrollment_id = '300000001'`.execute(portal.db)
      await inTransaction(portal.db, (tx) => reopenFailed(tx, date, new Date('2026-12-15T20:00:05Z')))
    })
    await processRun({ ...portal.deps, db: portal.db.withPlugin(overtake) }, date)
    expect([await countOf(sql`pay.run_item`), await countOf(sql`pay.run where completed_at is not null`)]).toEqual([
      drafts - 1,
      0,
    ])
    await processRun(portal.deps, date)
    expect([await countOf(sql`pay.run_item`), await countOf(sql`pay.run where completed_at is not null`)]).toEqual([
      drafts,
      1,
    ])
  })
})
