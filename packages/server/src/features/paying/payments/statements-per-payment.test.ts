import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { beforeEach, expect, it } from 'vitest'
import { sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, type QuickPayer, verified } from '../../../testing/quick-payer.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
const statementsOf = recordStatements(portal)
beforeEach(async () => seedAccount(portal.db))

/** Counts the statements of a payment request and of its postback. The transaction of each adds its begin and its commit. */
async function countStatements(payer: QuickPayer) {
  const forms: Requisition[] = []
  const requested = await statementsOf(async () => forms.push(await pay(portal, payer, 10_000)))
  const [postback] = forms.map((form) => tell(form, 'payment.succeeded'))
  if (postback === undefined) throw new Error('No payment was requested')
  const confirmed = await statementsOf(async () => sendPostback(portal, postback))
  expect(await portal.db.selectFrom('pay.booking').select('kind').execute()).toEqual([{ kind: 'payment' }])
  return { requested: requested.length, confirmed: confirmed.length }
}

it('takes five statements to request a payment and two to confirm it', async () => {
  // Request: the grant, the account's lock, earlier requests, the account, the payment. Postback: lock the payment, settle it.
  expect(await countStatements(await verified(portal))).toEqual({ requested: 5, confirmed: 2 })
})

it('looks up the holder who gets the receipt in one statement more', async () => {
  portal.set({ ...payingSettings, Notifications: true, allowSubscribeForNotification: true })
  expect(await countStatements(await verified(portal))).toEqual({ requested: 5, confirmed: 3 })
})

it('takes no lock of the account where members may overpay', async () => {
  portal.set({ ...payingSettings, allowOverPay: true })
  expect(await countStatements(await verified(portal))).toEqual({ requested: 4, confirmed: 2 })
})
