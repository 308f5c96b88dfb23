import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  anetBank,
  goodCard,
  postAnetNews,
  storingAtAuthorizeNet,
  useAuthorizeNetPortal,
} from '../../../../testing/authorize-net-in-test.ts'
import { openAutoPay } from '../../../../testing/auto-pay-in-test.ts'
import { outbox } from '../../../../testing/notified.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { runDueItems } from '../../runs/run-due-items.job.ts'
import { forgetMethodsJob } from './forget-methods.job.ts'

const { portal, double } = useAuthorizeNetPortal({ ...payingSettings, Autopay: true, runHour: 8 })
const { store } = storingAtAuthorizeNet(portal, async () => ada.session())
const params = { memberNumber: '10001' }
let ada: Awaited<ReturnType<typeof openAutoPay>>
let taken = 0

beforeEach(async () => {
  double.reset()
  taken = 0
  ada = await openAutoPay({ portal, storeCard: async () => store(goodCard) })
})

/** Posts the news that the vendor has had since, each twice, and lets the portal look. */
async function takeNews(): Promise<void> {
  const bodies = double
    .notices()
    .slice(taken)
    .map(({ body }) => body)
  taken += bodies.length
  for (const body of [...bodies, ...bodies]) expect((await postAnetNews(portal, double, body)).statusCode).toBe(200)
  await portal.jobs.runWaiting()
}

const customer = (): string => double.customers().at(-1)?.customerProfileId ?? ''
const listed = async () =>
  (await portal.call(paymentProfile.list, { params, ...(await ada.session()) })).json<{
    results: { methodId: string; lastFour: string; expiry: string | null; isDefault: boolean; isOutOfReach?: true }[]
  }>().results
const told = async () =>
  (await outbox(portal)).filter(({ subject }) => /payment method (?:was removed|can no longer)/u.test(subject))
const removals = async () =>
  portal.db.selectFrom('portal.audit').select('detail').where('kind', '=', 'payment-method.removed').execute()

describe('a method that was deleted at Authorize.net', () => {
  it.each(['deleteMethods', 'deleteCustomer'] as const)(
    'is removed here, and its member hears of it once: %s [REQ-D-465]',
    async (how) => {
      const kept = await store(anetBank('000123456789'))
      const methodId = await store(goodCard)
      await takeNews()
      double.atVendor[how](customer())
      await takeNews()
      expect(await listed()).toMatchObject([{ methodId: kept, isDefault: true }])
      expect(await told()).toMatchObject([
        { subject: 'A payment method was removed', text: expect.stringContaining('Visa ending in 1111') },
      ])
      expect(await removals()).toEqual([{ detail: { methodId } }])
      await portal.jobs.run(forgetMethodsJob, {})
      await takeNews()
      const rows = portal.db.selectFrom('pay.stored_method').select('method_id')
      expect([await rows.execute(), (await told()).length]).toEqual([[{ method_id: kept }], 1])
      expect(double.customers()).toHaveLength(1)
    },
  )

  it('stays without being charged while AutoPay uses it, and its member hears of it once [REQ-D-465]', async () => {
    const methodId = await ada.announced()
    double.atVendor.deleteMethods(customer())
    await takeNews()
    expect(await listed()).toMatchObject([{ methodId, isOutOfReach: true }])
    expect(await told()).toMatchObject([
      { subject: 'A payment method can no longer be charged', text: expect.stringContaining('Visa ending in 1111') },
    ])
    ada.onDay('2026-12-10')
    await runDueItems(portal.deps)
    expect([await ada.payments(), (await ada.charges()).map(({ outcome }) => outcome)]).toEqual([[], ['refused']])
    await ada.save({ methodId: await store(goodCard) })
    await takeNews()
    const call = { params: { ...params, methodId }, ...(await ada.session()) }
    expect((await portal.call(paymentProfile.remove, call)).statusCode).toBe(200)
    await portal.jobs.run(forgetMethodsJob, {})
    expect((await listed()).map((one) => one.methodId)).not.toContain(methodId)
  })

  it('is announced in the language of its member, and in no message when the portal deleted it [REQ-D-465]', async () => {
    const methodId = await store(goodCard)
    await portal.call(paymentProfile.remove, { params: { ...params, methodId }, ...(await ada.session()) })
    await portal.jobs.run(forgetMethodsJob, {})
    const before = (await outbox(portal)).length
    await takeNews()
    expect((await outbox(portal)).length).toBe(before)
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await ada.announced()
    double.atVendor.deleteCustomer(customer())
    await takeNews()
    expect((await outbox(portal)).map(({ subject }) => subject)).toContain('Una forma de pago ya no se puede usar')
  })
})

describe('a method that was changed at Authorize.net', () => {
  it('has its new date and last digits here [REQ-D-466]', async () => {
    await store(goodCard)
    double.atVendor.changeMethod(customer(), { number: '4242424242424242', expiry: '09/33' })
    await store(anetBank('000123456789'))
    double.atVendor.changeMethod(customer(), { number: '000987654321' })
    await takeNews()
    expect(await listed()).toMatchObject([
      { lastFour: '4242', expiry: '2033-09' },
      { lastFour: '4321', expiry: null },
    ])
    expect(await told()).toEqual([])
  })

  it('keeps what its member stored when it is another kind of method now [REQ-D-466]', async () => {
    await store(goodCard)
    double.atVendor.changeMethod(customer(), { kind: 'bank', number: '000987654321' })
    await takeNews()
    expect(await listed()).toMatchObject([{ lastFour: '1111', expiry: '2030-08' }])
  })
})
