import type { ProviderEvent } from '../../../platform/payment-gateway/payment-gateway.ts'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { beforeEach, expect, it, vi } from 'vitest'
import { createHostedForm } from '../../../platform/payment-gateway/hosted-form/hosted-form.ts'
import { gatewaysOf } from '../../../platform/payment-gateway/gateways.ts'
import { anEvent } from '../../../testing/payment-in-test.ts'
import { useProviderDouble } from '../../../testing/provider-double.ts'
import { askToPay, pay, payingSettings, type QuickPayer, verified } from '../../../testing/quick-payer.ts'
import { createRedirectProvider } from '../../../testing/redirect-provider.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { testSigningKey, useTestPortal } from '../../../testing/test-portal.ts'
import { sweepOpenPaymentsJob } from './provider-events/sweep-open-payments.job.ts'

// Two providers: the current one leads to its page by an address, the other one takes the form of before.
const former = useProviderDouble()
const provider = createRedirectProvider()
const portal = useTestPortal(() => ({
  settings: payingSettings,
  env: { PROVIDER_URL: former.url },
  gateways: async ({ env, clock }) =>
    gatewaysOf([provider.gateway, createHostedForm({ env, clock, signingKeys: [testSigningKey] })], [testSigningKey]),
}))

let payer: QuickPayer
beforeEach(async () => {
  provider.answers.clear()
  provider.methods.clear()
  provider.calls.length = 0
  provider.mode = 'answers'
  await seedAccount(portal.db)
  payer = await verified(portal)
})

const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['trans_no', 'state', 'provider', 'provider_reference'])
    .orderBy('requested_at')
    .execute()
const stateOf = async (transNo: string) => (await payments()).find((one) => one.trans_no === transNo)?.state
const transNoOf = (form: Requisition) => form.paymentRequisitionSettings.transNo
const booked = async () =>
  Number(
    (
      await portal.db
        .selectFrom('pay.booking')
        .select((all) => all.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

/** The event that the card was charged for $142.37 and the fee. */
const paid = (transNo: string): ProviderEvent =>
  anEvent({
    ...tellFor(transNo),
    eventId: `charge_of_${transNo}/succeeded`,
    occurredAt: '2026-11-20T15:01:00Z',
  })
const tellFor = (transNo: string) => ({
  transNo,
  amount: 14_237 as ProviderEvent['amount'],
  convenienceFee: 420 as ProviderEvent['amount'],
  totalAmount: 14_657 as ProviderEvent['amount'],
})
const isPaid = (transNo: string) =>
  provider.answers.set(`page_${transNo}`, {
    kind: 'events',
    events: [paid(transNo)],
    standing: { status: 'succeeded', netAmount: 14_657 as ProviderEvent['amount'] },
  })

it('sends the browser to the address of the page, and knows the name of the payment there before the payer leaves [REQ-D-410]', async () => {
  const form = await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
  const transNo = transNoOf(form)
  expect(form).toEqual({
    paymentRequisitionSettings: { actionUrl: '', clientId: 'COOP7', transNo, securityToken: '' },
    configuration: { fields: [] },
    redirectUrl: `https://pay.example/page_${transNo}`,
  })
  expect(await pay(portal, payer, 14_237, { key: 'one-payment-0001' })).toEqual(form)
  expect(await payments()).toEqual([
    { trans_no: transNo, state: 'handed-off', provider: 'stripe', provider_reference: `page_${transNo}` },
  ])
})

it.each(['pay.after-start', 'pay.after-reference'])(
  'has one page of a payment whose process dies at %s, and learns that it was paid [REQ-D-410]',
  async (point) => {
    const dies = vi.spyOn(portal.deps.failPoints, 'reach').mockImplementation((name) => {
      if (name === point) throw new Error('dead')
    })
    expect((await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })).statusCode).toBe(500)
    dies.mockRestore()
    const form = await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
    isPaid(transNoOf(form))
    portal.clock.advance(180)
    await portal.jobs.run(sweepOpenPaymentsJob, {})
    expect(await payments()).toMatchObject([{ state: 'confirmed', provider_reference: `page_${transNoOf(form)}` }])
    expect([provider.answers.size, await booked()]).toEqual([1, 1])
  },
)

it('continues the same payment when the provider did not answer, and asks for a new request when its page is over [REQ-D-410]', async () => {
  provider.mode = 'down'
  expect((await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })).statusCode).toBe(503)
  provider.mode = 'page over'
  const over = await askToPay(portal, payer, 14_237, { key: 'one-payment-0001' })
  expect([over.statusCode, over.json<{ errors: readonly unknown[] }>().errors]).toMatchObject([
    409,
    [{ code: 'page-over' }],
  ])
  provider.mode = 'answers'
  await pay(portal, payer, 14_237, { key: 'one-payment-0001' })
  expect(await payments()).toHaveLength(1)
})

it('ends a page before the payment expires, and takes what was paid on it [REQ-D-410]', async () => {
  portal.set({ allowOverPay: true })
  const [left, kept] = [transNoOf(await pay(portal, payer, 14_237)), transNoOf(await pay(portal, payer, 14_237))]
  isPaid(kept)
  portal.clock.advance(91 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(provider.calls).toEqual(expect.arrayContaining([`end ${left}`, `end ${kept}`]))
  expect([await stateOf(left), await stateOf(kept)]).toEqual(['expired', 'confirmed'])
})

it('expires no payment whose page the provider may not have ended [REQ-D-410]', async () => {
  const transNo = transNoOf(await pay(portal, payer, 14_237))
  provider.mode = 'down'
  portal.clock.advance(91 * 60)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect(await stateOf(transNo)).toBe('handed-off')
})

it('lets a payment that began at another provider end there, while the current one is down [REQ-D-410]', async () => {
  portal.set({ allowOverPay: true })
  const current = transNoOf(await pay(portal, payer, 14_237))
  // A payment of the version before, which knew one provider.
  const before = transNoOf(await pay(portal, payer, 14_237))
  await portal.db
    .updateTable('pay.payment')
    .set({ provider: null, provider_reference: null })
    .where('trans_no', '=', before)
    .execute()
  former.events.set(before, [paid(before)])
  provider.mode = 'down'
  portal.clock.advance(180)
  await portal.jobs.run(sweepOpenPaymentsJob, {})
  expect([await stateOf(current), await stateOf(before)]).toEqual(['handed-off', 'confirmed'])
})
