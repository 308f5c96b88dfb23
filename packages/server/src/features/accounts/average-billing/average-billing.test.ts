import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import {
  averageBilling,
  type BillingPlanAnswer,
  type LevelizedAccount,
  type LevelizedItem,
  type LevelizedResult,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { addDays, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { importBundle } from '../../site/integration/public.ts'

const portal = useTestPortal({ settings: { AverageBilling: true } })
const ada = useFresh(async () => adaSignedIn(portal))
const accountNumber = '100100101'
beforeEach(async () => file({ estimated_amount: cents(14_200) }))

const file = async (changes: {
  estimated_amount?: ReturnType<typeof cents>
  is_eligible?: boolean
  not_eligible_message?: string
  account_number?: string
}) =>
  portal.db
    .insertInto('cis.levelized_account')
    .values({ account_number: accountNumber, settlement_month: 6, estimated_amount: null, ...changes })
    .onConflict((conflict) => conflict.column('account_number').doUpdateSet(changes))
    .execute()
const setType = async (billing_type: string) =>
  portal.db.updateTable('cis.account').set({ billing_type }).where('account_number', '=', accountNumber).execute()
const ofAda = () => ({ ...ada, params: { memberNumber: '10001' } })
const ofAccount = () => ({ ...ada, params: { memberNumber: '10001', accountNumber } })
const list = async () =>
  (await portal.call(averageBilling.list, ofAda())).json<{ results: LevelizedAccount[] }>().results
const add: LevelizedItem = {
  action: 'Add',
  billingType: 'Average',
  accountNumber,
  estimatedBill: cents(14_200),
  settlementMonth: 6,
}
const remove: LevelizedItem = {
  ...add,
  action: 'Edit',
  billingType: 'Standard',
  estimatedBill: null,
  settlementMonth: null,
}
const update = async (item: object) => portal.call(averageBilling.update, { ...ofAccount(), body: item })
const updateAll = async (...items: readonly object[]) =>
  portal.call(averageBilling.updateAll, { ...ofAda(), body: { items } })
const events = async () =>
  portal.db
    .selectFrom('outbox.event')
    .select('body')
    .where('kind', '=', 'account.average-billing-changed')
    .orderBy('id')
    .execute()
const refusal = async (item: object) => {
  const answer = await update(item)
  return [answer.statusCode, answer.json<ProblemBody>().errors?.map(({ code, message }) => [code, message])]
}

describe('the list', () => {
  it('has each account with its estimate, billing type and eligibility [AS-15, DU-13]', async () => {
    expect(await list()).toEqual([
      {
        accountNumber,
        serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
        estimatedAmount: 14_200,
        billingType: 'Standard',
        isEligible: true,
        notEligibleMessage: '',
        defaultSettlementMonth: 6,
        settlementMonth: null,
      },
    ])
  })

  it.each(['Standard', 'Average', 'Budget'])('has the billing type %s of the import [AB-20]', async (type) => {
    await setType(type)
    expect((await list())[0]).toMatchObject({ billingType: type, settlementMonth: type === 'Average' ? 6 : null })
  })

  it('explains why an account is not eligible [AB-12, AB-13, AB-14]', async () => {
    await file({ is_eligible: false, not_eligible_message: 'Your account is past due.' })
    expect((await list())[0]).toMatchObject({ isEligible: false, notEligibleMessage: 'Your account is past due.' })
    await file({ is_eligible: true, not_eligible_message: '' })
    await setType('Budget')
    expect((await list())[0]?.notEligibleMessage).toBe('Budget billing is active.')
  })

  it('takes an account that the cooperative does not list as not eligible', async () => {
    await portal.db.deleteFrom('cis.levelized_account').execute()
    expect((await list())[0]).toMatchObject({
      isEligible: false,
      notEligibleMessage: 'Contact us to ask about Average Billing for this account.',
    })
  })
})

describe('one account', () => {
  it('signs up, changes its settlement month and is removed, each with an event [AB-01, AB-09, AB-18]', async () => {
    expect((await update(add)).json()).toEqual({ message: 'Your account is now on Average Billing.' })
    expect((await list())[0]).toMatchObject({ billingType: 'Average', settlementMonth: 6 })
    const edit = { ...add, action: 'Edit', settlementMonth: 9 }
    expect((await update(edit)).json()).toEqual({ message: 'Your settlement month was changed.' })
    expect((await list())[0]).toMatchObject({ billingType: 'Average', settlementMonth: 9 })
    expect((await update(remove)).json()).toEqual({ message: 'Your account is no longer on Average Billing.' })
    expect((await list())[0]).toMatchObject({ billingType: 'Standard', settlementMonth: null })
    expect((await events()).map(({ body }) => body)).toEqual(
      [add, edit, remove].map((item) => ({ memberNumber: '10001', ...item })),
    )
  })

  it('is removed with action Edit when the cooperative enrolled it [AB-02, AB-10, AS-16]', async () => {
    await setType('Average')
    expect((await update(remove)).json()).toEqual({ message: 'Your account is no longer on Average Billing.' })
    expect((await list())[0]).toMatchObject({ billingType: 'Standard', settlementMonth: null })
    expect((await events()).map(({ body }) => body)).toEqual([{ memberNumber: '10001', ...remove }])
  })

  it('has the changed type on the account overview at once', async () => {
    const overview = async () => (await portal.call(accountOverview.info, ofAccount())).json<{ billingType: string }>()
    expect((await overview()).billingType).toBe('Standard')
    await update(add)
    expect((await overview()).billingType).toBe('Average')
  })

  it('takes all five fields of an item and nothing else [DU-14]', async () => {
    for (const name of Object.keys(add))
      expect((await update({ ...add, [name]: undefined })).statusCode, name).toBe(400)
    expect((await update({ ...add, other: 1 })).statusCode).toBe(400)
    expect((await update({ ...add, settlementMonth: 13 })).statusCode).toBe(400)
    expect(await events()).toEqual([])
  })

  it('is refused with the reason, and nothing changes [AB-12, AB-13]', async () => {
    await file({ is_eligible: false, not_eligible_message: 'Your account is past due.' })
    expect(await refusal(add)).toEqual([400, [['not-eligible', 'Your account is past due.']]])
    await file({ is_eligible: true, not_eligible_message: '' })
    await setType('Budget')
    expect(await refusal(add)).toEqual([400, [['not-eligible', 'Budget billing is active.']]])
    expect(await events()).toEqual([])
  })

  it('is refused when the estimate is no longer the one that the member saw', async () => {
    const text = 'Our estimate for this account has changed. Review the new estimate and try again.'
    expect(await refusal({ ...add, estimatedBill: 14_100 })).toEqual([400, [['estimate-changed', text]]])
    expect(await events()).toEqual([])
  })

  it('is not found when the item names another account than the path', async () => {
    const other = '100100102'
    await seedAccount(portal.db, anAccount(other).secondary())
    await file({ account_number: other })
    expect((await refusal({ ...add, accountNumber: other, estimatedBill: null }))[0]).toBe(404)
    expect(await events()).toEqual([])
  })

  it('has an audit entry for each change and none for a refusal', async () => {
    await update(add)
    await update(add)
    const entries = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number', 'detail'])
      .where('kind', '=', 'average-billing.changed')
      .execute()
    expect(entries).toMatchObject([
      { member_number: '10001', account_number: accountNumber, detail: { action: 'Add', billingType: 'Average' } },
    ])
  })

  it('leaves the next holder of the account without the change', async () => {
    await update(add)
    await giveToBen(portal.db, accountNumber)
    const { billing_type } = await portal.db
      .selectFrom('portal.current_billing')
      .select('billing_type')
      .where('account_number', '=', accountNumber)
      .executeTakeFirstOrThrow()
    expect(billing_type).toBe('Standard')
  })
})

describe('several accounts', () => {
  const other = '100100102'
  beforeEach(async () => {
    await seedAccount(portal.db, anAccount(other).secondary())
  })

  it('are changed where the rules allow it, with a result for each [AB-19, AS-17]', async () => {
    const answer = await updateAll(add, { ...add, accountNumber: other, estimatedBill: null })
    expect(answer.json<{ results: LevelizedResult[] }>().results).toEqual([
      { accountNumber, isUpdated: true, message: 'Your account is now on Average Billing.' },
      {
        accountNumber: other,
        isUpdated: false,
        message: 'Contact us to ask about Average Billing for this account.',
      },
    ])
    expect((await list()).map(({ billingType }) => billingType)).toEqual(['Average', 'Standard'])
    expect(await events()).toHaveLength(1)
  })

  it('stay as they are when one of them is another member’s', async () => {
    await seedAccount(portal.db, bensAccount)
    expect((await updateAll(add, { ...add, accountNumber: '100200101' })).statusCode).toBe(404)
    expect(await events()).toEqual([])
  })
})

describe('the preview', () => {
  const preview = async (settlementMonth = '6') =>
    portal.call(averageBilling.preview, { ...ofAccount(), query: { settlementMonth } })
  const planOf = async (month?: string) => (await preview(month)).json<{ plan: BillingPlanAnswer | null }>().plan
  const seedBills = async (count: number) => {
    for (let age = 0; age < count; age++)
      await seedBill(
        portal.db,
        {
          bill_date: addDays(calendarDate('2026-11-13'), -age * 30),
          due_date: addDays(calendarDate('2026-12-04'), -age * 30),
          amount: cents(10_000 + age * 100),
        },
        [],
      )
  }

  it('estimates twelve bills from the member’s own bills, for Average and Budget', async () => {
    await seedBills(12)
    const plan = await planOf()
    expect(plan).toMatchObject({ from: '2025-12-18', to: '2026-11-13', years: 1, startingDifference: 0 })
    expect(plan?.bills).toHaveLength(12)
    // The bills are $100.00 to $111.00, and sum up to $1,266.00.
    expect(plan?.bills[0]).toEqual({
      billDate: '2026-12-18',
      standard: 11_100,
      average: { amount: 10_550, difference: 550 },
      budget: { amount: 10_600, difference: 500 },
      isSettlement: false,
    })
    expect(plan?.bills.find(({ isSettlement }) => isSettlement)?.billDate).toMatch(/^2027-06/u)
    expect((await planOf('8'))?.bills.find(({ isSettlement }) => isSettlement)?.billDate).toMatch(/^2027-08/u)
  })

  it('starts a leveled account with its difference of this year', async () => {
    await seedBills(12)
    await setType('Budget')
    await portal.db
      .insertInto('cis.account_detail')
      .values({ account_number: accountNumber, year_to_date_difference: cents(3_410) })
      .execute()
    expect(await planOf()).toMatchObject({ startingDifference: 3_410, usesLeveledBills: true })
  })

  it('leaves out a bill with a date after today', async () => {
    await seedBills(12)
    await seedBill(portal.db, { bill_date: calendarDate('2026-12-13'), due_date: calendarDate('2027-01-04') }, [])
    expect(await planOf()).toMatchObject({ to: '2026-11-13' })
  })

  it('gives none without twelve bills', async () => {
    await seedBills(11)
    expect(await planOf()).toBeNull()
  })

  it('refuses a month that does not exist', async () => {
    for (const month of ['0', '13', '06', 'x']) expect((await preview(month)).statusCode, month).toBe(400)
  })
})

it('keeps a member’s change over later imports until a row includes its event', async () => {
  const bring = async (through: number | '') =>
    importBundle(
      { db: portal.db, clock: portal.clock },
      {
        directory: bundleFolder({
          'levelized-accounts.csv': csv(
            'account_number,is_eligible,not_eligible_message,estimated_amount,settlement_month,changes_through_event',
            `${accountNumber},N,Not yet.,99.50,3,${through}`,
          ),
        }),
      },
    )
  await update(add)
  const { id } = await portal.db.selectFrom('outbox.event').select('id').executeTakeFirstOrThrow()
  await bring('')
  expect((await list())[0]).toMatchObject({
    billingType: 'Average',
    settlementMonth: 6,
    isEligible: false,
    notEligibleMessage: 'Not yet.',
    estimatedAmount: 9_950,
    defaultSettlementMonth: 3,
  })
  await bring(id)
  expect((await list())[0]).toMatchObject({ billingType: 'Standard', settlementMonth: null })
  const event = await portal.db.selectFrom('outbox.event').select('acknowledged_at').executeTakeFirstOrThrow()
  expect(event.acknowledged_at).not.toBeNull()
})

it('is closed where Average Billing is off [AB-08, ST-56]', async () => {
  portal.set({ AverageBilling: false })
  const answers = [
    await portal.call(averageBilling.list, ofAda()),
    await update(add),
    await updateAll(add),
    await portal.call(averageBilling.preview, { ...ofAccount(), query: { settlementMonth: '6' } }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(await events()).toEqual([])
})
