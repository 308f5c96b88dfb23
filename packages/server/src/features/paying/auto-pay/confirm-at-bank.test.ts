import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { cardFields, enterAtStripe, useStripePortal } from '../../../testing/stripe-in-test.ts'
import { lookUpMethodRequest, requestMethod } from '../payments/public.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { reconcile } from '../payments/reconcile/reconcile.job.ts'
import { runDueItems } from '../runs/run-due-items.job.ts'

/** Paid while the member is there; the bank asks for them while they are away. */
const cardThatAsks = '4000002500003155'

const { portal, double } = useStripePortal({
  ...payingSettings,
  Autopay: true,
  runHour: 8,
  Notifications: true,
  allowSubscribeForNotification: true,
})

async function storeCard(memberNumber: string): Promise<string> {
  const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc', 'echeck'], language: 'en' } as const
  const form = await requestMethod(portal.deps, { ...page, memberNumber })
  await enterAtStripe(form.redirectUrl ?? '', cardFields(cardThatAsks))
  const back = portal.deps.gateways.returnTo(form.paymentRequisitionSettings.transNo)
  return (await lookUpMethodRequest(portal.deps, memberNumber, back)).methodId ?? ''
}

const payments = async () =>
  portal.db.selectFrom('pay.payment').select(['origin', 'state', 'amount']).orderBy('requested_at').execute()
const booked = async () =>
  (
    await sql<{ kind: string; cents: number }>`select booking.kind, entry.amount::integer as cents
      from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
      where entry.ledger_account = 'provider-clearing'`.execute(portal.db)
  ).rows

it('tells the member of an AutoPay charge that their bank wants confirmed, which they then pay on the page of the provider, once [REQ-D-414]', async () => {
  const ada = await openAutoPay({ portal, storeCard })
  await ada.announced()
  ada.onDay('2026-12-10')
  await runDueItems(portal.deps)
  expect(await payments()).toEqual([{ origin: 'autopay', state: 'declined', amount: 14_237 }])
  const mail = await portal.db
    .selectFrom('outbox.message')
    .select(['subject', 'body_text'])
    .where('dedupe_key', 'like', 'payment-failed:%')
    .executeTakeFirstOrThrow()
  expect(mail.subject).toBe('Confirm your payment')
  expect(mail.body_text).toContain('Your bank asks you to confirm your payment of $142.37')
  expect(mail.body_text).toContain('/billpayments/pay-multiple?accountno=100100101&confirm=true')

  const form = await payAsMember(portal, await ada.session(), [['100100101', 14_237]])
  expect(await enterAtStripe(form.redirectUrl ?? '', cardFields(cardThatAsks))).toBe(303)
  portal.clock.advance(180)
  await settleOpenPaymentsNow(portal.deps)
  // Neither a later run nor Stripe makes the declined charge after all.
  await runDueItems(portal.deps)
  double.advance(5 * 86_400)
  await settleOpenPaymentsNow(portal.deps)
  expect(await payments()).toEqual([
    { origin: 'autopay', state: 'declined', amount: 14_237 },
    { origin: 'member', state: 'confirmed', amount: 14_237 },
  ])
  expect(await booked()).toEqual([{ kind: 'payment', cents: 14_657 }])
  const events = await portal.db.selectFrom('outbox.event').select('kind').where('kind', 'like', 'payment-%').execute()
  expect(events).toEqual([{ kind: 'payment-confirmed' }])
  portal.clock.advance(86_400)
  expect(await reconcile(portal.deps)).toMatchObject({
    takenIn: 0,
    missing: 0,
    extra: 0,
    different: 0,
    eventsDiffer: 0,
  })
  const left = await portal.call(payMultiple.amounts, { params: { memberNumber: '10001' }, ...(await ada.session()) })
  expect(left.json<{ results: { accountBalance: number }[] }>().results[0]?.accountBalance).toBe(0)
})
