import { createHash } from 'node:crypto'
import {
  type RunningAuthorizeNetDouble,
  startAuthorizeNetDouble,
} from '@coopline/provider-sandbox/start-authorize-net-double'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { settleUnderWay } from './settle-open-payment.ts'
import { sweepOpenPaymentsJob } from './sweep-open-payments.job.ts'

const keys = { loginId: 'login', transactionKey: '346HZ32z3fP4hTG2' }
const signatureKey = createHash('sha512').update('news').digest('hex').toUpperCase()
let double: RunningAuthorizeNetDouble
beforeAll(async () => {
  const webhookUrl = 'http://127.0.0.1:9/postback'
  double = await startAuthorizeNetDouble({
    ...keys,
    signatureKey,
    webhookUrl,
    now: () => portal.clock.now().getTime(),
  })
})
afterAll(async () => double.close())
const portal = useTestPortal(() => ({
  settings: payingSettings,
  env: {
    PAYMENT_PROVIDER: 'authorize-net',
    AUTHORIZE_NET_LOGIN_ID: keys.loginId,
    AUTHORIZE_NET_TRANSACTION_KEY: keys.transactionKey,
    AUTHORIZE_NET_SIGNATURE_KEY: signatureKey,
    AUTHORIZE_NET_API_ORIGIN: double.origin,
  },
}))

const state = async () => (await portal.db.selectFrom('pay.payment').select('state').executeTakeFirstOrThrow()).state

const sweepAfter = async (minutes: number) => {
  portal.clock.advance(minutes * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
}

test.each([
  ['approved', 'capturedPendingSettlement', 'confirmed'],
  ['declined', 'failedReview', 'declined'],
])(
  'a charge that is held for review past its lifetime is open until it is %s [REQ-D-442]',
  async (_end, status, to) => {
    await seedAccount(portal.db)
    const { paymentRequisitionSettings: form } = await pay(portal, await verified(portal), 10_000)
    const body = new URLSearchParams({
      token: form.securityToken,
      kind: 'card',
      number: '4111111111111111',
      expiry: '08/30',
    })
    await fetch(`${double.origin}/payment/pay`, { method: 'POST', body, redirect: 'manual' })
    const [charge] = double.chargesOf(form.transNo)
    if (charge === undefined) throw new Error('There is no charge')
    double.atVendor.setStatus(charge.transId, 'FDSPendingReview')
    await sweepAfter(91)
    await sweepAfter(24 * 60)
    expect(await state()).toBe('handed-off')
    // An open page would not keep AutoPay from charging the same bill.
    portal.clock.advance(60)
    expect(await settleUnderWay(portal.deps, ['100100101'])).toEqual([{ transNo: form.transNo, isOpen: false }])
    double.atVendor.setStatus(charge.transId, status)
    await sweepAfter(11)
    expect(await state()).toBe(to)
  },
)
