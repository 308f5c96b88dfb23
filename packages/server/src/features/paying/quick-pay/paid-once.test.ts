import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { beforeEach, expect, test } from 'vitest'
import { encodedReturn, sendPostback, tell } from '../../../testing/provider-double.ts'
import { askToPay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

test('a payment that is asked for twenty times and reported twice is paid once, from the request to the receipt', async () => {
  const payer = await verified(portal)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => askToPay(portal, payer, 10_000, { key: 'attempt-1' })),
  )
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  const form = answers[0]?.json<Requisition>() as Requisition
  const succeeded = tell(form, 'payment.succeeded')
  for (let n = 0; n < 2; n += 1) expect((await sendPostback(portal, succeeded)).statusCode).toBe(200)
  const { transNo } = form.paymentRequisitionSettings
  const status = await portal.call(quickPay.status, {
    query: { encryptedPayload: encodedReturn(transNo) },
    bearer: payer.bearer,
    cookie: payer.cookie,
  })
  expect(status.json()).toMatchObject({ transNo, outcome: 'confirmed', accountBalance: 4_237 })
  expect(await portal.db.selectFrom('pay.booking').select('kind').execute()).toEqual([{ kind: 'payment' }])
  const receipts = portal.db.selectFrom('outbox.message').select('recipient').where('dedupe_key', 'like', 'receipt:%')
  expect(await receipts.execute()).toHaveLength(1)
})
