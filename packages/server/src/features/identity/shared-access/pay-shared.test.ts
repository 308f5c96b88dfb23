import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { sharedAccess, type SharedPayment } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { staffPayments, type StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/open-database.ts'
import { openBody } from '../../../platform/messages/sealed-body.ts'
import { amountsOf } from '../../../testing/member-payer.ts'
import { encodedReturn, fieldsOf, sendPostback, tell } from '../../../testing/provider-double.ts'
import { errorsOf, payingSettings, requestOf } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { benSignedIn, seedLogin, seedSession, type SignedIn } from '../../../testing/seed-login.ts'
import { seedStaff, seedStaffSession } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runMemberCommand } from '../../staff/member-support/run-member-command.ts'
import { runPaymentsCommand } from '../../paying/payments/payments.command.ts'
import { paySharedAccount } from './pay-shared.ts'
import { guestEmail, nora, seedGuest, seedNora } from './shared-access.fixtures.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal({ settings: { ...payingSettings, sharedAccess: true } })
const adas = { memberNumber: '10001', accountNumber: '100100101' } as const
const mayPay = { ...adas, rights: 'view-and-pay' } as const
let adasLogin: string
const exportAda = async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'export-')), 'ada.json')
  expect((await runMemberCommand(portal.deps, ['export', '10001', '--to', file, '--by', 'Dana'])).exitCode).toBe(0)
  return readFileSync(file, 'utf8')
}
let ada: SignedIn
let norasLogin: string
/** Nora, who has access to Ada's account. */
let guest: SignedIn
let id: string
beforeEach(async () => {
  await seedAccount(portal.db)
  adasLogin = await seedLogin(portal)
  ada = await seedSession(portal, adasLogin)
  norasLogin = await seedNora(portal)
  guest = await seedSession(portal, norasLogin)
  id = await seedGuest(portal, norasLogin, mayPay)
})

const placeOf = (who: SignedIn, over: object = {}) => ({
  ...who,
  params: { memberNumber: who.memberNumber, id, accountNumber: adas.accountNumber, ...over },
})
const payable = async (who: SignedIn = guest, over: object = {}) =>
  portal.call(sharedAccess.payable, placeOf(who, over))
const figures = async (): Promise<SharedPayment> => (await payable()).json<SharedPayment>()

/** The payment request of the page, with the initial figures of Ada's account. */
let body: ReturnType<typeof requestOf>
beforeEach(async () => {
  body = requestOf(await figures(), 5_000)
})
const ask = async (who: SignedIn = guest, over: object = {}, key?: string) =>
  portal.call(sharedAccess.pay, {
    ...placeOf(who, over),
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
async function pay(key?: string): Promise<Requisition> {
  const response = await ask(guest, {}, key)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Requisition>()
}
const send = async (...event: Parameters<typeof tell>) =>
  expect((await sendPostback(portal, tell(...event))).statusCode).toBe(200)
const status = async (who: SignedIn, form: Requisition) =>
  portal.call(sharedAccess.paymentStatus, {
    ...who,
    params: { memberNumber: who.memberNumber },
    query: { encryptedPayload: encodedReturn(form.paymentRequisitionSettings.transNo) },
  })
const ofMember = { memberNumber: adas.memberNumber }
const end = async () => portal.call(sharedAccess.end, { ...ada, params: { ...ofMember, id } })
const changeRights = async (rights: string, who: SignedIn = ada) =>
  portal.call(sharedAccess.changeRights, { ...who, params: { memberNumber: who.memberNumber, id }, body: { rights } })
const payments = async () => portal.db.selectFrom('pay.payment').selectAll().execute()
const balance = async () => (await amountsOf(portal, ada))[0]?.accountBalance
const mailsTo = async (recipient: string) =>
  (
    await portal.db
      .selectFrom('outbox.message')
      .select(['subject', 'body_text as text'])
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  ).map(({ subject, text }) => ({ subject, text }))
const activity = async () =>
  (await portal.call(sharedAccess.activity, { ...ada, params: { ...ofMember, id } })).json<{
    payments: Record<string, unknown>[]
  }>().payments

describe('a guest who may pay', () => {
  it('pays on the page of the provider, and the payment counts for the account', async () => {
    expect(await figures()).toMatchObject({
      account: { accountNumber: '100100101', accountBalance: 14_237 },
      settings: { convenienceFees: { cc: { value: '2.95' } } },
      paymentsUnderWay: null,
    })
    const form = await pay()
    expect(fieldsOf(form)).toMatchObject({
      accountNumber: '100100101',
      balance: '50.00',
      quickPayFlag: 'false',
      returnUrl: 'http://127.0.0.1:8080/payment-success?isShared=true',
      cancelUrl: 'http://127.0.0.1:8080/payment-cancel?isShared=true',
    })
    await send(form, 'payment.succeeded')
    expect((await status(guest, form)).json<PaymentResult>()).toMatchObject({
      outcome: 'confirmed',
      accountNumber: '100100101',
      accountBalance: null,
      paymentAmount: 5_148,
      cardOrBankAccountNumberLastFourDigits: '1111',
    })
    expect(await payments()).toMatchObject([{ origin: 'guest', member_number: '10001', state: 'confirmed' }])
    const lines = await portal.db.selectFrom('pay.ledger_entry').select(['ledger_account', 'amount']).execute()
    expect(lines).toContainEqual({ ledger_account: 'member-account/100100101', amount: -5_000 })
    expect((await figures()).account.accountBalance).toBe(9_237)
  })

  it('gets the receipt, and the member one notice without the card, the fee and the receipt', async () => {
    const form = await pay()
    await send(form, 'payment.succeeded')
    await send(form, 'payment.succeeded')
    const [receipt, ...more] = await mailsTo(guestEmail)
    expect(more).toEqual([])
    expect(receipt?.text).toContain('1111')
    const [notice, ...others] = await mailsTo('ada.lindqvist@example.org')
    expect(others).toEqual([])
    expect(notice?.subject).toBe('A payment was made on your account')
    expect(notice?.text).toContain(`${guestEmail} paid $50.00 on your account ending in 0101.`)
    expect(withoutRandom(notice?.text ?? '')).not.toMatch(/1111|51\.48|100100101/u)
  })

  it('the guest and the member are notified that a returned payment is owed again', async () => {
    const form = await pay()
    await send(form, 'payment.succeeded', {
      paymentType: 'echeck',
      lastFour: '6789',
      totalAmount: 5_050,
      convenienceFee: 50,
    })
    await send(form, 'payment.returned', { paymentType: 'echeck', totalAmount: 5_050, convenienceFee: 50 })
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.text).toContain(
      `The bank returned a payment of $50.00 on your account ending in 0101 (${guestEmail}). You owe this amount again.`,
    )
    expect(await mailsTo(guestEmail)).toHaveLength(2)
    expect(await activity()).toMatchObject([{ outcome: 'returned' }])
    expect(await balance()).toBe(14_237)
  })

  it('is in the member’s list with the amount that staff have booked', async () => {
    const form = await pay()
    await send(form, 'payment.succeeded', { convenienceFee: 149, totalAmount: 5_148 })
    const { transNo } = form.paymentRequisitionSettings
    const accepted = await runPaymentsCommand(portal.deps, ['accept', transNo, '--by', 'Dana', '--reason', 'Rounding'])
    expect(accepted).toMatchObject({ exitCode: 0 })
    expect(await activity()).toMatchObject([{ amount: 4_999, outcome: 'confirmed' }])
    expect(await balance()).toBe(14_237 - 4_999)
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.text).toContain('paid $49.99')
  })

  it('does not read that they owe the amount or the fee of a returned payment', async () => {
    portal.set({ returnedPaymentFee: cents(2_500) })
    const form = await pay()
    const debit = { paymentType: 'echeck', totalAmount: 5_050, convenienceFee: 50 } as const
    await send(form, 'payment.succeeded', debit)
    await send(form, 'payment.returned', { ...debit, message: 'R01' })
    const text = (await mailsTo(guestEmail)).at(-1)?.text
    expect(text).toMatch(/took this payment back(?!.*(?:you owe|your account|fee of))/su)
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.text).toContain('a fee of $25.00')
  })

  it('only the guest is notified of a declined payment, which is not in the member’s list', async () => {
    const form = await pay()
    await send(form, 'payment.declined')
    expect((await mailsTo(guestEmail)).map(({ subject }) => subject)).toEqual(['Your payment did not go through'])
    expect(await mailsTo('ada.lindqvist@example.org')).toEqual([])
    expect(await activity()).toEqual([])
  })

  it('is in the member’s list of activity once, with amount and account', async () => {
    const form = await pay()
    expect(await activity()).toEqual([])
    await send(form, 'payment.succeeded')
    const { transNo } = form.paymentRequisitionSettings
    const paidAt = '2026-11-20T15:00:00.000Z'
    expect(await activity()).toEqual([
      { id: transNo, paidAt, accountNumber: '100100101', amount: 5_000, outcome: 'confirmed' },
    ])
  })

  it('cannot use a check where the member may no longer pay by check, and does not learn why', async () => {
    await portal.db.updateTable('cis.account').set({ no_more_checks: true }).execute()
    expect((await figures()).account).toMatchObject({ isEcheckEligible: 'N', nomoreCheck: 'N' })
    const refused = await portal.call(sharedAccess.pay, { ...placeOf(guest), body: { ...body, paymentType: 'echeck' } })
    expect(refused.statusCode).toBe(400)
    expect(fieldsOf(await pay())).toMatchObject({ paymentType: 'cc' })
  })

  it('is held to the amount rules, with what others are about to pay', async () => {
    body = requestOf(await figures(), 50_001)
    expect((await ask()).statusCode).toBe(400)
    body = requestOf(await figures(), 45_000)
    await pay()
    body = requestOf(await figures(), 5_001)
    const refused = await ask()
    expect([refused.statusCode, errorsOf(refused)[0]]).toMatchObject([
      400,
      { code: 'payment-under-way', field: 'amount' },
    ])
    body = { ...body, accountsToPay: body.accountsToPay.map((one) => ({ ...one, accountBalance: cents(1) })) }
    expect(errorsOf(await ask())[0]?.code).toBe('stale-figures')
  })

  it('gets the same form for the same key, not the form of the member with that key', async () => {
    const first = await pay('the-same-wish')
    expect(await pay('the-same-wish')).toEqual(first)
    const { accountNumber } = adas
    const request = { ...ada, params: ofMember, body, headers: { 'idempotency-key': 'the-same-wish' } }
    const own = (await portal.call(payMultiple.pay, request)).json<Requisition>()
    expect(own.paymentRequisitionSettings.transNo).not.toBe(first.paymentRequisitionSettings.transNo)
    const recorded = (await payments()).map((one) => `${one.account_number} ${one.origin}`)
    expect(new Set(recorded)).toEqual(new Set([`${accountNumber} guest`, `${accountNumber} member`]))
  })

  it('has an hourly number of payments of their own, so that the member can still pay', async () => {
    portal.set({ allowOverPay: true, quickPayRequisitionsPerHour: 2 })
    const answers = [await ask(), await ask(), await ask(guest, {}, 'third-of-them')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
    expect((await portal.call(payMultiple.pay, { ...ada, params: ofMember, body })).statusCode).toBe(200)
    expect(await payments()).toHaveLength(3)
  })

  it('is recorded for both people, and only the guest’s own entry has the client address', async () => {
    await pay()
    const rows = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number as member', 'client_address as address'])
      .where('kind', '=', 'payment.requested')
      .orderBy('id')
      .execute()
    expect(rows.map(({ member, address }) => [member, address !== null])).toEqual([
      ['10001', false],
      [nora.memberNumber, true],
    ])
  })
})

describe('refuses, as what does not exist,', () => {
  type Change = () => Promise<unknown>
  const set =
    (values: object): Change =>
    async () =>
      portal.db.updateTable('portal.shared_access').set(values).where('access_id', '=', id).execute()
  const changes: readonly (readonly [string, Change])[] = [
    ['a guest who may only see the account', set({ rights: 'view' })],
    ['an access that the member ended', end],
    ['an access after its last day', async () => set({ ends_at: portal.clock.now() })()],
    [
      'an account that has another member',
      async () => portal.db.updateTable('cis.account').set({ member_number: '10088' }).execute(),
    ],
    [
      'the account of a member whose login is closed',
      async () =>
        portal.db
          .updateTable('portal.login')
          .set({ disabled_at: portal.clock.now() })
          .where('login_id', '=', adasLogin)
          .execute(),
    ],
    ['a login that gave the access up', async () => portal.db.deleteFrom('portal.shared_guest').execute()],
  ]

  it.each(changes)('%s, also for a repetition with the same key', async (_title, change) => {
    await pay('before-it-changed')
    await change()
    expect((await payable()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(404)
    expect((await ask(guest, {}, 'before-it-changed')).statusCode).toBe(404)
    expect(await payments()).toHaveLength(1)
  })

  it.each(changes)('%s, when that happens while the request is under way', async (_title, change) => {
    // A database in which something changes during the request: after the first check and before the transaction.
    const db = new Proxy(portal.db, {
      get: (real: Database, name) => {
        const value: unknown = Reflect.get(real, name, real)
        if (name !== 'transaction') return typeof value === 'function' ? (value.bind(real) as unknown) : value
        return () => ({
          execute: async (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
            await change()
            return real.transaction().execute(work)
          },
        })
      },
    })
    await expect(payDirectly(db)).rejects.toMatchObject({ name: 'NotOwned' })
    expect(await payments()).toEqual([])
  })

  it('a guest whose session ended while the request is under way', async () => {
    const sessions = await portal.db.selectFrom('portal.session').select(['session_id', 'login_id']).execute()
    const session = sessions.find((one) => one.login_id === norasLogin)?.session_id ?? ''
    await portal.db.updateTable('portal.session').set({ ended_at: portal.clock.now(), end_reason: 'test' }).execute()
    await expect(payDirectly(portal.db, session)).rejects.toMatchObject({ name: 'NotSignedIn' })
    expect(await payments()).toEqual([])
  })

  async function payDirectly(db: Database, sessionId?: string) {
    const found = sessionId ?? (await sessionOf(norasLogin))
    const caller = { kind: 'member', memberNumber: nora.memberNumber, loginId: norasLogin, sessionId: found } as const
    const request = {
      id: 'r',
      clientAddress: '198.51.100.9',
      clientNetwork: '198.51.100.0',
      language: 'en',
      header: () => undefined,
      headers: () => ({}),
      cookie: () => undefined,
      rawBody: new Uint8Array(),
    } as const
    const who = { caller: { ...caller, provenAt: portal.clock.now() }, request }
    return paySharedAccount({ ...portal.deps, db }, who, { id, accountNumber: adas.accountNumber }, body)
  }
  const sessionOf = async (loginId: string) =>
    (
      await portal.db
        .selectFrom('portal.session')
        .select('session_id')
        .where('login_id', '=', loginId)
        .executeTakeFirstOrThrow()
    ).session_id

  it('another account of the member, another access, another login, and a request that names another account', async () => {
    await seedAccount(portal.db, anAccount('100100102').secondary())
    const ben = await benSignedIn(portal)
    const other = await seedGuest(portal, norasLogin, { ...mayPay, accountNumber: '100100102' })
    expect((await payable(guest, { accountNumber: '100100102' })).statusCode).toBe(404)
    expect((await ask(guest, { accountNumber: '100100102' })).statusCode).toBe(404)
    expect((await ask(guest, { id: other })).statusCode).toBe(404)
    expect((await ask(ben)).statusCode).toBe(404)
    expect((await ask(ada)).statusCode).toBe(404)
    const elsewhere = body.accountsToPay.map((one) => ({ ...one, accountNumber: '100100102' }))
    body = { ...body, accountsToPay: elsewhere }
    expect((await ask()).statusCode).toBe(404)
    expect(await payments()).toEqual([])
  })

  it('a closed account on which nothing is owed', async () => {
    await portal.db
      .updateTable('cis.account')
      .set({ account_status: 'Inactive' })
      .where('account_number', '=', '100100101')
      .execute()
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(0), past_due: cents(0) })
      .execute()
    expect((await payable()).statusCode).toBe(404)
    expect((await ask()).statusCode).toBe(404)
  })

  it('every start where the cooperative turns shared access off, and shows what was paid before', async () => {
    const form = await pay()
    portal.set({ sharedAccess: false })
    expect([(await payable()).statusCode, (await ask()).statusCode]).toEqual([403, 403])
    expect((await status(guest, form)).statusCode).toBe(200)
  })
})

describe('after the access ended', () => {
  it('books a payment that was under way, and shows it to the guest who made it', async () => {
    const form = await pay()
    await end()
    await send(form, 'payment.succeeded')
    expect((await status(guest, form)).json()).toMatchObject({ outcome: 'confirmed', accountBalance: null })
    expect(await balance()).toBe(9_237)
    expect(await activity()).toMatchObject([{ amount: 5_000 }])
    expect((await mailsTo(guestEmail)).at(-1)?.text).toContain('1111')
  })

  it('keeps the ledger but no personal data of a guest who is erased', async () => {
    const form = await pay()
    await send(form, 'payment.succeeded')
    const erased = await runMemberCommand(portal.deps, ['erase', nora.memberNumber, '--by', 'Dana', '--yes'])
    expect(erased).toMatchObject({ exitCode: 0 })
    const rows = await portal.db.selectFrom('pay.guest_payment').select(['login_id', 'email']).execute()
    expect(rows).toEqual([{ login_id: null, email: null }])
    expect(await activity()).toMatchObject([{ amount: 5_000, outcome: 'confirmed' }])
    await send(form, 'payment.refunded')
    expect((await mailsTo('ada.lindqvist@example.org')).at(-1)?.text).toContain('Someone with access')
  })
})

describe('the result of a payment', () => {
  it('is shown to the guest who paid, and neither to the member nor to another guest', async () => {
    const form = await pay()
    await send(form, 'payment.succeeded')
    await seedGuest(portal, adasLogin, { ...nora, rights: 'view-and-pay' })
    expect((await status(ada, form)).statusCode).toBe(404)
    const query = { encryptedPayload: encodedReturn(form.paymentRequisitionSettings.transNo) }
    for (const who of [ada, guest]) {
      const response = await portal.call(payMultiple.status, {
        ...who,
        params: { memberNumber: who.memberNumber },
        query,
      })
      expect(response.statusCode).toBe(404)
    }
    expect((await status(guest, form)).statusCode).toBe(200)
  })

  it('the result of a member’s own payment is not shown to a guest', async () => {
    const own = (await portal.call(payMultiple.pay, { ...ada, params: ofMember, body })).json<Requisition>()
    expect((await status(guest, own)).statusCode).toBe(404)
  })
})

describe('the right to pay', () => {
  it('needs a fresh proof to be given, none to be taken, and works from the next call', async () => {
    await changeRights('view')
    expect((await ask()).statusCode).toBe(404)
    portal.clock.advance(601)
    const refused = await changeRights('view-and-pay')
    expect(errorsOf(refused).map(({ code }) => code)).toEqual(['step-up-required'])
    ada = await seedSession(portal, adasLogin)
    expect((await changeRights('view-and-pay')).json()).toMatchObject({ person: { rights: 'view-and-pay' } })
    expect((await ask()).statusCode).toBe(200)
    portal.clock.advance(601)
    expect((await changeRights('view')).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(404)
    expect((await mailsTo('ada.lindqvist@example.org')).map(({ subject }) => subject)).toEqual([
      'Someone may now pay your accounts',
    ])
    const kinds = await portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', '%rights%').execute()
    expect(kinds).toHaveLength(3)
  })

  it('is not given after the password was set anew, to an access that ended, or by anyone but the member', async () => {
    await changeRights('view')
    expect((await changeRights('view-and-pay', guest)).statusCode).toBe(404)
    const later = new Date(portal.clock.now().getTime() + 1_000)
    await portal.db.updateTable('portal.login').set({ password_set_at: later }).execute()
    expect(errorsOf(await changeRights('view-and-pay')).map(({ code }) => code)).toEqual(['step-up-required'])
    await end()
    expect((await changeRights('view-and-pay')).statusCode).toBe(404)
    const rows = await portal.db.selectFrom('portal.shared_access').select('rights').execute()
    expect(rows).toEqual([{ rights: 'view' }])
  })

  it('is chosen in the invitation, whose mail names it', async () => {
    const form = { name: 'Landlord', email: 'landlord@example.org', accounts: ['100100101'], lastDay: '2026-12-31' }
    const invitation = { ...form, rights: 'view-and-pay' }
    const response = await portal.call(sharedAccess.invite, { ...ada, params: ofMember, body: invitation })
    expect(response.json()).toMatchObject({ person: { rights: 'view-and-pay' } })
    const mail = await portal.db
      .selectFrom('outbox.message')
      .select(['dedupe_key as dedupeKey', 'body_text as bodyText'])
      .where('recipient', '=', 'landlord@example.org')
      .executeTakeFirstOrThrow()
    expect(openBody(portal.deps.keys, mail)).toContain('You can also pay it with your own card or bank account.')
  })

  it('leaves the card of a guest out of the export of the member’s data', async () => {
    await send(await pay(), 'payment.succeeded')
    expect(await exportAda()).toContain('"origin":"guest"')
    expect(await exportAda()).not.toMatch(/"(?:last_four|card_type|confirmation_number)"/u)
  })

  it('is in the export of the member’s data, and in what staff see', async () => {
    expect(await exportAda()).toContain('view-and-pay')
    await pay()
    const { output } = await runMemberCommand(portal.deps, ['show', '10001', '--by', 'Dana'])
    expect(output).toContain('view-and-pay')
    expect(output).toMatch(new RegExp(`"paidBy": ?"${guestEmail}"`, 'u'))
  })

  it('is in the console with who paid and the messages to guest and member', async () => {
    const form = await pay()
    const { transNo } = form.paymentRequisitionSettings
    await send(form, 'payment.succeeded')
    await send(form, 'payment.refunded')
    const billing = await seedStaffSession(portal, await seedStaff(portal, 'billing'))
    const story = (await portal.call(staffPayments.view, { ...billing, params: { transNo } })).json<StaffPaymentStory>()
    expect(story).toMatchObject({ origin: 'guest', paidBy: guestEmail, state: 'refunded' })
    expect(story.notices).toHaveLength(4)
  })
})
