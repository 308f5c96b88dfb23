import { sharedAccess, type SharedPayment } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { drafts } from '@coopline/contract/paying/drafts/drafts.contract'
import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { PaymentSettingsAnswer, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { type LinkedBill, taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import { convenienceFee, type FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { cents } from '@coopline/rules/kernel/money'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amountsOf, askAsMember, memberRequest } from '../../../testing/member-payer.ts'
import { askToPay, errorsOf, payingSettings, requestOf, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { seedMethod } from '../../../testing/seed-method.ts'
import { bankFields, cardFields, enterAtStripe, useStripePortal, visa } from '../../../testing/stripe-in-test.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { withGateway } from '../../../testing/with-gateway.ts'
import { seedGuest, seedNora } from '../../identity/shared-access/shared-access.fixtures.ts'
import { linkingSettings, seedTaskLink } from '../task-links/task-links.fixtures.ts'
import { atProvider } from './payment.ts'
import { findPaymentWithItems } from './payments.store.ts'

const amount = 14_237
const account = '100100101'
const flat = (value: string): FeeOption => ({ kind: 'flat', value, count: 1 })
const fees = [
  { cc: payingSettings.cardConvenienceFee ?? flat('0'), echeck: flat('0.50') },
  { cc: flat('1.50'), echeck: flat('0') },
  { cc: flat('1.00'), echeck: flat('1.00') },
] as const

const { portal } = useStripePortal()
beforeEach(async () => {
  portal.set({ ...linkingSettings, allowOverPay: true, sharedAccess: true, allowFutureDatedPayments: true })
  await seedAccount(portal.db)
})

type Told = Pick<PaymentSettingsAnswer, 'convenienceFees' | 'paymentSettings'>
type Pay = (paymentType: PaymentType, convenienceFee?: number, key?: string) => Promise<LightMyRequestResponse>

/** A way to pay, with the fees and methods that its page shows. */
interface Flow {
  readonly told: Told
  readonly pay: Pay
}

const signInAda = async () => seedSession(portal, await seedLogin(portal))
const ofMember = { params: { memberNumber: '10001' } }

const headed = (key?: string) => ({ headers: key === undefined ? {} : { 'idempotency-key': key } })

/** The ways to pay that lead to the provider's page. */
const flows: Readonly<Record<string, () => Promise<Flow>>> = {
  'Quick Pay': async () => {
    const payer = await verified(portal)
    const told = await portal.call(quickPay.settings, { ...ofMember, query: { applicationId: 'Web' }, ...payer })
    const pay: Pay = async (paymentType, fee, key) =>
      askToPay(portal, payer, amount, {
        ...(key !== undefined && { key }),
        body: requestOf(payer.verification, amount, { paymentType, convenienceFee: fee }),
      })
    return { told: told.json<Told>(), pay }
  },
  'a member’s accounts': async () => {
    const ada = await signInAda()
    const told = await portal.call(payMultiple.settings, { ...ada, ...ofMember, query: { applicationId: 'Web' } })
    const pay: Pay = async (paymentType, fee, key) =>
      askAsMember(portal, ada, [[account, amount]], {
        ...(key !== undefined && { key }),
        over: { paymentType, ...(fee !== undefined && { convenienceFee: cents(fee) }) },
      })
    return { told: told.json<Told>(), pay }
  },
  'a link in a message': async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const told = (await portal.call(taskLinks.bill, { body: { token } })).json<LinkedBill>().settings
    const pay: Pay = async (paymentType, fee, key) =>
      portal.call(taskLinks.pay, { ...headed(key), body: { token, amount, paymentType, convenienceFee: fee } })
    return { told, pay }
  },
  'shared access': async () => {
    await seedLogin(portal)
    const login = await seedNora(portal)
    const guest = await seedSession(portal, login)
    const id = await seedGuest(portal, login, { memberNumber: '10001', accountNumber: account, rights: 'view-and-pay' })
    const place = { ...guest, params: { memberNumber: guest.memberNumber, id, accountNumber: account } }
    const shown = (await portal.call(sharedAccess.payable, place)).json<SharedPayment>()
    const pay: Pay = async (paymentType, fee, key) =>
      portal.call(sharedAccess.pay, {
        ...place,
        ...headed(key),
        body: requestOf(shown, amount, { paymentType, convenienceFee: fee }),
      })
    return { told: shown.settings, pay }
  },
}

const open = (index: number) => {
  const { cc, echeck } = fees[index] ?? fees[0]
  portal.set({ cardConvenienceFee: cc, echeckConvenienceFee: echeck })
}
const instrument = (method: PaymentType) => (method === 'cc' ? cardFields(visa) : bankFields('000123456789'))
const other = (method: PaymentType): PaymentType => (method === 'cc' ? 'echeck' : 'cc')

/** The cents that Stripe charged for a payment. */
async function chargedFor(transNo: string): Promise<number | null> {
  const payment = await findPaymentWithItems(portal.db, transNo)
  if (payment === undefined) throw new Error('There is no such payment')
  const found = await portal.deps.gateways.of(payment.payment.provider).fetch(atProvider(payment))
  return found.kind === 'events' ? found.standing.netAmount : null
}

const cases = Object.keys(flows).flatMap((flow) =>
  (['cc', 'echeck'] as const).flatMap((method) => fees.map((_, index) => [flow, method, index] as const)),
)
const openFlow = async (name: string): Promise<Flow> => {
  const flow = flows[name]
  if (flow === undefined) throw new Error(`There is no way to pay named ${name}`)
  return flow()
}

describe('the provider’s page', () => {
  it.each(cases)(
    'charges the fee that the page of %s showed for %s with the fees %i [REQ-D-406]',
    async (name, method, index) => {
      open(index)
      const { told, pay } = await openFlow(name)
      const fee = convenienceFee(told.convenienceFees[method], cents(amount))
      const response = await pay(method, fee)
      expect(response.statusCode, response.body).toBe(200)
      const { redirectUrl = '', paymentRequisitionSettings } = response.json<Requisition>()
      // The page takes nothing but the method that was chosen.
      expect(await enterAtStripe(redirectUrl, instrument(other(method)))).not.toBe(303)
      expect(await enterAtStripe(redirectUrl, instrument(method))).toBe(303)
      expect(await chargedFor(paymentRequisitionSettings.transNo)).toBe(amount + fee)
    },
  )

  it.each(Object.keys(flows))(
    'a provider’s page is not reached by %s with a fee that is no longer so [REQ-D-406]',
    async (name) => {
      const { told, pay } = await openFlow(name)
      const fee = convenienceFee(told.convenienceFees.cc, cents(amount))
      portal.set({ cardConvenienceFee: flat('9.99') })
      const response = await pay('cc', fee)
      expect(response.statusCode, response.body).toBe(409)
      expect(await portal.db.selectFrom('pay.payment').selectAll().execute()).toEqual([])
    },
  )
})

it.each(Object.keys(flows))('a card may pay the maximum by %s and no cent more [REQ-D-418, PH-21]', async (name) => {
  portal.set({ maxChargeAmount: cents(amount - 1) })
  const { pay } = await openFlow(name)
  const refused = await pay('cc')
  expect(refused.statusCode, refused.body).toBe(400)
  expect(errorsOf(refused)).toMatchObject([
    {
      code: 'card-above-maximum',
      field: 'paymentType',
      message: 'You can pay up to $142.36 by card. Choose another payment method.',
    },
  ])
  portal.set({ maxChargeAmount: cents(amount) })
  expect((await pay('cc')).statusCode).toBe(200)
})

it.each(Object.keys(flows))(
  'a repetition by %s continues its payment with the same fee or none, and is refused with another fee [REQ-D-406]',
  async (name) => {
    const { told, pay } = await openFlow(name)
    const fee = convenienceFee(told.convenienceFees.cc, cents(amount))
    const key = 'a-key-of-the-page-1234'
    const numbers: string[] = []
    // The page of a version before tells no fee.
    for (const one of [undefined, fee, fee, undefined]) {
      const response = await pay('cc', one, key)
      expect(response.statusCode, response.body).toBe(200)
      numbers.push(response.json<Requisition>().paymentRequisitionSettings.transNo)
    }
    expect(new Set(numbers).size).toBe(1)
    expect((await pay('cc', fee + 1, key)).statusCode).toBe(409)
    expect(await portal.db.selectFrom('pay.payment').selectAll().execute()).toHaveLength(1)
  },
)

/** Stores a card or a bank account over the routes, as its member does. @returns its id. */
async function store(ada: Awaited<ReturnType<typeof signInAda>>, method: PaymentType): Promise<string> {
  const form = (await portal.call(paymentProfile.add, { ...ada, ...ofMember, body: {} })).json<Requisition>()
  expect(await enterAtStripe(form.redirectUrl ?? '', instrument(method))).toBe(303)
  const encryptedPayload = portal.deps.gateways.returnTo(form.paymentRequisitionSettings.transNo)
  const added = await portal.call(paymentProfile.added, { ...ada, ...ofMember, query: { encryptedPayload } })
  return added.json<{ methodId: string }>().methodId
}

describe('a stored method', () => {
  it.each(['cc', 'echeck'] as const)(
    '%s is charged the fee that its page showed, and a later day is agreed with that fee [REQ-D-406]',
    async (method) => {
      const ada = await signInAda()
      const methodId = await store(ada, method)
      const { convenienceFees } = (
        await portal.call(payMultiple.settings, { ...ada, ...ofMember, query: { applicationId: 'Web' } })
      ).json<Told>()
      const fee = convenienceFee(convenienceFees[method], cents(amount))
      const payment = memberRequest(await amountsOf(portal, ada), [[account, amount]], { paymentType: method })
      const body = { methodId, payment, convenienceFee: fee }
      const paid = await portal.call(payMultiple.payStored, { ...ada, ...ofMember, body })
      expect(await chargedFor(paid.json<{ transNo: string }>().transNo)).toBe(amount + fee)

      const later = convenienceFee(convenienceFees[method], cents(5_000))
      const planned = await portal.call(scheduledPayments.create, {
        ...ada,
        ...ofMember,
        body: {
          paymentDate: '2026-12-05',
          methodId,
          accountDetails: [{ accountNumber: account, amount: 5_000 }],
          convenienceFee: later,
        },
      })
      expect(planned.statusCode, planned.body).toBe(200)
    },
  )

  it('a stored method of a provider without keys is charged by nothing, and its member reads why [REQ-D-408]', async () => {
    const ada = await signInAda()
    // The hosted form stores it, as every method of a former version.
    const methodId = await seedMethod(portal)
    const listed = await portal.call(paymentProfile.list, { ...ada, ...ofMember })
    expect(listed.json<{ results: object[] }>().results).toMatchObject([{ methodId, isOutOfReach: true }])
    const payment = memberRequest(await amountsOf(portal, ada), [[account, amount]], { paymentType: 'cc' })
    const body = { methodId, payment, convenienceFee: 420 }
    const refused = await portal.call(payMultiple.payStored, { ...ada, ...ofMember, body })
    expect([refused.statusCode, errorsOf(refused)]).toEqual([
      400,
      [
        {
          code: 'method-out-of-reach',
          field: 'methodId',
          message: 'We can no longer charge this payment method. Pay another way.',
        },
      ],
    ])
    expect(await portal.db.selectFrom('pay.payment').selectAll().execute()).toEqual([])
  })
})

describe('a provider that takes cards only, and stores nothing', () => {
  let all: TestPortal['deps']['gateways']
  beforeEach(() => {
    all = portal.deps.gateways
    const capabilities = { methods: ['cc'], storedMethods: [], refunds: 'none' } as const
    Object.assign(portal.deps, { gateways: withGateway(portal.deps, { capabilities }).gateways })
  })
  afterEach(() => Object.assign(portal.deps, { gateways: all }))

  it.each(Object.keys(flows))('is offered no bank account by %s, and gets none [REQ-D-404]', async (name) => {
    const { told, pay } = await openFlow(name)
    const { utilityAllowCreditCard, utilityAllowEcheck } = told.paymentSettings
    expect([utilityAllowCreditCard, utilityAllowEcheck]).toEqual(['Y', 'N'])
    const refused = await pay('echeck')
    expect(refused.statusCode, refused.body).toBe(400)
    expect(errorsOf(refused)).toMatchObject([
      { code: 'method-restricted', message: 'You cannot pay this account by eCheck. Choose a card.' },
    ])
  })

  it('stores none, and sets up no draft that needs one [REQ-D-405]', async () => {
    portal.set({ allowCreditDraft: true, allowBankDraft: true, bankDraftByFile: true })
    const ada = await signInAda()
    const listed = await portal.call(paymentProfile.list, { ...ada, ...ofMember })
    expect(listed.json()).toMatchObject({ kinds: [] })
    const refused = await portal.call(paymentProfile.add, { ...ada, ...ofMember, body: {} })
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      403,
      'This payment method cannot be saved here.',
    ])
    const shown = await portal.call(drafts.settings, { ...ada, ...ofMember, query: { batchType: 'DRAFT' } })
    expect(shown.json()).toMatchObject({ offered: ['BANK'] })
  })
})
