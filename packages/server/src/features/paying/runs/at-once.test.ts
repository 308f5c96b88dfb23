import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { averageBilling } from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import { electric } from '../../../testing/drafts-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { halvesOf, login } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { arrangementBody, arrangingSettings } from '../arrangements/arrangements.fixtures.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { countWaiting } from '../../../testing/until-waiting.ts'
import { processRun } from './process-run.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

/** Starts work on other connections while `lock` is held, and releases the lock once each of them waits for it or is done. */
async function meeting<T>(lock: (tx: Tx) => Promise<unknown>, ...works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const running: Promise<T>[] = []
  await inTransaction(portal.db, async (tx) => {
    await lock(tx)
    for (const work of works) {
      let isDone = false
      const before = await countWaiting(portal.db)
      running.push(work().finally(() => void (isDone = true)))
      await expect.poll(async () => isDone || (await countWaiting(portal.db)) > before).toBe(true)
    }
  })
  return Promise.all(running)
}

const lockDrafts = async (tx: Tx) => tx.selectFrom('portal.draft').select('account_number').forUpdate().execute()

describe('two features at one account at once', () => {
  it('make no arrangement about what a draft is taking', async () => {
    portal.set({ ...payingSettings, ...arrangingSettings })
    await portal.db
      .updateTable('cis.balance')
      .set({ past_due: cents(5_700) })
      .execute()
    portal.clock.set('2026-12-15T20:00:00Z')
    const { bearer, cookie } = halvesOf(await login(portal))
    const params = { memberNumber: '10001', accountNumber: electric }
    const body = arrangementBody(portal, { kind: 'extension', count: 1, owed: 14_237, today: '2026-12-15' })
    const [ran, status] = await meeting<unknown>(
      lockDrafts,
      async () => processRun(portal.deps, calendarDate('2026-12-15')),
      async () => (await portal.call(arrangements.make, { params, bearer, cookie, body })).statusCode,
    )
    expect([ran, status]).toEqual([true, 409])
    expect((await ada.payments()).map(({ amount, state }) => [amount, state])).toEqual([[14_237, 'confirmed']])
    expect(await portal.db.selectFrom('portal.arrangement').select('id').execute()).toEqual([])
  })

  it('change nothing about the billing of the next holder when an account changes hands meanwhile', async () => {
    portal.set({ AverageBilling: true })
    await seedAccount(portal.db, bensAccount)
    await portal.db
      .insertInto('cis.levelized_account')
      .values({
        account_number: electric,
        is_eligible: true,
        not_eligible_message: '',
        estimated_amount: cents(14_200),
        settlement_month: 12,
      })
      .execute()
    const { bearer, cookie } = halvesOf(await login(portal))
    const item = {
      accountNumber: electric,
      action: 'Add',
      billingType: 'Average',
      estimatedBill: 14_200,
      settlementMonth: 12,
    }
    const [answer] = await meeting(
      async (tx) =>
        tx.updateTable('cis.account').set({ member_number: '10002' }).where('account_number', '=', electric).execute(),
      async () =>
        portal.call(averageBilling.update, {
          params: { memberNumber: '10001', accountNumber: electric },
          bearer,
          cookie,
          body: item,
        }),
    )
    expect(answer?.statusCode).toBe(200)
    const { rows } = await sql`
      select billing_type from portal.current_billing where account_number = ${electric}`.execute(portal.db)
    expect(rows).toEqual([{ billing_type: 'Standard' }])
  })
})
