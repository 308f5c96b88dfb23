import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { payMultiple, type PaymentToConfirm } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openAutoPay } from '../../../testing/auto-pay-in-test.ts'
import { payAsMember } from '../../../testing/member-payer.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { cardFields, enterAtStripe, useStripePortal } from '../../../testing/stripe-in-test.ts'
import { arrangementBody, arrangingSettings } from '../arrangements/arrangements.fixtures.ts'
import { draftingSettings, initiation } from '../drafts/drafts.fixtures.ts'
import { settleOpenPaymentsNow } from '../payments/provider-events/sweep-open-payments.job.ts'
import { lookUpMethodRequest, requestMethod } from '../payments/public.ts'
import { reconcile } from '../payments/reconcile/reconcile.job.ts'
import { scheduleBody } from '../scheduled-payments/scheduled-payments.fixtures.ts'
import { runDueItems } from './run-due-items.job.ts'

/** Paid while the member is there; the bank asks for them while they are away. */
const cardThatAsks = '4000002500003155'
const [electric, water] = ['100100101', '100100102'] as const

const { portal, double } = useStripePortal({
  ...payingSettings,
  ...arrangingSettings,
  ...draftingSettings,
  bankDraftByFile: false,
  Autopay: true,
  allowUnderPay: true,
  allowFutureDatedPayments: true,
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

const params = { memberNumber: '10001' }
/** A session that began now: the clock moves by weeks. */
const sessionOf = async (ada: Awaited<ReturnType<typeof adaSignedIn>>): Promise<SignedIn> => ({
  ...ada,
  ...(await seedSession(portal, ada.loginId)),
})
const runOn = async (day: string) => {
  portal.clock.set(`${day}T18:00:00Z`)
  await runDueItems(portal.deps)
}
const passDays = (days: number) => {
  portal.clock.advance(days * 86_400)
  double.advance(0)
}
const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['origin', 'state', 'amount'])
    .orderBy('requested_at')
    .orderBy('state', 'desc')
    .execute()
const booked = async () =>
  (
    await sql<{ kind: string; cents: number }>`select booking.kind, entry.amount::integer as cents
      from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
      where entry.ledger_account = 'provider-clearing'`.execute(portal.db)
  ).rows
const noticeToConfirm = async () =>
  portal.db
    .selectFrom('outbox.message')
    .select(['subject', 'body_text', 'dedupe_key'])
    .where('dedupe_key', 'like', 'payment-failed:%')
    .executeTakeFirstOrThrow()
const toConfirmOf = async (member: SignedIn) =>
  (await portal.call(payMultiple.amounts, { params, ...member })).json<{ toConfirm?: PaymentToConfirm[] }>().toConfirm

/** Sets something up that is charged later. @returns the days of its first run and of the next one. */
type SetUp = (member: SignedIn) => Promise<{ readonly firstRun: string; readonly nextRun: string }>

const draft: SetUp = async (member) => {
  const ofAccount = { ...member, params: { ...params, accountNumber: electric } }
  const begun = await portal.call(drafts.initiate, { ...ofAccount, body: initiation() })
  const form = begun.json<{ transNo: string; redirectUrl: string }>()
  expect(await enterAtStripe(form.redirectUrl, cardFields(cardThatAsks))).toBe(303)
  const encodedParam = portal.deps.gateways.returnTo(form.transNo)
  const finished = await portal.call(drafts.finish, { ...member, params, body: { encodedParam } })
  expect(finished.json()).toMatchObject({ outcome: 'set-up' })
  return { firstRun: '2026-12-15', nextRun: '2026-12-16' }
}

const scheduled: SetUp = async (member) => {
  await seedAccount(portal.db, anAccount(water).secondary('Water'))
  const methodId = await storeCard('10001')
  const accountDetails = [
    { accountNumber: electric, amount: 5_000 },
    { accountNumber: water, amount: 700 },
  ]
  const body = scheduleBody(portal, { methodId, accountDetails })
  expect((await portal.call(scheduledPayments.create, { ...member, params, body })).statusCode).toBe(200)
  return { firstRun: '2026-12-05', nextRun: '2026-12-06' }
}

const arrangementPart: SetUp = async (member) => {
  const methodId = await storeCard('10001')
  await portal.db
    .updateTable('cis.balance')
    .set({ past_due: cents(5_700) })
    .execute()
  const chosen = { kind: 'installments', count: 3, owed: 14_237, today: '2026-11-20', methodId } as const
  const made = await portal.call(arrangements.make, {
    ...member,
    params: { ...params, accountNumber: electric },
    body: arrangementBody(portal, chosen),
  })
  expect(made.json()).toMatchObject({ scheduled: 3 })
  return { firstRun: '2026-12-20', nextRun: '2026-12-21' }
}

describe('a charge that the bank of an absent member wants confirmed', () => {
  it('is announced when AutoPay made it, and is paid once on the page of the provider [REQ-D-414]', async () => {
    const ada = await openAutoPay({ portal, storeCard })
    await ada.announced()
    await runOn('2026-12-10')
    expect(await payments()).toEqual([{ origin: 'autopay', state: 'declined', amount: 14_237 }])
    // What a payer without a login left unconfirmed is not shown to the member.
    const saveOrigin = async (origin: 'quick-pay' | 'autopay') =>
      portal.db.updateTable('pay.payment').set({ origin }).execute()
    await saveOrigin('quick-pay')
    expect((await toConfirmOf(await ada.session())) ?? []).toEqual([])
    await saveOrigin('autopay')
    await confirmOnPage(await ada.session(), [[electric, 14_237]])
    // Neither a later run nor Stripe makes the declined charge after all.
    await runDueItems(portal.deps)
    passDays(5)
    await settleOpenPaymentsNow(portal.deps)
    expect(await payments()).toEqual([
      { origin: 'autopay', state: 'declined', amount: 14_237 },
      { origin: 'member', state: 'confirmed', amount: 14_237 },
    ])
    expect(await booked()).toEqual([{ kind: 'payment', cents: 14_657 }])
    const events = await portal.db
      .selectFrom('outbox.event')
      .select('kind')
      .where('kind', 'like', 'payment-%')
      .execute()
    expect(events).toEqual([{ kind: 'payment-confirmed' }])
    expect(await reconcile(portal.deps)).toMatchObject({
      takenIn: 0,
      missing: 0,
      extra: 0,
      different: 0,
      eventsDiffer: 0,
    })
  })

  it.each<[string, 'en' | 'es', SetUp, 'draft' | 'scheduled', [string, number][]]>([
    ['a draft', 'es', draft, 'draft', [[electric, 14_237]]],
    [
      'a scheduled payment of two accounts',
      'en',
      scheduled,
      'scheduled',
      [
        [electric, 5_000],
        [water, 700],
      ],
    ],
    ['a part of an arrangement', 'es', arrangementPart, 'scheduled', [[electric, 3_560]]],
  ])(
    'is announced for %s (%s) with its accounts and amounts, and is paid once [REQ-D-414]',
    async (_, language, setUp, origin, wanted) => {
      const ada = await adaSignedIn(portal)
      await portal.db.updateTable('portal.login').set({ language }).execute()
      const { firstRun, nextRun } = await setUp(await sessionOf(ada))
      await runOn(firstRun)
      const amount = wanted.reduce((sum, [, one]) => sum + one, 0)
      expect(await payments()).toEqual([{ origin, state: 'declined', amount }])
      const member = await sessionOf(ada)
      await confirmOnPage(member, wanted, language)
      await runOn(nextRun)
      passDays(5)
      await settleOpenPaymentsNow(portal.deps)
      expect(await payments()).toEqual([
        { origin, state: 'declined', amount },
        { origin: 'member', state: 'confirmed', amount },
      ])
      expect((await booked()).map(({ kind }) => kind)).toEqual(['payment'])
    },
  )
})

const said = {
  en: ['Confirm your payment', 'Your bank asks you to confirm your payment of $'],
  es: ['Confirme su pago', 'Su banco le pide que confirme su pago de $'],
} as const

/** Follows the notice: sees the payment that it names, pays that on the page of the provider, and sees that nothing is left to confirm. */
async function confirmOnPage(
  member: SignedIn,
  wanted: readonly (readonly [string, number])[],
  language: 'en' | 'es' = 'en',
): Promise<void> {
  const notice = await noticeToConfirm()
  const transNo = notice.dedupe_key.slice('payment-failed:'.length)
  const [subject, line] = said[language]
  expect(notice.subject).toBe(subject)
  expect(notice.body_text).toContain(line)
  expect(notice.body_text).toContain(`/billpayments/pay-multiple?confirm=${transNo}`)
  expect(notice.body_text).not.toContain(electric)
  expect(await toConfirmOf(member)).toEqual([
    { transNo, accounts: wanted.map(([accountNumber, paymentAmount]) => ({ accountNumber, paymentAmount })) },
  ])
  const form = await payAsMember(portal, member, wanted)
  expect(await enterAtStripe(form.redirectUrl ?? '', cardFields(cardThatAsks))).toBe(303)
  portal.clock.advance(180)
  await settleOpenPaymentsNow(portal.deps)
  expect(await toConfirmOf(member)).toBeUndefined()
}
