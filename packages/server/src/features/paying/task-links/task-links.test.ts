import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { type LinkedBill, taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { addressOf } from '@coopline/contract/endpoint'
import { allEndpoints } from '@coopline/contract/endpoints'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifyingSettings } from '../../messages/notifications/notifications.fixtures.ts'
import { notifyOfBillsJob } from '../../messages/notifications/notify-of-bills.job.ts'
import { notifyOfPowerJob } from '../../messages/notifications/notify-of-power.job.ts'
import { notifiedAda, outbox, textsToAda } from '../../../testing/notified.ts'
import { encodedReturn, sendPostback, tell, useProviderDouble } from '../../../testing/provider-double.ts'
import { errorsOf, pay, verified } from '../../../testing/quick-payer.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { linkingSettings, seedTaskLink } from './task-links.fixtures.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ env: { PROVIDER_URL: provider.url } }))
beforeEach(async () => {
  await notifiedAda(portal)
  portal.set({ ...linkingSettings, ...notifyingSettings })
})

const bill = async (token: string, from?: string) =>
  portal.call(taskLinks.bill, { body: { token }, ...(from !== undefined && { from }) })
const billOf = async (token: string) => (await bill(token)).json<LinkedBill>()
const payBy = async (token: string, amount = 14_237, paymentType = 'cc') =>
  portal.call(taskLinks.pay, { body: { token, amount, paymentType } })
const status = async (token: string, transNo: string) =>
  portal.call(taskLinks.status, { body: { token, encryptedPayload: encodedReturn(transNo) } })
const setAccount = async (values: object) => portal.db.updateTable('cis.account').set(values).execute()
const setBalance = async (values: object) => portal.db.updateTable('cis.balance').set(values).execute()
const postback = async (form: Requisition, type: 'payment.succeeded' | 'payment.declined') =>
  sendPostback(portal, tell(form, type))
const notGood = 'This link does not work. Links in our messages expire after 72 hours.'
const isNotGood = (response: Awaited<ReturnType<typeof bill>>): boolean =>
  response.statusCode === 400 &&
  errorsOf(response).every(({ code, message }) => code === 'link-not-good' && message.startsWith(notGood))

describe('a link that pays a bill', () => {
  test('shows the amount, the due date and four digits, and no name, address, number or history', async () => {
    const response = await bill(await seedTaskLink(portal, 'pay-bill'))
    expect(response.json()).toMatchObject({
      accountEnding: '0101',
      state: 'due',
      amountDue: 14_237,
      choices: [{ kind: 'balance', amount: 14_237 }],
      inProgress: 0,
      methods: { card: true, echeck: true },
    })
    for (const hidden of ['100100101', '10001', 'Lindqvist', 'Oak St', '4821'])
      expect(withoutRandom(response.body)).not.toContain(hidden)
  })

  test('is paid like Quick Pay: the provider’s page, one booking, and the receipt to the member', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const response = await payBy(token)
    expect(response.statusCode).toBe(200)
    const form = response.json<Requisition>()
    const { transNo } = form.paymentRequisitionSettings
    await postback(form, 'payment.succeeded')
    expect((await status(token, transNo)).json()).toEqual({
      outcome: 'confirmed',
      accountEnding: '0101',
      postbackMessage: null,
      paymentAmount: 14_657,
      convenienceFee: 420,
      confirmationNumber: 'SB12345678',
    })
    expect((await outbox(portal)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['ada.lindqvist@example.org', 'We received your payment of $146.57'],
    ])
    expect(await billOf(token)).toMatchObject({ state: 'nothing-due', amountDue: 0, choices: [] })
    const { items, payment } = {
      items: await portal.db.selectFrom('pay.payment_item').select(['account_number', 'amount']).execute(),
      payment: await portal.db.selectFrom('pay.payment').select(['origin', 'state']).executeTakeFirst(),
    }
    expect([items, payment]).toEqual([
      [{ account_number: '100100101', amount: 14_237 }],
      { origin: 'link', state: 'confirmed' },
    ])
  })

  test('says how much of a payment went back [REQ-D-409]', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const form = (await payBy(token)).json<Requisition>()
    await postback(form, 'payment.succeeded')
    const part = { eventId: 'part', movedAmount: 2_000, netAmount: 12_657, occurredAt: '2026-11-20T15:05:00Z' }
    await sendPostback(portal, tell(form, 'payment.refunded', part))
    expect((await status(token, form.paymentRequisitionSettings.transNo)).json()).toMatchObject({
      outcome: 'confirmed',
      paymentAmount: 14_657,
      refundedAmount: 2_000,
    })
  })

  test.each([
    ['charged as told', { convenienceFee: 420, totalAmount: 14_657 }, 'confirmed', 'figures-differ'],
    ['charged otherwise', { convenienceFee: 50, totalAmount: 14_287 }, 'under-review', 'quarantined'],
  ])('%s by another method than the fixed one is %s [REQ-D-407]', async (_, charged, state, kind) => {
    const form = (await payBy(await seedTaskLink(portal, 'pay-bill'))).json<Requisition>()
    await sendPostback(portal, tell(form, 'payment.succeeded', { paymentType: 'echeck', ...charged }))
    expect(await portal.db.selectFrom('pay.payment').select('state').execute()).toEqual([{ state }])
    expect(await portal.db.selectFrom('pay.alarm').select('kind').execute()).toEqual([{ kind }])
  })

  test('hands over a form without the account number, the member or the link', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const response = await payBy(token)
    expect(response.body).not.toContain('100100101')
    expect(response.body).not.toContain('10001"')
    expect(response.body).not.toContain(token)
    const fields = new Map(
      response.json<Requisition>().configuration.fields.map(({ name, value }) => [name, value] as const),
    )
    expect([fields.get('accountNumber'), fields.get('accountDisplay')]).toEqual(['****0101', '****0101'])
    expect([fields.get('returnUrl'), fields.get('cancelUrl')]).toEqual([
      'http://127.0.0.1:8080/pay-bill',
      'http://127.0.0.1:8080/pay-bill?canceled=true',
    ])
  })

  test('raises an alarm when the provider names another account than the form did', async () => {
    const form = (await payBy(await seedTaskLink(portal, 'pay-bill'))).json<Requisition>()
    const event = { ...tell(form, 'payment.succeeded'), accountNumber: '100100101' }
    await sendPostback(portal, event)
    const payment = await portal.db.selectFrom('pay.payment').select('state').executeTakeFirst()
    expect(payment).toEqual({ state: 'under-review' })
  })

  test('takes an amount that it offers now and no other: a changed balance asks the payer to look again', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    for (const amount of [1, 14_236, 14_238, 0, -5]) expect((await payBy(token, amount)).statusCode).toBe(409)
    await setBalance({ balance: 20_000, past_due: 3_000, over_pay_amount: 20_000 })
    const changed = await payBy(token)
    expect([changed.statusCode, changed.json<{ detail: string }>().detail]).toEqual([
      409,
      'The amount due has changed. Check the new amount before you pay.',
    ])
    expect((await billOf(token)).choices).toEqual([
      { kind: 'past-due', amount: 3_000 },
      { kind: 'balance', amount: 20_000 },
    ])
    expect((await payBy(token, 3_000)).statusCode).toBe(200)
    expect(await portal.db.selectFrom('pay.payment').select('amount').execute()).toEqual([{ amount: 3_000 }])
  })

  test('does not pay twice what a payment under way covers', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    await payBy(token)
    expect(await billOf(token)).toMatchObject({
      state: 'in-progress',
      inProgress: 14_237,
      inProgressUntil: '2026-11-20T16:30:00.000Z',
      choices: [],
    })
    expect((await payBy(token)).statusCode).toBe(409)
    portal.set({ ...linkingSettings, allowOverPay: true })
    expect((await payBy(await seedTaskLink(portal, 'pay-bill'))).statusCode).toBe(409)
    expect(await portal.db.selectFrom('pay.payment').select('state').execute()).toHaveLength(1)
  })

  test('offers a card alone to a member whose checks are not taken, and refuses an eCheck', async () => {
    portal.set({ ...linkingSettings, ...notifyingSettings, enforceNoMoreEchecks: true })
    await setAccount({ no_more_checks: true })
    const token = await seedTaskLink(portal, 'pay-bill')
    expect((await billOf(token)).methods).toMatchObject({ card: true, echeck: false, forced: 'cc' })
    expect((await payBy(token, 14_237, 'echeck')).statusCode).toBe(400)
    expect((await payBy(token)).json<Requisition>().configuration.fields).toContainEqual({
      name: 'enableEcheck',
      value: 'N',
    })
  })

  const closedWays: readonly (readonly [string, { readonly account?: object; readonly balance?: object }])[] = [
    ['takes cash only', { account: { card_eligible: false, echeck_eligible: false } }],
    ['is disconnected where the cooperative takes no payment online', { balance: { cutoff_amount: 5_000 } }],
    ['needs a liability confirmed', { balance: { show_liability_confirmation: true } }],
    ['is prepaid', { account: { is_prepaid: true } }],
    ['is closed with a credit', { account: { account_status: 'Inactive' }, balance: { balance: -100 } }],
  ]
  test.each(closedWays)('says one thing and takes nothing when the account %s', async (_why, { account, balance }) => {
    portal.set({ ...linkingSettings, ...notifyingSettings, payOnlinePayCutoffAccount: false })
    const token = await seedTaskLink(portal, 'pay-bill')
    if (account !== undefined) await setAccount(account)
    if (balance !== undefined) await setBalance(balance)
    expect(await billOf(token)).toMatchObject({
      state: 'elsewhere',
      amountDue: 0,
      dueDate: null,
      choices: [],
      methods: { card: false, echeck: false, restriction: 'both' },
    })
    expect((await payBy(token)).statusCode).toBeGreaterThanOrEqual(400)
    expect(await portal.db.selectFrom('pay.payment').select('state').execute()).toEqual([])
  })

  test('asks for the amount that ends a cutoff where that is paid online', async () => {
    await setBalance({ cutoff_amount: 5_000, reconnect_fee: 2_500, past_due: 5_000 })
    const token = await seedTaskLink(portal, 'pay-bill')
    expect((await billOf(token)).choices).toEqual([{ kind: 'due-now', amount: 7_500 }])
    expect((await payBy(token, 5_000)).statusCode).toBe(409)
    expect((await payBy(token, 7_500)).statusCode).toBe(200)
  })

  test('has nothing to pay on a credit balance', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    await setBalance({ balance: -4_200, over_pay_amount: 0 })
    expect(await billOf(token)).toMatchObject({ state: 'nothing-due', amountDue: 0, choices: [] })
  })
})

describe('what a link does not open', () => {
  test('anything after 72 hours, a link that does not exist, and one of the other task', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const other = await seedTaskLink(portal, 'see-outage')
    expect(isNotGood(await bill(other))).toBe(true)
    expect(isNotGood(await portal.call(taskLinks.outage, { body: { token } }))).toBe(true)
    expect(isNotGood(await bill('A'.repeat(32)))).toBe(true)
    expect(isNotGood(await bill(`${token}A`))).toBe(true)
    portal.clock.advance(72 * 3_600 - 1)
    expect((await bill(token)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect(isNotGood(await bill(token))).toBe(true)
    expect(isNotGood(await payBy(token))).toBe(true)
  })

  test('an account that another member has by now', async () => {
    const tokens = [await seedTaskLink(portal, 'pay-bill'), await seedTaskLink(portal, 'see-outage')] as const
    await portal.db.insertInto('cis.member').values({ member_number: '20002', name: 'Bob' }).execute()
    await setAccount({ member_number: '20002' })
    expect(isNotGood(await bill(tokens[0]))).toBe(true)
    expect(isNotGood(await payBy(tokens[0]))).toBe(true)
    expect(isNotGood(await portal.call(taskLinks.outage, { body: { token: tokens[1] } }))).toBe(true)
  })

  test('anything where the cooperative turned the links, Quick Pay or outages off', async () => {
    const [token, outage] = [await seedTaskLink(portal, 'pay-bill'), await seedTaskLink(portal, 'see-outage')]
    portal.set({ ...linkingSettings, QuickPay: false, Outage: false })
    expect(isNotGood(await bill(token))).toBe(true)
    expect(isNotGood(await payBy(token))).toBe(true)
    expect(isNotGood(await portal.call(taskLinks.outage, { body: { token: outage } }))).toBe(true)
    portal.set({ ...linkingSettings, taskLinks: false })
    expect(isNotGood(await bill(token))).toBe(true)
  })

  test('any other call of the portal, as a token, a cookie or a parameter', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    const closed = allEndpoints.filter(({ auth }) => !['public', 'provider'].includes(auth))
    expect(closed.length).toBeGreaterThan(80)
    for (const endpoint of closed) {
      const url = addressOf(endpoint).replaceAll('{memberNumber}', '10001').replaceAll('{accountNumber}', '100100101')
      const response = await portal.inject({
        method: endpoint.method,
        url: url.replaceAll(/\{\w+\}/gu, '1'),
        headers: { authorization: `Bearer ${token}`, cookie: `__Host-portal_qp=${token}`, applicationid: 'Web' },
      })
      expect([endpoint.id, response.statusCode]).toEqual([
        endpoint.id,
        expect.toSatisfy((code) => [401, 403].includes(code)),
      ])
    }
  })

  test('a payment that was made by Quick Pay or with another link, and Quick Pay opens only what it proved', async () => {
    const [one, two] = [await seedTaskLink(portal, 'pay-bill'), await seedTaskLink(portal, 'pay-bill')]
    portal.set({ ...linkingSettings, allowOverPay: true })
    const payer = await verified(portal)
    const byOne = (await payBy(one)).json<Requisition>().paymentRequisitionSettings.transNo
    const byQuickPay = (await pay(portal, payer, 5_000)).paymentRequisitionSettings.transNo
    expect((await status(one, byOne)).statusCode).toBe(200)
    expect((await status(two, byOne)).statusCode).toBe(404)
    expect((await status(one, byQuickPay)).statusCode).toBe(404)
    const { bearer, cookie } = payer
    const query = { encryptedPayload: encodedReturn(byOne) }
    expect((await portal.call(quickPay.status, { query, bearer, cookie })).statusCode).toBe(404)
  })

  test('a result long after the link: only as long as a payment may be open', async () => {
    const token = await seedTaskLink(portal, 'pay-bill')
    portal.clock.advance(72 * 3_600 - 60)
    const form = (await payBy(token)).json<Requisition>()
    const { transNo } = form.paymentRequisitionSettings
    portal.clock.advance(10 * 60)
    await postback(form, 'payment.succeeded')
    expect((await status(token, transNo)).json()).toMatchObject({ outcome: 'confirmed' })
    portal.clock.advance(90 * 60)
    expect(isNotGood(await status(token, transNo))).toBe(true)
  })
})

describe('limits of a link', () => {
  test('limits how many links a client opens in an hour and the payments of a link in a day, and audits each opening', async () => {
    portal.set({ ...linkingSettings, taskLinkCallsPerHour: 12 })
    const token = await seedTaskLink(portal, 'pay-bill')
    for (let time = 0; time < 10; time += 1) expect((await payBy(token, 1)).statusCode).toBe(409)
    expect((await payBy(token)).statusCode).toBe(429)
    for (let time = 0; time < 12; time += 1) expect((await bill('A'.repeat(32), '203.0.113.9')).statusCode).toBe(400)
    expect((await bill(token, '203.0.113.9')).statusCode).toBe(429)
    expect((await bill(token)).statusCode).toBe(200)
    const opened = await portal.db
      .selectFrom('portal.audit')
      .selectAll()
      .where('kind', '=', 'task-link.opened')
      .execute()
    expect(opened).toMatchObject([
      { member_number: '10001', account_number: '100100101', detail: { task: 'pay-bill' } },
    ])
  })
})

describe('messages', () => {
  const linkIn = (text: string | undefined, path: string) =>
    new RegExp(`http://127\\.0\\.0\\.1:8080/${path}\\?token=([\\w-]{32})(?=\\s)`, 'u').exec(text ?? '')?.[1]

  test('a mail about a new or a past-due bill has a link of its own that pays it; the database has its hash alone', async () => {
    await seedBill(portal.db, { bill_date: calendarDate('2026-11-18') })
    await setBalance({ past_due: 4_000 })
    await portal.jobs.run(notifyOfBillsJob, {})
    const mails = await outbox(portal)
    expect(mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Your account is past due']))
    const tokens = mails.map(({ text }) => linkIn(text, 'pay-bill'))
    expect(new Set(tokens).size).toBe(mails.length)
    for (const token of tokens) expect((await billOf(token ?? '')).state).toBe('due')
    const rows = await portal.db.selectFrom('portal.task_link').selectAll().execute()
    expect(rows).toHaveLength(mails.length)
    expect(JSON.stringify(rows)).not.toContain(tokens[0])
    expect(mails[0]?.text).toContain('The link works for 72 hours without signing in.')
  })

  test('no link pays a bill that AutoPay pays, that takes cash only, or while the links are off', async () => {
    await setBalance({ past_due: 4_000 })
    await setAccount({ card_eligible: false, echeck_eligible: false })
    await portal.jobs.run(notifyOfBillsJob, {})
    expect((await outbox(portal)).map(({ text }) => linkIn(text, 'pay-bill'))).toEqual([undefined])
    expect(await portal.db.selectFrom('portal.task_link').selectAll().execute()).toEqual([])
  })

  test('a text and a mail about an outage share the link that shows it, without the address', async () => {
    await textsToAda(portal, ['outage'])
    await portal.db
      .insertInto('cis.outage')
      .values({ account_number: '100100101', is_out: true, restored_at: null })
      .onConflict((conflict) => conflict.column('account_number').doUpdateSet({ is_out: true }))
      .execute()
    await portal.jobs.run(notifyOfPowerJob, {})
    const sent = await outbox(portal)
    const [token, ...others] = new Set(sent.map(({ text }) => linkIn(text, 'see-outage')))
    expect([sent.length, others]).toEqual([2, []])
    const response = await portal.call(taskLinks.outage, { body: { token } })
    expect(response.json()).toEqual({
      isActive: true,
      estimatedTimeOfRestoration: null,
      incident: null,
      accountEnding: '0101',
      timeZone: 'America/Chicago',
    })
  })
})
