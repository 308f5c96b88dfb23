import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, describe, expect, it } from 'vitest'
import { electric } from '../../../testing/drafts-in-test.ts'
import { openRuns } from '../../../testing/runs-in-test.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { listAccounts, listAccountsByNumber } from '../../accounts/accounts/public.ts'
import { listComingDrafts } from '../drafts/public.ts'

const portal = useTestPortal()
const ada = useFresh(async () => openRuns(portal))

/** Makes the electric account prepaid with a balance in cents. A balance below zero is a debt. */
async function becomePrepaid(balance: number): Promise<void> {
  await portal.db.updateTable('cis.account').set({ is_prepaid: true }).where('account_number', '=', electric).execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), due_date: null })
    .where('account_number', '=', electric)
    .execute()
}
const coming = async () => {
  const accounts = await listAccounts(portal.db, '10001')
  const drafts = await listComingDrafts(portal.db, accounts, calendarDate('2026-12-14'), portal.deps.settings.current())
  return drafts.map(({ dueOn, amount }) => [dueOn, amount])
}

it('takes from a prepaid account what it owes, once, and announces it in the calendar', async () => {
  await becomePrepaid(-3_550)
  expect(await coming()).toEqual([['2026-12-15', 3_550]])
  await ada.runOn('2026-12-15')
  await ada.runOn('2026-12-16')
  expect(await ada.payments()).toMatchObject([{ amount: 3_550, state: 'confirmed', origin: 'bank' }])
  expect(await listAccountsByNumber(portal.db, [electric])).toMatchObject([{ balance: 0 }])
})

it('takes nothing from a prepaid account with credit, and announces nothing', async () => {
  await becomePrepaid(1_244)
  expect(await coming()).toEqual([])
  await ada.runOn('2026-12-15')
  expect(await ada.items()).toMatchObject([{ state: 'skipped', reason: 'nothing-due' }])
})

describe('while neither kind of draft is offered', () => {
  beforeEach(() => {
    portal.set({ allowBankDraft: false, allowCreditDraft: false })
  })

  it('takes no draft and announces none, from a bank account or a stored method', async () => {
    expect(await coming()).toEqual([])
    await portal.db
      .updateTable('portal.draft')
      .set({ bank_numbers: null, method_id: await seedMethod(portal) })
      .execute()
    expect(await coming()).toEqual([])
    await ada.runOn('2026-12-15')
    expect(await ada.items()).toEqual([])
    portal.set({ allowCreditDraft: true })
    expect(await coming()).toEqual([['2026-12-15', 14_237]])
  })

  it('announces a draft that the cooperative’s system collects', async () => {
    portal.set({ portalRunsDrafts: false })
    expect(await coming()).toEqual([['2026-12-15', 14_237]])
  })
})
