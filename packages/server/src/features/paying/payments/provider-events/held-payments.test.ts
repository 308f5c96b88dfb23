import { expect, test } from 'vitest'
import { enterAtAuthorizeNet, heldCard, useAuthorizeNetPortal } from '../../../../testing/authorize-net-in-test.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { settleUnderWay } from './settle-open-payment.ts'
import { sweepOpenPaymentsJob } from './sweep-open-payments.job.ts'

const { portal, double } = useAuthorizeNetPortal(payingSettings)

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
    const form = await pay(portal, await verified(portal), 10_000)
    await enterAtAuthorizeNet(form, heldCard)
    const { transNo } = form.paymentRequisitionSettings
    await sweepAfter(91)
    await sweepAfter(24 * 60)
    expect(await state()).toBe('handed-off')
    // An open page would not keep AutoPay from charging the same bill.
    portal.clock.advance(60)
    expect(await settleUnderWay(portal.deps, ['100100101'])).toBe(true)
    double.atVendor.setStatus(double.chargesOf(transNo)[0]?.transId ?? '', status)
    await sweepAfter(11)
    expect(await state()).toBe(to)
  },
)
