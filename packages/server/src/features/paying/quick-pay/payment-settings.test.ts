import { quickPay, type QuickPaySettingsAnswer } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { ben } from '@coopline/testing/builders/member'
import { beforeEach, expect, test } from 'vitest'
import { sendPostback, tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, type QuickPayer, verified } from '../../../testing/quick-payer.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runPaymentsCommand } from '../payments/payments.command.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

const ask = async (payer: QuickPayer, memberNumber = '10001') =>
  portal.call(quickPay.settings, {
    params: { memberNumber },
    query: { applicationId: 'Web' },
    bearer: payer.bearer,
    cookie: payer.cookie,
  })

const settingsFor = async (payer: QuickPayer) => (await ask(payer)).json<QuickPaySettingsAnswer>()

test('the settings call needs the grant of the payer [AP-09, AP-10]', async () => {
  const payer = await verified(portal)
  const address = '/api/v3/quick-pay/member/10001/payments/settings?applicationId=Web'
  const headers = { applicationid: 'Web' }
  expect((await portal.inject({ url: address, headers })).statusCode).toBe(401)
  const withGrant = { ...headers, authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie }
  expect((await portal.inject({ url: address, headers: withGrant })).statusCode).toBe(200)
})

test('the settings call answers every documented payment setting [AP-11, DM-03, DM-05]', async () => {
  expect(await settingsFor(await verified(portal))).toEqual({
    paymentSettings: {
      utilityAllowCreditCard: 'Y',
      utilityAllowEcheck: 'Y',
      allowVisa: 'Y',
      allowMaster: 'Y',
      allowAmex: 'Y',
      allowDiscover: 'Y',
      allowOverPay: 'N',
      allowUnderPay: 'Y',
      prepaidMinimumPaymentAmount: 0,
      memberHasCutoffAccount: 'N',
      maxChargeAmount: 100_000,
      lastPayment: null,
    },
    echeckProcessAsDraft: 'N',
    enforceNoMoreEchecks: 'N',
    pgClientId: 'COOP7',
    applicationWebId: 'Web',
    utilityName: 'Prairie Ridge Electric Cooperative',
    payOnlinePayCutoffAccount: 'Y',
    cutoffMessage: '',
    defaultPaymentAmt: 'ACCOUNT BALANCE',
    payOnlineAllowCutoffPaymentOverride: 'N',
    ccPrepaidAmountMinimum: 0,
    onlineConvFeeText: '',
    spanishTexts: { cutoffMessage: '', onlineConvFeeText: '' },
    convenienceFees: {
      cc: { kind: 'percent', value: '2.95', count: 1 },
      echeck: { kind: 'flat', value: '0.50', count: 1 },
    },
    paymentsUnderWay: null,
  })
})

test('cutoff payment, cutoff override and the default amount are answered as the cooperative set them [CF-16, CF-17, CF-18]', async () => {
  const payer = await verified(portal)
  portal.set({
    payOnlinePayCutoffAccount: false,
    payOnlineAllowCutoffPaymentOverride: true,
    defaultPaymentAmt: 'ZERO',
    cutoffMessage: 'Call us.',
    maxChargeAmount: null,
    utilityName: '',
  })
  expect(await settingsFor(payer)).toMatchObject({
    paymentSettings: { maxChargeAmount: null },
    payOnlinePayCutoffAccount: 'N',
    payOnlineAllowCutoffPaymentOverride: 'Y',
    defaultPaymentAmt: 'ZERO',
    cutoffMessage: 'Call us.',
    utilityName: 'Prairie Ridge',
  })
})

test('the cooperative’s own texts are in Spanish, or in English where there is no Spanish text', async () => {
  const payer = await verified(portal)
  portal.set({ cutoffMessage: 'Call us.', cutoffMessage_es: 'Llámenos.', onlineConvFeeText: 'A fee applies.' })
  expect(await settingsFor(payer)).toMatchObject({
    cutoffMessage: 'Call us.',
    onlineConvFeeText: 'A fee applies.',
    spanishTexts: { cutoffMessage: 'Llámenos.', onlineConvFeeText: 'A fee applies.' },
  })
})

test('a member with another account in cutoff is marked as having one', async () => {
  const payer = await verified(portal)
  await seedAccount(portal.db, anAccount('55').inCutoff(1))
  expect((await settingsFor(payer)).paymentSettings.memberHasCutoffAccount).toBe('Y')
})

test('the last payment is the most recent one that the cooperative knows of [DM-04]', async () => {
  await portal.db
    .insertInto('cis.payment')
    .values([
      {
        account_number: '100100101',
        reference: 'a',
        paid_on: calendarDate('2026-10-02'),
        amount: cents(100),
        method: 'cc',
      },
      {
        account_number: '100100101',
        reference: 'b',
        paid_on: calendarDate('2026-11-18'),
        amount: cents(9_950),
        method: 'cc',
      },
      {
        account_number: '100100101',
        reference: 'c',
        paid_on: calendarDate('2026-09-04'),
        amount: cents(300),
        method: 'cc',
      },
    ])
    .execute()
  const { lastPayment } = (await settingsFor(await verified(portal))).paymentSettings
  expect(lastPayment).toEqual({ paymentAmount: 9_950, paymentDate: '2026-11-18' })
})

test('a payment made here is the last one at once, on the day that it was where the cooperative is', async () => {
  await portal.db
    .insertInto('cis.payment')
    .values({
      account_number: '100100101',
      reference: 'a',
      paid_on: calendarDate('2026-11-19'),
      amount: cents(1),
      method: 'cc',
    })
    .execute()
  portal.clock.set('2026-11-21T05:30:00Z')
  const payer = await verified(portal)
  const paid = tell(await pay(portal, payer, 5_000), 'payment.succeeded', { occurredAt: '2026-11-21T05:30:00Z' })
  await sendPostback(portal, paid)
  const { lastPayment } = (await settingsFor(payer)).paymentSettings
  expect(lastPayment).toEqual({ paymentAmount: 5_000, paymentDate: '2026-11-20' })
})

test('nobody sees what a former holder paid here, before and after the cooperative has it', async () => {
  const form = await pay(portal, await verified(portal), 13_742)
  await sendPostback(portal, tell(form, 'payment.succeeded'))
  await giveToBen(portal.db)
  await portal.db
    .insertInto('cis.phone')
    .values({ member_number: '10002', digits: '5555550188', kind: 'cell' })
    .execute()
  const payer = await verified(portal, { phoneLastFourDigits: '0188' })
  const lastPayment = async () => (await ask(payer, '10002')).json<QuickPaySettingsAnswer>().paymentSettings.lastPayment
  expect(await lastPayment()).toBeNull()
  await portal.db
    .insertInto('cis.payment')
    .values({
      account_number: '100100101',
      reference: form.paymentRequisitionSettings.transNo,
      paid_on: calendarDate('2026-11-20'),
      amount: cents(13_742),
      method: 'cc',
    })
    .execute()
  expect(await lastPayment()).toBeNull()
})

test.each(['payment.refunded', 'payment.returned'] as const)(
  'a payment is the last one until its %s, also where the cooperative lists it [REQ-D-310]',
  async (reversed) => {
    const payer = await verified(portal)
    const lastPayment = async () => (await settingsFor(payer)).paymentSettings.lastPayment
    const form = await pay(portal, payer, 5_000)
    await sendPostback(portal, tell(form, 'payment.succeeded'))
    const last = { paymentAmount: 5_000, paymentDate: '2026-11-20' }
    expect(await lastPayment()).toEqual(last)
    await portal.db
      .insertInto('cis.payment')
      .values({
        account_number: '100100101',
        reference: form.paymentRequisitionSettings.transNo,
        paid_on: calendarDate('2026-11-20'),
        amount: cents(5_000),
        method: 'cc',
      })
      .execute()
    expect(await lastPayment()).toEqual(last)
    await sendPostback(portal, tell(form, reversed))
    expect(await lastPayment()).toBeNull()
  },
)

test('only a positive payment of the last days counts as recent, three unless the cooperative sets others [REQ-D-310]', async () => {
  const seedPayment = async (reference: string, paid_on: string, amount: number) =>
    portal.db
      .insertInto('cis.payment')
      .values({
        account_number: '100100101',
        reference,
        paid_on: calendarDate(paid_on),
        amount: cents(amount),
        method: 'cc',
      })
      .execute()
  const payer = await verified(portal)
  const lastPayment = async () => (await settingsFor(payer)).paymentSettings.lastPayment
  await seedPayment('returned', '2026-11-10', -8_087)
  await seedPayment('old', '2026-11-16', 9_000)
  expect(await lastPayment()).toBeNull()
  await seedPayment('recent', '2026-11-17', 8_087)
  expect(await lastPayment()).toEqual({ paymentAmount: 8_087, paymentDate: '2026-11-17' })
  portal.set({ recentPaymentDays: 2 })
  expect(await lastPayment()).toBeNull()
  portal.set({ recentPaymentDays: 0 })
  await seedPayment('today', '2026-11-20', 8_087)
  expect(await lastPayment()).toBeNull()
})

test('a payment under way counts as recent until it ended, also where overpaying is allowed [REQ-D-310]', async () => {
  portal.set({ allowOverPay: true })
  const payer = await verified(portal)
  const lastPayment = async () => (await settingsFor(payer)).paymentSettings.lastPayment
  const form = await pay(portal, payer, 5_000)
  const underWay = { paymentAmount: 5_000, paymentDate: '2026-11-20', isUnderWay: true }
  expect(await lastPayment()).toEqual(underWay)
  await sendPostback(portal, tell(form, 'payment.succeeded', { convenienceFee: 149, totalAmount: 5_149 }))
  expect(await lastPayment()).toEqual(underWay)
  const { transNo } = form.paymentRequisitionSettings
  expect(await runPaymentsCommand(portal.deps, ['reject', transNo, '--by', 'Dana', '--reason', 'Fee'])).toBeDefined()
  expect(await lastPayment()).toBeNull()
  await sendPostback(portal, tell(await pay(portal, payer, 6_000), 'payment.canceled'))
  expect(await lastPayment()).toBeNull()
})

test('only a payment under way that the holder requested in the last days counts as recent [REQ-D-310]', async () => {
  const payer = await verified(portal)
  const lastPayment = async () => (await settingsFor(payer)).paymentSettings.lastPayment
  await pay(portal, payer, 5_000)
  const requestAt = async (requested_at: string) =>
    portal.db
      .updateTable('pay.payment')
      .set({ requested_at: new Date(requested_at) })
      .execute()
  await requestAt('2026-11-17T05:59:59Z')
  expect(await lastPayment()).toBeNull()
  await requestAt('2026-11-17T06:00:00Z')
  expect(await lastPayment()).toMatchObject({ paymentDate: '2026-11-17' })
  portal.set({ recentPaymentDays: 0 })
  expect(await lastPayment()).toBeNull()
  portal.set({ recentPaymentDays: 3 })
  await portal.db.updateTable('pay.payment').set({ member_number: '10002' }).execute()
  expect(await lastPayment()).toBeNull()
})

test('the settings of another member are not found, whether or not that member exists', async () => {
  await seedAccount(portal.db, anAccount('77').of(ben))
  const payer = await verified(portal)
  const [other, missing] = [await ask(payer, '10002'), await ask(payer, '99999')]
  expect([other.statusCode, missing.statusCode]).toEqual([404, 404])
  expect({ ...other.json<object>(), requestId: '' }).toEqual({ ...missing.json<object>(), requestId: '' })
})
