import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { cents } from '@coopline/rules/kernel/money'
import { beforeEach, expect, it } from 'vitest'
import { amountsOf, payAsMember } from '../../../testing/member-payer.ts'
import { sendPostback, tell } from '../../../testing/provider-double.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { adaSignedIn, halvesOf, login, type SignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { arrangementBody, arrangingSettings } from './arrangements.fixtures.ts'

const accountNumber = '100100101'
const portal = useTestPortal({ settings: { ...payingSettings, ...arrangingSettings, allowUnderPay: true } })
let ada: SignedIn
beforeEach(async () => {
  ada = await adaSignedIn(portal)
  await owes(14_237)
})

const owes = async (balance: number) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), past_due: cents(5_700) })
    .where('account_number', '=', accountNumber)
    .execute()
const arrange = async (kind: 'extension' | 'installments', count: number) => {
  const { memberNumber, bearer, cookie } = ada
  const body = arrangementBody(portal, { kind, count, owed: 14_237, today: '2026-11-20' })
  const response = await portal.call(arrangements.make, {
    params: { memberNumber, accountNumber },
    bearer,
    cookie,
    body,
  })
  expect(response.statusCode).toBe(200)
}
const amountDue = async () => (await amountsOf(portal, ada))[0]?.amountDue
const pay = async (amount: number) => {
  const form = await payAsMember(portal, ada, [[accountNumber, amount]])
  await sendPostback(portal, tell(form, 'payment.succeeded'))
}
const on = async (date: string) => {
  portal.clock.set(`${date}T15:00:00Z`)
  ada = halvesOf(await login(portal))
}

it('is none without an arrangement', async () => {
  expect(await amountDue()).toBeNull()
})

it('is the down payment, then each installment until the last, which is the rest', async () => {
  await arrange('installments', 3)
  expect(await amountDue()).toBe(3_559)
  await pay(3_559)
  expect(await amountDue()).toBe(3_560)
  await on('2026-12-20')
  expect(await amountDue()).toBe(3_560)
  await pay(3_560)
  expect(await amountDue()).toBe(3_559)
  await pay(3_559)
  // One payment is left, so there is nothing to choose.
  expect(await amountDue()).toBeNull()
})

it('is every installment that is due, less what was paid', async () => {
  await arrange('installments', 3)
  await on('2026-12-20')
  expect(await amountDue()).toBe(3_559 + 3_560)
  await pay(5_000)
  expect(await amountDue()).toBe(3_559 + 3_560 - 5_000)
})

it('is a new bill with the installment that is due, and the bill alone before', async () => {
  await arrange('installments', 3)
  await pay(3_559)
  await owes(14_237 + 5_000)
  expect(await amountDue()).toBe(5_000)
  await on('2026-12-20')
  expect(await amountDue()).toBe(5_000 + 3_560)
})

it('is a new bill alone beside an extension, and none without one', async () => {
  await arrange('extension', 1)
  expect(await amountDue()).toBeNull()
  await owes(14_237 + 5_000)
  expect(await amountDue()).toBe(5_000)
  await on('2026-12-04')
  expect(await amountDue()).toBeNull()
})
