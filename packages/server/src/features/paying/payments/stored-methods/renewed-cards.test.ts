import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { beforeEach, expect, it } from 'vitest'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../../testing/seed-login.ts'
import { cardFields, enterAtStripe, useStripePortal, visa } from '../../../../testing/stripe-in-test.ts'
import { notifyOfExpiringCards } from '../../payment-profile/notify-of-expiring-cards.job.ts'
import { lookUpMethodRequest, requestMethod } from '../public.ts'
import { openToken } from './method-token.ts'
import { renewCardsJob } from './renew-cards.job.ts'

const { portal, double } = useStripePortal({
  ...payingSettings,
  StoredPaymentDataEnabled: true,
  Notifications: true,
  allowSubscribeForNotification: true,
})

beforeEach(async () => {
  double.faults.clear()
  await seedAccount(portal.db)
})

/** Stores a card that expires at the end of November 2026, ten days from now. @returns Stripe's id of it. */
async function storeCard(): Promise<string> {
  const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc'], language: 'en' } as const
  const form = await requestMethod(portal.deps, { ...page, memberNumber: '10001' })
  await enterAtStripe(form.redirectUrl ?? '', { ...cardFields(visa), cardExpiry: '11/26' })
  const back = portal.deps.gateways.returnTo(form.paymentRequisitionSettings.transNo)
  const { methodId } = await lookUpMethodRequest(portal.deps, '10001', back)
  const { token } = await portal.db
    .selectFrom('pay.stored_method')
    .select('token')
    .where('method_id', '=', methodId)
    .executeTakeFirstOrThrow()
  return openToken(portal.deps.keys, token, methodId ?? '').split('|')[1] ?? ''
}

const shown = async () => {
  const session = await seedSession(portal, await seedLogin(portal, { username: 'ada', memberNumber: '10001' }))
  const answer = await portal.call(paymentProfile.list, { params: { memberNumber: '10001' }, ...session })
  return answer.json<{ results: { expiry: string; lastFour: string }[] }>().results
}
const told = async () => {
  await notifyOfExpiringCards(portal.deps)
  return portal.db
    .selectFrom('outbox.message')
    .select('subject')
    .where('dedupe_key', 'like', '%card-expiring%')
    .execute()
}

it('has the date of a stored card that its network renewed, and tells the member of no end [REQ-D-462]', async () => {
  const card = await storeCard()
  double.atVendor.renewCard(card, { month: 11, year: 2029 })
  await portal.jobs.run(renewCardsJob, {})
  expect(await shown()).toMatchObject([{ expiry: '2029-11', lastFour: '4242' }])
  expect(await told()).toEqual([])
})

it('has it as well when the network renewed the card only after its end [REQ-D-462]', async () => {
  const card = await storeCard()
  portal.clock.set('2026-12-15T15:00:00Z')
  double.atVendor.renewCard(card, { month: 11, year: 2029 })
  await portal.jobs.run(renewCardsJob, {})
  expect(await shown()).toMatchObject([{ expiry: '2029-11' }])
})

it('leaves a card as it is that no network renewed, or that the provider says nothing about [REQ-D-462]', async () => {
  await storeCard()
  await portal.jobs.run(renewCardsJob, {})
  double.faults.set({ kind: 'status', status: 503 })
  await portal.jobs.run(renewCardsJob, {})
  expect(await shown()).toMatchObject([{ expiry: '2026-11', lastFour: '4242' }])
  expect(await told()).toHaveLength(1)
})
