import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, it, test } from 'vitest'
import { payAsMember } from '../../../testing/member-payer.ts'
import {
  askToPay,
  errorsOf,
  pay,
  payingSettings,
  requestOf,
  tryToVerify,
  verified,
} from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

const payments = async () =>
  portal.db
    .selectFrom('pay.payment')
    .select(['trans_no', 'state', 'amount', 'language', 'payment_type', 'origin'])
    .execute()

/** Returns the status and the messages of a refused request. Expects that no payment was recorded. */
const refusal = async (response: Awaited<ReturnType<typeof askToPay>>) => {
  expect(await payments()).toEqual([])
  return [response.statusCode, ...errorsOf(response).map((error) => error.message)]
}

test('a requested payment is recorded, handed off, itemized and audited', async () => {
  const payer = await verified(portal)
  const form = await pay(portal, payer, 10_000, { headers: { 'accept-language': 'es' } })
  const { transNo } = form.paymentRequisitionSettings
  expect(await payments()).toEqual([
    { trans_no: transNo, state: 'handed-off', amount: 10_000, language: 'es', payment_type: 'cc', origin: 'quick-pay' },
  ])
  const moves = await portal.db.selectFrom('pay.move').select(['from_state', 'to_state', 'event', 'source']).execute()
  expect(moves).toEqual([{ from_state: 'requested', to_state: 'handed-off', event: 'hand-off', source: 'portal' }])
  const items = await portal.db.selectFrom('pay.payment_item').select(['account_number', 'amount']).execute()
  expect(items).toEqual([{ account_number: '100100101', amount: 10_000 }])
  const audit = await portal.db
    .selectFrom('portal.audit')
    .select(['kind', 'account_number', 'detail'])
    .orderBy('id')
    .execute()
  expect(audit.at(-1)).toEqual({
    kind: 'payment.requested',
    account_number: '100100101',
    detail: { transNo, amount: 10_000, origin: 'quick-pay', accounts: 1 },
  })
})

test('an amount above or below the balance is refused where the cooperative does not allow it [SEC-41, PA-08, PA-11]', async () => {
  portal.set({ allowUnderPay: false, allowOverPay: false })
  const payer = await verified(portal)
  const say = async (amount: number) => refusal(await askToPay(portal, payer, amount))
  expect(await say(50_001)).toEqual([400, 'You may not overpay your account balance.'])
  expect(await say(14_236)).toEqual([400, 'You may not pay less than your account balance.'])
  await pay(portal, payer, 50_000)
})

test('an amount of zero, below zero or above the maximum is refused [SEC-41, PA-05, PA-06]', async () => {
  const payer = await verified(portal)
  const say = async (amount: number) => refusal(await askToPay(portal, payer, amount))
  expect(await say(0)).toEqual([400, 'Payment amount should be greater than 0.'])
  expect(await say(-100)).toEqual([400, 'Payment amount should be greater than 0.'])
  expect(await say(1_000_000_000_000)).toEqual([400, 'You must enter a payment amount less than $10,000,000,000.00.'])
})

test('one cent below the cutoff minimum of the ledger is refused, the minimum is accepted [PA-14, PA-15, PA-16]', async () => {
  await seedAccount(
    portal.db,
    anAccount('31')
      .with({ derived_status: 'Pending Disconnect' })
      .inCutoff(10_000, { reconnect: 2_500, deposit: 5_000, disconnect: 1_500 }),
  )
  const payer = await verified(portal, { accountNumber: '31' })
  expect(await refusal(await askToPay(portal, payer, 18_999))).toEqual([
    400,
    'At this time, you are required to pay a minimum payment amount of $190.00 which includes a reconnect fee of $25.00, an additional deposit of $50.00 and a disconnect fee of $15.00.',
  ])
  await pay(portal, payer, 19_000, { body: requestOf(payer.verification, 19_000, { reconnectMeter: 'Y' }) })
})

test('the prepaid minimum and the reconnect minimum hold [SEC-41, PA-18, PA-19]', async () => {
  portal.set({ prepaidMinimumPaymentAmount: cents(2_000) })
  await seedAccount(portal.db, anAccount('41').prepaid())
  await seedAccount(
    portal.db,
    anAccount('42')
      .prepaid()
      .withBalance({ prepaid_reconnect: cents(3_500) }),
  )
  const prepaid = await verified(portal, { accountNumber: '41' })
  const disconnected = await verified(portal, { accountNumber: '42' })
  expect(await refusal(await askToPay(portal, prepaid, 1_999))).toEqual([
    400,
    'You must pay the minimum amount of $20.00',
  ])
  const body = requestOf(disconnected.verification, 3_499)
  expect(await refusal(await askToPay(portal, disconnected, 0, { body }))).toEqual([
    400,
    'You must pay the minimum reconnect amount of $35.00',
  ])
})

test('an account restricted for cards and e-checks is refused with every problem, the amount first [PM-02, PM-03]', async () => {
  await seedAccount(portal.db, anAccount('51').with({ card_eligible: false, echeck_eligible: false }))
  const payer = await verified(portal, { accountNumber: '51' })
  expect(await refusal(await askToPay(portal, payer, 0))).toEqual([
    400,
    'Payment amount should be greater than 0.',
    'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
  ])
})

test('a cutoff account is refused with the configured message where it cannot be paid online [PM-09, PM-10]', async () => {
  await seedAccount(portal.db, anAccount('52').inCutoff(5_000))
  portal.set({ payOnlinePayCutoffAccount: false, cutoffMessage: 'Please call (715) 555-0100.' })
  const cutoff = await verified(portal, { accountNumber: '52' })
  const body = requestOf(cutoff.verification, 5_000, { reconnectMeter: 'Y' })
  expect(await refusal(await askToPay(portal, cutoff, 0, { body }))).toEqual([400, 'Please call (715) 555-0100.'])
})

test('an account blocked by its cutoff and by its methods is refused with both sentences', async () => {
  portal.set({ payOnlinePayCutoffAccount: false, cutoffMessage: 'Please call (715) 555-0100.' })
  await seedAccount(portal.db, anAccount('53').with({ card_eligible: false, echeck_eligible: false }).inCutoff(5_000))
  const payer = await verified(portal, { accountNumber: '53' })
  const body = requestOf(payer.verification, 5_000, { reconnectMeter: 'Y' })
  expect(await refusal(await askToPay(portal, payer, 0, { body }))).toEqual([
    400,
    'Please call (715) 555-0100.',
    'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
  ])
})

test('with the override on, the most that may be paid in cutoff reconnects the meter', async () => {
  portal.set({ payOnlineAllowCutoffPaymentOverride: true })
  await seedAccount(portal.db, anAccount('54').inCutoff(10_000, { reconnect: 2_500, disconnect: 1_500 }))
  const payer = await verified(portal, { accountNumber: '54' })
  expect((await askToPay(portal, payer, 12_501)).statusCode).toBe(400)
  await pay(portal, payer, 12_500, { body: requestOf(payer.verification, 12_500, { reconnectMeter: 'Y' }) })
  expect(await portal.db.selectFrom('pay.payment').select('reconnect_meter').execute()).toEqual([
    { reconnect_meter: true },
  ])
})

test.each([12.5, 100.000001, 1e20])('an amount of %d cents is not valid and causes one message', async (amount) => {
  const payer = await verified(portal)
  const [account] = requestOf(payer.verification, 100).accountsToPay
  const body = requestOf(payer.verification, 100, { amount, accountsToPay: [{ ...account, paymentAmount: amount }] })
  const response = await askToPay(portal, payer, 0, { body })
  expect([response.statusCode, errorsOf(response)]).toEqual([
    400,
    [{ code: 'amount-not-valid', field: 'amount', message: 'You must enter valid amount.' }],
  ])
})

test('a method that is not open is refused, and the only open one is taken when none is chosen [PM-01, PM-07]', async () => {
  portal.set({ enforceNoMoreEchecks: true })
  await seedAccount(portal.db, anAccount('61').with({ no_more_checks: true }))
  await seedAccount(portal.db, anAccount('62').with({ card_eligible: false }))
  const noChecks = await verified(portal, { accountNumber: '61' })
  const body = requestOf(noChecks.verification, 100, { paymentType: 'echeck' })
  expect((await refusal(await askToPay(portal, noChecks, 0, { body })))[0]).toBe(400)
  await pay(portal, await verified(portal, { accountNumber: '62' }), 100)
  expect(await payments()).toMatchObject([{ payment_type: 'echeck' }])
})

test('any figure of the account that is not the one in the database is a conflict, and nothing is recorded [SEC-41]', async () => {
  const payer = await verified(portal)
  const request = requestOf(payer.verification, 14_237)
  const others = {
    accountBalance: 1,
    dueDate: calendarDate('2026-12-05'),
    pastDueAmount: 1,
    liabilityConfirmationAmount: 1,
    showLiabilityConfirmation: 'Y',
    cutoffAmount: 1,
    derivedStatus: 'Other',
    disconnectFee: 1,
    isPrepaidAccount: 'Y',
    minimumPaymentAmount: 1,
    overPayAmount: 60_000,
    prepaidReconnectAmount: 1,
    reconnectFee: 1,
    additionalDeposit: 1,
  }
  for (const [name, value] of Object.entries(others)) {
    const accountsToPay = [{ ...request.accountsToPay[0], [name]: value }]
    const response = await askToPay(portal, payer, 0, { body: { ...request, accountsToPay } })
    expect([name, response.statusCode, errorsOf(response)]).toEqual([
      name,
      409,
      [
        {
          code: 'stale-figures',
          message: 'Your account amounts have changed. Check them again before you pay.',
        },
      ],
    ])
  }
  expect(await payments()).toEqual([])
})

test('totals that are not those of the account are refused, each by name [SEC-41]', async () => {
  const payer = await verified(portal)
  const wrong = {
    amount: 14_238,
    reconnectFee: 1,
    additionalDeposit: 1,
    arrangementPaymentAmount: 1,
    reconnectMeter: 'Y',
  }
  for (const [name, value] of Object.entries(wrong)) {
    const body = { ...requestOf(payer.verification, 14_237), [name]: value }
    const response = await askToPay(portal, payer, 0, { body })
    expect([name, response.statusCode, errorsOf(response).map((error) => [error.code, error.field])]).toEqual([
      name,
      400,
      [['totals-differ', name]],
    ])
  }
  expect(await payments()).toEqual([])
})

test('an account that was not verified cannot be paid, and another member is not found [SEC-40]', async () => {
  await seedAccount(portal.db, anAccount('88'))
  const payer = await verified(portal)
  const request = requestOf(payer.verification, 100)
  const foreign = { ...request, accountsToPay: [{ ...request.accountsToPay[0], accountNumber: '88' }] }
  const missing = { ...request, accountsToPay: [{ ...request.accountsToPay[0], accountNumber: '89' }] }
  expect((await askToPay(portal, payer, 0, { body: foreign })).statusCode).toBe(404)
  expect((await askToPay(portal, payer, 0, { body: missing })).statusCode).toBe(404)
  expect((await askToPay(portal, payer, 100, { memberNumber: '10002' })).statusCode).toBe(404)
  expect(await payments()).toEqual([])
  const audit = await portal.db
    .selectFrom('portal.audit')
    .select('detail')
    .where('kind', '=', 'access.foreign-refused')
    .orderBy('id')
    .execute()
  expect(audit.map((row) => row.detail)).toEqual(Array.from({ length: 3 }, () => ({ endpoint: 'quickPay.pay' })))
})

test('unknown members and values of another kind are refused, never coerced [SEC-34]', async () => {
  const payer = await verified(portal)
  const request = requestOf(payer.verification, 100)
  const bodies = [
    { ...request, memberNumber: '10002' },
    { ...request, isVerified: true },
    { ...request, role: 'admin' },
    { ...request, amount: '100' },
    { ...request, amount: 100.5 },
    { ...request, amount: null },
    { ...request, reconnectMeter: true },
    { ...request, accountsToPay: [{ ...request.accountsToPay[0], accountNumber: 100_100_101 }] },
    { ...request, accountsToPay: [{ ...request.accountsToPay[0], discount: 1 }] },
    { ...request, accountsToPay: request.accountsToPay[0] },
  ]
  for (const body of bodies)
    expect([body, (await askToPay(portal, payer, 0, { body })).statusCode]).toEqual([body, 400])
  expect(await payments()).toEqual([])
})

test('identifiers are texts: zeros in front count, nothing else than ASCII digits passes, lists are limited [SEC-39]', async () => {
  await seedAccount(portal.db, anAccount('00012'))
  const payer = await verified(portal, { accountNumber: '00012' })
  const request = requestOf(payer.verification, 100)
  const withAccount = (accountNumber: string) => ({
    ...request,
    accountsToPay: [{ ...request.accountsToPay[0], accountNumber }],
  })
  expect((await askToPay(portal, payer, 0, { body: withAccount('12') })).statusCode).toBe(404)
  for (const accountNumber of ['00012\n', '０００１２', ' 00012', '00012 ', '', '1234567890123', '0x12'])
    expect((await askToPay(portal, payer, 0, { body: withAccount(accountNumber) })).statusCode).toBe(400)
  const [item] = request.accountsToPay
  const twice = { ...request, accountsToPay: [item, item] }
  expect((await askToPay(portal, payer, 0, { body: twice })).statusCode).toBe(400)
  const many = { ...request, accountsToPay: Array.from({ length: 101 }, () => item) }
  expect((await askToPay(portal, payer, 0, { body: many })).statusCode).toBe(400)
  await pay(portal, payer, 100)
})

test('the same query parameter twice is refused [SEC-39]', async () => {
  const payer = await verified(portal)
  const { encryptedAccount } = payer.verification
  const response = await portal.inject({
    method: 'POST',
    url: `/api/v3/quick-pay/member/10001/pay?encryptedAccount=${encryptedAccount}&encryptedAccount=${encryptedAccount}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie },
    payload: JSON.stringify(requestOf(payer.verification, 100)),
  })
  expect(response.statusCode).toBe(400)
})

test('ten payments an hour can be asked for by one client for one account; refused ones leave nothing [SEC-51]', async () => {
  const payer = await verified(portal)
  for (let n = 0; n < 10; n += 1) await pay(portal, payer, 100 + n)
  const eleventh = await askToPay(portal, payer, 200)
  expect([eleventh.statusCode, eleventh.headers['retry-after']]).toEqual([429, '3600'])
  const again = await verified(portal)
  expect((await askToPay(portal, again, 100)).statusCode).toBe(429)
  expect(await payments()).toHaveLength(10)
  portal.clock.advance(3600)
  await pay(portal, await verified(portal), 100)
})

test('a payer without a login who uses up an hour leaves payments to the member and to other payers [REQ-D-290, SEC-77]', async () => {
  const ada = await seedSession(portal, await seedLogin(portal))
  const stranger = await verified(portal)
  for (let n = 0; n < 11; n += 1) await askToPay(portal, stranger, 100 + n)
  await pay(portal, await verified(portal, { from: '198.51.100.99' }), 200)
  await payAsMember(portal, ada, [['100100101', 300]], { from: '198.51.100.7' })
  expect(await payments()).toHaveLength(12)
})

test('all payers without a login together ask for thirty payments an hour for one account, and one client for fifty for all accounts [SEC-51]', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) {
    const payer = await verified(portal, { from: `198.51.100.${100 + (n % 4)}` })
    statuses.push((await askToPay(portal, payer, 100)).statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  const client = { from: '198.51.100.7' }
  for (let account = 0; account < 6; account += 1) {
    const accountNumber = `7${account}`
    await seedAccount(portal.db, anAccount(accountNumber))
    for (let n = 0; n < 10; n += 1)
      statuses.push((await askToPay(portal, await verified(portal, { accountNumber, ...client }), 100)).statusCode)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(80)
})

test('twenty requests at once with one key and body are one payment with one answer [REL-03]', async () => {
  const payer = await verified(portal)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => askToPay(portal, payer, 14_237, { key: 'attempt-1' })),
  )
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await payments()).toHaveLength(1)
})

test('the same key with another body is a conflict; another key is another payment [REL-03]', async () => {
  const payer = await verified(portal)
  const first = await pay(portal, payer, 14_237, { key: 'attempt-1' })
  const other = await askToPay(portal, payer, 14_238, { key: 'attempt-1' })
  expect([other.statusCode, errorsOf(other)[0]?.code]).toEqual([409, 'idempotency-key-reused'])
  expect(await payments()).toHaveLength(1)
  const second = await pay(portal, payer, 14_237, { key: 'attempt-2' })
  expect(second.paymentRequisitionSettings.transNo).not.toBe(first.paymentRequisitionSettings.transNo)
})

test('without a key every request is a payment of its own [REL-03]', async () => {
  const payer = await verified(portal)
  await pay(portal, payer, 100)
  await pay(portal, payer, 100)
  expect(await payments()).toHaveLength(2)
})

test('an idempotency key belongs to its grant [REL-03]', async () => {
  const [one, two] = [await verified(portal), await verified(portal)]
  await pay(portal, one, 100, { key: 'same-key' })
  await pay(portal, two, 100, { key: 'same-key' })
  expect(await payments()).toHaveLength(2)
})

it('takes an idempotency key of exactly the lengths that the API description names [REL-03]', async () => {
  const document = (await portal.inject({ url: '/api/openapi.json' })).json<{ paths: unknown }>()
  const described = /"name":"Idempotency-Key".{0,80}"minLength":(\d+),"maxLength":(\d+)/u.exec(JSON.stringify(document))
  const [shortest, longest] = [Number(described?.[1]), Number(described?.[2])]
  const payer = await verified(portal)
  for (const length of [shortest, longest])
    expect((await askToPay(portal, payer, 100, { key: 'x'.repeat(length) })).statusCode, String(length)).toBe(200)
  for (const length of [1, shortest - 1, longest + 1]) {
    const refused = await askToPay(portal, payer, 100, { key: 'x'.repeat(length) })
    expect([refused.statusCode, errorsOf(refused)[0]?.field], String(length)).toEqual([400, 'Idempotency-Key'])
  }
})

test('the same key answers the same form even after the figures have changed', async () => {
  const payer = await verified(portal)
  const first = await pay(portal, payer, 14_237, { key: 'attempt-1' })
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(1) })
    .execute()
  expect(await pay(portal, payer, 14_237, { key: 'attempt-1' })).toEqual(first)
  expect((await askToPay(portal, payer, 14_237, { key: 'attempt-2' })).statusCode).toBe(409)
})

test('a card number in any text that a caller may choose is neither kept nor logged [SEC-48]', async () => {
  const card = '4111111111111111'
  const payer = await verified(portal)
  await askToPay(portal, payer, 100, { key: card })
  await askToPay(portal, payer, 100, { body: requestOf(payer.verification, 100, { comment: card }) })
  const request = requestOf(payer.verification, 100)
  await askToPay(portal, payer, 0, {
    body: { ...request, accountsToPay: [{ ...request.accountsToPay[0], derivedStatus: card }] },
  })
  await askToPay(portal, payer, 100, { encryptedAccount: card, headers: { 'user-agent': card, 'x-request-id': card } })
  await tryToVerify(portal, { accountNumber: card, phoneLastFourDigits: card })
  const tables = await Promise.all([
    portal.db.selectFrom('pay.payment').selectAll().execute(),
    portal.db.selectFrom('portal.audit').selectAll().execute(),
    portal.db.selectFrom('portal.attempt_counter').selectAll().execute(),
  ])
  expect(JSON.stringify(tables)).not.toContain(card)
  expect(portal.logLines.join('\n')).not.toContain(card)
  expect(await payments()).toHaveLength(1)
})
