import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { Stripe } from 'stripe'
import { beforeEach, expect, it } from 'vitest'
import { openAutoPay } from '../../../../testing/auto-pay-in-test.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import {
  bankFields,
  cardFields,
  enterAtStripe,
  stripeKeys,
  useStripePortal,
  visa,
} from '../../../../testing/stripe-in-test.ts'
import { runDueItems } from '../../runs/run-due-items.job.ts'
import { lookUpMethodRequest, requestMethod } from '../public.ts'

const { portal, double } = useStripePortal({ ...payingSettings, Autopay: true, runHour: 8 })

beforeEach(() => double.faults.clear())

/** Stores a method of Ada on the page of Stripe, her bank account unless another is given. @returns its id. */
async function storeMethod(fields = bankFields('000123456789')): Promise<string> {
  const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc', 'echeck'], language: 'en' } as const
  const form = await requestMethod(portal.deps, { ...page, memberNumber: '10001' })
  await enterAtStripe(form.redirectUrl ?? '', fields)
  const back = portal.deps.gateways.returnTo(form.paymentRequisitionSettings.transNo)
  return (await lookUpMethodRequest(portal.deps, '10001', back)).methodId ?? ''
}

const newest = (type: string) => double.notices.list().findLast((notice) => notice.type === type)?.body ?? ''
/** Ends the mandate of the bank account that was stored last. @returns the event that says so. */
function endMandate(): string {
  const { data } = JSON.parse(newest('setup_intent.succeeded')) as { data: { object: { payment_method: string } } }
  double.atVendor.endMandate(data.object.payment_method)
  return newest('mandate.updated')
}

/** Posts an event as Stripe signs it, and lets the portal look. */
async function tell(payload: string): Promise<void> {
  const timestamp = Math.floor(portal.clock.now().getTime() / 1000)
  const secret = stripeKeys.webhookSecret
  const signature = new Stripe(stripeKeys.secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const url = '/api/v3/payments/postback/stripe'
  expect((await portal.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
  await portal.jobs.runWaiting()
}
/** Deletes the card that was stored last, as the owner of the account does at Stripe. @returns the event that says so. */
async function detachNewest(): Promise<string> {
  const { data } = JSON.parse(newest('setup_intent.succeeded')) as { data: { object: { payment_method: string } } }
  const { hostname: host, port } = new URL(double.origin)
  await new Stripe(stripeKeys.secretKey, { host, port, protocol: 'http' }).paymentMethods.detach(
    data.object.payment_method,
  )
  return newest('payment_method.detached')
}
const again = (payload: string) => payload.replace(/"id":"evt_\w+"/u, '"id":"evt_again"')

const notices = async () =>
  (
    await portal.db
      .selectFrom('outbox.message')
      .select(['subject', 'body_text'])
      .where('dedupe_key', 'like', 'payment-method-refused%')
      .execute()
  ).map(({ subject, body_text }) => `${subject}: ${body_text}`)

it.each([
  ['en', 'A bank account can no longer be charged', 'The bank no longer allows payments from a saved bank account.'],
  ['es', 'Una cuenta bancaria ya no se puede usar', 'El banco ya no permite pagos desde una cuenta bancaria guardada.'],
] as const)(
  'no longer charges a bank account whose mandate has ended, and notifies the member once (%s) [REQ-D-415]',
  async (language, subject, sentence) => {
    const ada = await openAutoPay({ portal, storeCard: async () => storeMethod() })
    await portal.db.updateTable('portal.login').set({ language }).execute()
    const methodId = await ada.announced()
    const event = endMandate()
    await tell(event)
    await tell(event)
    await tell(again(event))
    const said = await notices()
    expect(said).toHaveLength(1)
    for (const part of [subject, sentence, '6789']) expect(said[0]).toContain(part)
    ada.onDay('2026-12-10')
    await runDueItems(portal.deps)
    expect(await ada.payments()).toEqual([])
    expect(await ada.charges()).toMatchObject([{ state: 'done', outcome: 'refused' }])
    const refused = portal.db.selectFrom('pay.stored_method').select(['method_id', 'refused_code'])
    expect(await refused.execute()).toEqual([{ method_id: methodId, refused_code: 'R07' }])
    const account = portal.db.selectFrom('cis.account').select('no_more_checks')
    expect(await account.executeTakeFirst()).toEqual({ no_more_checks: false })
  },
)

it('refuses no newer mandate of the account when the end of the former one is reported late [REQ-D-415]', async () => {
  const [former, late, newer] = [await storeMethod(), endMandate(), await storeMethod()]
  await tell(late)
  const methods = portal.db.selectFrom('pay.stored_method').select(['method_id', 'refused_code'])
  expect(new Map((await methods.execute()).map((one) => [one.method_id, one.refused_code]))).toEqual(
    new Map([
      [former, 'R07'],
      [newer, null],
    ]),
  )
})

it('charges the bank account that was stored again, with its new mandate [REQ-D-415]', async () => {
  const ada = await openAutoPay({ portal, storeCard: async () => storeMethod() })
  await ada.announced()
  const event = endMandate()
  await tell(event)
  const methodId = await storeMethod()
  await ada.save({ methodId })
  await tell(again(event))
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await ada.payments()).toEqual([{ state: 'confirmed', amount: 14_237 }])
  expect(await notices()).toHaveLength(1)
})

it('changes nothing by news of a mandate that holds, of a method that was removed, or of none of ours', async () => {
  const ada = await openAutoPay({ portal, storeCard: async () => storeMethod() })
  const kept = await storeMethod()
  const mandate = /mandate_\w+/u.exec(newest('setup_intent.succeeded'))?.[0] ?? ''
  const removed = await storeMethod()
  const event = endMandate()
  const params = { memberNumber: '10001', methodId: removed }
  expect((await portal.call(paymentProfile.remove, { params, ...(await ada.session()) })).statusCode).toBe(200)
  await tell(event)
  await tell(again(event.replaceAll(/mandate_\w+/gu, mandate)))
  await tell(event.replaceAll(/mandate_\w+/gu, 'mandate_ofAnother').replace(/"id":"evt_\w+"/u, '"id":"evt_third"'))
  const refused = portal.db.selectFrom('pay.stored_method').select('method_id').where('refused_code', 'is not', null)
  expect([await refused.execute(), await notices()]).toEqual([[], []])
  expect(
    await portal.db.selectFrom('pay.provider_notice').select('done_at').where('done_at', 'is', null).execute(),
  ).toEqual([])
  expect(kept).not.toBe('')
})

it.each([
  ['card', cardFields(visa), 'Visa ending in 4242'],
  ['bank account', bankFields('000123456789'), 'Bank account ending in 6789'],
] as const)(
  'removes a %s that was detached at Stripe, and notifies the member once [REQ-D-465]',
  async (_kind, fields, name) => {
    const ada = await openAutoPay({ portal, storeCard: async () => storeMethod() })
    const kept = await storeMethod(fields)
    await storeMethod(fields)
    const event = await detachNewest()
    await tell(event)
    await tell(event)
    await tell(again(event))
    const call = { params: { memberNumber: '10001' }, ...(await ada.session()) }
    const listed = (await portal.call(paymentProfile.list, call)).json<{ results: { methodId: string }[] }>().results
    expect(listed.map(({ methodId }) => methodId)).toEqual([kept])
    const removed = portal.db
      .selectFrom('outbox.message')
      .select('body_text')
      .where('dedupe_key', 'like', 'payment-method-removed%')
    expect(await removed.execute()).toEqual([{ body_text: expect.stringContaining(name) }])
  },
)
