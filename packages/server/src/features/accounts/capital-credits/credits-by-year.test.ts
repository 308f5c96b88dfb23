import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { insertCreditEntries } from './credit-entries.store.ts'

const portal = useTestPortal({ settings: { CapitalCredits: true } })
const ada = useFresh(async () => adaSignedIn(portal))

const params = { memberNumber: '10001' }
const list = async () => portal.call(capitalCredits.list, { ...ada, params })
const listed = async () => (await list()).json<AnswerOf<(typeof capitalCredits)['list']>>()
const open = async (viewccPdfUrl: string) =>
  portal.call(accountOverview.capitalCreditPdf, {
    ...ada,
    params,
    body: { viewccPdfUrl, timeTick: '638993664000000000' },
  })

const seed = async (kind: 'allocation' | 'retirement', year: number, amount: number, over: object = {}) =>
  inTransaction(portal.db, async (tx) =>
    insertCreditEntries(tx, [
      {
        member_number: '10001',
        entry_id: `${kind}-${year}`,
        kind,
        year,
        posted_on: calendarDate('2026-05-01'),
        amount: cents(amount),
        ...over,
      },
    ]),
  )
const seedOther = async () => {
  await portal.db.insertInto('cis.member').values({ member_number: '20002', name: 'Bob' }).execute()
  await seed('allocation', 2025, 99_900, { member_number: '20002', document: 'credits.pdf' })
}

test('a member sees their own allocations and retirements by year, the newest first, and what is not paid out', async () => {
  await seedOther()
  await seed('allocation', 2004, 5_000)
  await seed('retirement', 2004, 3_000)
  await seed('allocation', 2025, 8_240, { document: 'credits.pdf' })
  expect(await listed()).toEqual({
    allocated: 13_240,
    retired: 3_000,
    remaining: 10_240,
    results: [
      {
        year: 2025,
        allocated: 8_240,
        retired: 0,
        notices: [{ kind: 'allocation', postedOn: '2026-05-01', viewUrl: expect.stringMatching(/^.{40,}$/u) }],
      },
      { year: 2004, allocated: 5_000, retired: 3_000, notices: [] },
    ],
  })
})

test('a member without credits gets an empty list, and more paid out than allocated leaves nothing', async () => {
  await seedOther()
  expect(await listed()).toEqual({ allocated: 0, retired: 0, remaining: 0, results: [] })
  await seed('retirement', 1999, 700)
  expect(await listed()).toMatchObject({ retired: 700, remaining: 0 })
})

test('the notice of a year opens as PDF for its member, and no longer once the entry is another member’s', async () => {
  await seedOther()
  await seed('allocation', 2025, 8_240, { document: 'credits.pdf' })
  const handle = (await listed()).results[0]?.notices[0]?.viewUrl ?? ''
  const response = await open(handle)
  expect(response.json()).toMatchObject({ fileName: 'capital-credits-2025.pdf' })
  expect(
    Buffer.from(response.json<{ ccViewUrlFileBytes: string }>().ccViewUrlFileBytes, 'base64').toString('latin1'),
  ).toMatch(/^%PDF-/u)
  await portal.db
    .updateTable('cis.capital_credit')
    .set({ member_number: '20002', entry_id: 'moved' })
    .where('member_number', '=', '10001')
    .execute()
  expect((await open(handle)).statusCode).toBe(404)
})

test('is refused where the cooperative does not offer it', async () => {
  portal.set({ CapitalCredits: false })
  expect((await list()).statusCode).toBe(403)
})
