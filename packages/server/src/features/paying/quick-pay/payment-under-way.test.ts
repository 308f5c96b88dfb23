import { type QuickPaySettingsAnswer, quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { beforeEach, expect, it } from 'vitest'
import { sendPostback, tell, useProviderDouble } from '../../../testing/provider-double.ts'
import {
  askToPay,
  errorsOf,
  pay,
  payingSettings,
  type QuickPayer,
  tryToVerify,
  verified,
} from '../../../testing/quick-payer.ts'
import { askAsMember, payAsMember } from '../../../testing/member-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runPaymentsCommand } from '../payments/payments.command.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({
  settings: { ...payingSettings, timeZone: 'America/Chicago', quickPayTokenMinutes: 120 },
  env: { PROVIDER_URL: provider.url },
}))
beforeEach(async () => seedAccount(portal.db))

const tooMuch = { code: 'payment-under-way', field: 'amount' }

it('counts an open payment as paid where overpaying is not allowed, and says until when', async () => {
  await pay(portal, await verified(portal), 40_000)
  const other = await verified(portal)
  const refused = await askToPay(portal, other, 10_001)
  expect([refused.statusCode, errorsOf(refused)]).toMatchObject([400, [tooMuch]])
  expect(errorsOf(refused)[0]?.message).toMatch(
    /^Another payment of \$400\.00 is in progress for this account\. With this payment, .* after 11\/20\/2026, 10:30\sAM, or sooner/u,
  )
  await pay(portal, other, 10_000)
})

/** Requests a payment and opens its page at the provider. */
const payAtProvider = async (payer: QuickPayer, amount: number): Promise<Requisition> => {
  const form = await pay(portal, payer, amount)
  provider.open.add(form.paymentRequisitionSettings.transNo)
  return form
}
const states = async () =>
  (await portal.db.selectFrom('pay.payment').select('state').orderBy('requested_at').execute()).map((one) => one.state)

it('asks the provider about other payments before it refuses one, and ends pages that the provider does not know [SEC-77]', async () => {
  await pay(portal, await verified(portal), 50_000)
  const member = await seedSession(portal, await seedLogin(portal))
  const refused = await askAsMember(portal, member, [['100100101', 10_000]])
  // The form may not have reached the provider yet.
  expect([refused.statusCode, errorsOf(refused)]).toMatchObject([400, [{ code: 'payment-under-way' }]])
  portal.clock.advance(31)
  await payAsMember(portal, member, [['100100101', 10_000]])
  expect(await states()).toEqual(['expired', 'handed-off'])
})

it('learns from the provider that the other payment was made, or was canceled, before it refuses one', async () => {
  const form = await payAtProvider(await verified(portal), 50_000)
  const { transNo } = form.paymentRequisitionSettings
  const other = await verified(portal)
  portal.clock.advance(31)
  expect((await askToPay(portal, other, 100)).statusCode).toBe(400)
  provider.events.set(transNo, [tell(form, 'payment.canceled')])
  portal.clock.advance(11)
  await pay(portal, other, 100)
  expect(await states()).toEqual(['canceled', 'handed-off'])
})

it('asks the provider about a payment once in ten seconds, however often payers are refused', async () => {
  await payAtProvider(await verified(portal), 50_000)
  const other = await verified(portal)
  for (let n = 0; n < 5; n += 1) expect((await askToPay(portal, other, 100)).statusCode).toBe(400)
  expect(provider.calls).toHaveLength(1)
})

it('counts a payment past its lifetime for as long as the provider cannot say how it ended, and names no time', async () => {
  await payAtProvider(await verified(portal), 50_000)
  provider.mode = 'fails'
  portal.clock.advance(90 * 60)
  const other = await verified(portal)
  const refused = await askToPay(portal, other, 100)
  expect([refused.statusCode, errorsOf(refused)[0]?.message]).toEqual([
    400,
    'Another payment of $500.00 is in progress for this account. With this payment, you would pay more than your balance. We are asking our payment provider about it. Try again in a few minutes.',
  ])
  provider.mode = 'answers'
  portal.clock.advance(11)
  await pay(portal, other, 100)
})

it('returns the amount at once when the other payment is canceled, and when it expires', async () => {
  const form = await pay(portal, await verified(portal), 50_000)
  const other = await verified(portal)
  expect((await askToPay(portal, other, 100)).statusCode).toBe(400)
  await sendPostback(portal, tell(form, 'payment.canceled'))
  await payAtProvider(other, 50_000)
  expect((await askToPay(portal, other, 100)).statusCode).toBe(400)
  portal.clock.advance(90 * 60)
  await pay(portal, await verified(portal), 50_000)
})

const settings = async (halves: Pick<Partial<QuickPayer>, 'bearer' | 'cookie'>) =>
  portal.call(quickPay.settings, { params: { memberNumber: '10001' }, query: { applicationId: 'Web' }, ...halves })
const underWayFor = async ({ bearer, cookie }: QuickPayer) =>
  (await settings({ bearer, cookie })).json<QuickPaySettingsAnswer>().paymentsUnderWay

it('shows open payments to a verified payer before they pay, and hides them from other callers', async () => {
  const before = await verified(portal)
  expect(await underWayFor(before)).toBeNull()
  await pay(portal, before, 40_000)
  const other = await verified(portal)
  expect(await underWayFor(other)).toEqual({
    payments: 1,
    underReview: 0,
    amount: 40_000,
    until: '2026-11-20T16:30:00.000Z',
    timeZone: 'America/Chicago',
  })

  const strangers = [
    await settings({}),
    await settings({ bearer: other.bearer }),
    await tryToVerify(portal, { phoneLastFourDigits: '0000' }),
  ]
  expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
  for (const { body } of strangers) expect(withoutRandom(body)).not.toMatch(/under-?way|40000|400\.00|2026-11-20/iu)
})

it('says nothing of other payments where they limit nothing: overpaying allowed, or a prepaid account', async () => {
  const payer = await verified(portal)
  await pay(portal, payer, 40_000)
  expect(await underWayFor(payer)).not.toBeNull()
  portal.set({ allowOverPay: true })
  expect(await underWayFor(payer)).toBeNull()
  portal.set({ allowOverPay: false })
  await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
  expect(await underWayFor(payer)).toBeNull()
})

const differing = { convenienceFee: 296, totalAmount: 30_295 }

/** Reports other figures than were requested: the money was collected and waits for staff. */
async function putUnderReview(form: Requisition): Promise<string> {
  await sendPostback(portal, tell(form, 'payment.succeeded', differing))
  return form.paymentRequisitionSettings.transNo
}

it('counts a payment under review as paid, however long the review takes, and says that it is under review', async () => {
  await putUnderReview(await pay(portal, await verified(portal), 30_000))
  portal.clock.advance(30 * 86_400)
  const payer = await verified(portal)
  const checked = await askToPay(portal, payer, 20_001)
  expect([checked.statusCode, errorsOf(checked)]).toMatchObject([400, [tooMuch]])
  expect(errorsOf(checked)[0]?.message).toMatch(
    /^Another payment of \$300\.00 is under review for this account\. .* Try again after we finish our review\.$/u,
  )
  await pay(portal, payer, 20_000)
  const both = await askToPay(portal, payer, 100, { headers: { 'accept-language': 'es' } })
  expect(errorsOf(both)[0]?.message).toMatch(
    /^Ya hay otros 2 pagos, por \$500\.00 en total, en curso o en revisión para esta cuenta\. .* terminemos la revisión\.$/u,
  )
})

it('stops counting a payment under review when staff reject it, and counts it once when they accept it', async () => {
  const decide = async (verb: string, transNo: string) =>
    runPaymentsCommand(portal.deps, [verb, transNo, '--by', 'Dana', '--reason', 'Fee'])
  await decide('reject', await putUnderReview(await pay(portal, await verified(portal), 30_000)))
  const transNo = await putUnderReview(await pay(portal, await verified(portal), 30_000))
  expect((await askToPay(portal, await verified(portal), 20_002)).statusCode).toBe(400)
  await decide('accept', transNo)
  const payer = await verified(portal)
  expect((await askToPay(portal, payer, 20_002)).statusCode).toBe(400)
  // The provider charged one cent more as its fee, so one cent more is owed.
  await pay(portal, payer, 20_001)
})

it('answers a retry with the same idempotency key with the same payment, also at the same instant', async () => {
  const payer = await verified(portal)
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => askToPay(portal, payer, 50_000, { key: 'same-key-of-one-attempt' })),
  )
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await portal.db.selectFrom('pay.payment').select('state').execute()).toHaveLength(1)
})

it('lets one of two requests at the same instant pass', async () => {
  for (let round = 0; round < 5; round += 1) {
    const payers = [await verified(portal), await verified(portal)]
    const answers = await Promise.all(payers.map(async (payer) => askToPay(portal, payer, 30_000)))
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    portal.clock.advance(91 * 60)
  }
})

it('counts nothing where overpaying is allowed', async () => {
  portal.set({ ...payingSettings, allowOverPay: true })
  await pay(portal, await verified(portal), 50_000)
  expect((await askToPay(portal, await verified(portal), 50_000)).statusCode).toBe(200)
})
