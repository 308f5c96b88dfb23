import { payMultiple } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { PaymentRequest, PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it } from 'vitest'
import { amountsOf, askAsMember, memberRequest, payAsMember } from '../../../testing/member-payer.ts'
import { encodedReturn, type EventFields, fieldsOf, sendPostback, tell } from '../../../testing/provider-double.ts'
import { errorsOf, pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { findLastPayment } from '../payments/public.ts'
import { runPaymentsCommand } from '../payments/payments.command.ts'

const portal = useTestPortal({ settings: payingSettings })
const ada = useFresh(async () => adaSignedIn(portal))
beforeEach(async () => {
  await seedAccount(portal.db, anAccount('100100102').secondary('Water'))
  await seedAccount(portal.db, anAccount('100100103').secondary())
})
const own = () => ({ params: { memberNumber: ada.memberNumber }, bearer: ada.bearer, cookie: ada.cookie })
const statusOf = async (transNo: string) =>
  portal.call(payMultiple.status, { ...own(), query: { encryptedPayload: encodedReturn(transNo) } })
const requested = async () =>
  portal.db.selectFrom('pay.payment_item').select(['account_number', 'amount']).orderBy('account_number').execute()
const send = async (event: EventFields) => expect((await sendPostback(portal, event)).statusCode).toBe(200)
const refusal = async (response: Awaited<ReturnType<typeof askAsMember>>) => {
  expect(await requested()).toEqual([])
  return [response.statusCode, ...errorsOf(response).map(({ field, message }) => [field, message] as const)] as const
}
const both = [
  ['100100101', 10_000],
  ['100100102', 5_000],
] as const

describe('what may be paid', () => {
  it('lists every account of the member with its figures, the primary one first [AP-18]', async () => {
    await seedAccount(portal.db, anAccount('100100104').secondary().inactive().owing(0))
    await portal.db
      .insertInto('cis.arrangement')
      .values({
        account_number: '100100103',
        balance: cents(30_000),
        next_amount: cents(7_500),
        next_due: calendarDate('2026-12-15'),
        notation: '',
      })
      .execute()
    const accounts = await amountsOf(portal, ada)
    expect(accounts.map((one) => [one.accountNumber, one.accountBalance, one.arrangementAmount])).toEqual([
      ['100100101', 14_237, 0],
      ['100100102', 14_237, 0],
      ['100100103', 14_237, 7_500],
    ])
    expect(accounts[1]).toMatchObject({
      accountType: 'Water',
      accountHolderName: 'Ada Lindqvist',
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      isPrimaryAccount: false,
      overPayAmount: 50_000,
      paymentsUnderWay: null,
    })
  })

  it('shows open payments on their own account, and none where overpaying is allowed', async () => {
    await payAsMember(portal, ada, both)
    const underWay = async () => (await amountsOf(portal, ada)).map((one) => one.paymentsUnderWay?.amount ?? null)
    expect(await underWay()).toEqual([10_000, 5_000, null])
    portal.set({ allowOverPay: true })
    expect(await underWay()).toEqual([null, null, null])
  })

  it('answers the payment settings of the cooperative to a member [AP-19]', async () => {
    await seedAccount(portal.db, anAccount('100100104').secondary().inCutoff(5_000))
    const response = await portal.call(payMultiple.settings, { ...own(), query: { applicationId: 'Web' } })
    const answer = response.json<PaymentSettingsAnswer>()
    expect(answer).toMatchObject({
      utilityName: 'Prairie Ridge Electric Cooperative',
      convenienceFees: { cc: { kind: 'percent', value: '2.95', count: 1 } },
      paymentSettings: { utilityAllowCreditCard: 'Y', memberHasCutoffAccount: 'Y', maxChargeAmount: 100_000 },
    })
    expect(answer.paymentSettings).not.toHaveProperty('lastPayment')
  })

  it('names the last payment of each account in the last days [REQ-D-310]', async () => {
    const last = async () => (await amountsOf(portal, ada)).flatMap((one) => one.lastPayment ?? [])
    const imported = { reference: 'a', amount: cents(4_200), method: 'cash' }
    const [recent, old] = [calendarDate('2026-11-17'), calendarDate('2026-11-16')]
    const rows = [
      { ...imported, account_number: '100100101', paid_on: recent },
      { ...imported, account_number: '100100102', paid_on: old },
    ]
    await portal.db.insertInto('cis.payment').values(rows).execute()
    expect(await last()).toEqual([{ paymentAmount: 4_200, paymentDate: recent }])
    const form = await payAsMember(portal, ada, [['100100102', 1_500]])
    expect((await last())[1]).toEqual({ paymentAmount: 1_500, paymentDate: '2026-11-20', isUnderWay: true })
    await send(tell(form, 'payment.succeeded'))
    expect((await last())[1]).toEqual({ paymentAmount: 1_500, paymentDate: '2026-11-20' })
  })

  it('says whether amounts include tax, and sends the same to the provider, but never for Quick Pay [AP-20, PH-14]', async () => {
    const tax = async () => (await portal.call(payMultiple.tax, own())).json<{ taxIncluded: string }>().taxIncluded
    const sent = async () => fieldsOf(await payAsMember(portal, ada, both))['taxIncluded']
    expect([await tax(), await sent()]).toEqual(['N', 'N'])
    portal.set({ paymentTaxIncluded: true })
    expect([await tax(), await sent()]).toEqual(['Y', 'Y'])
    expect(fieldsOf(await pay(portal, await verified(portal), 100))['taxIncluded']).toBe('N')
  })
})

describe('one payment of several accounts', () => {
  it('hands the member to the provider once, with the total, the first account and how many more [HM-22]', async () => {
    const form = await payAsMember(portal, ada, both)
    expect(fieldsOf(form)).toMatchObject({
      accountNumber: '100100101',
      accountDisplay: '100100101 +1',
      balance: '150.00',
      quickPayFlag: 'false',
      returnUrl: 'http://127.0.0.1:8080/payment-success',
      cancelUrl: 'http://127.0.0.1:8080/payment-cancel',
    })
    expect(await requested()).toEqual([
      { account_number: '100100101', amount: 10_000 },
      { account_number: '100100102', amount: 5_000 },
    ])
    expect(await portal.db.selectFrom('pay.payment').select(['origin', 'amount', 'account_number']).execute()).toEqual([
      { origin: 'member', amount: 15_000, account_number: '100100101' },
    ])
  })

  it('refuses every amount that breaks a rule, each at its account', async () => {
    portal.set({ allowUnderPay: false })
    const response = await askAsMember(portal, ada, [
      ['100100101', 50_001],
      ['100100102', 20_000],
      ['100100103', 14_236],
    ])
    expect(await refusal(response)).toEqual([
      400,
      ['paymentAmount.100100101', 'You may not overpay your account balance.'],
      ['paymentAmount.100100103', 'You may not pay less than your account balance.'],
    ])
  })

  it('names the accounts that cannot be paid online, and why [PM-03, PM-10]', async () => {
    portal.set({ payOnlinePayCutoffAccount: false, cutoffMessage: 'Please call (715) 555-0100.' })
    await portal.db
      .updateTable('cis.balance')
      .set({ cutoff_amount: cents(5_000) })
      .where('account_number', '=', '100100102')
      .execute()
    await portal.db
      .updateTable('cis.account')
      .set({ card_eligible: false, echeck_eligible: false })
      .where('account_number', '=', '100100103')
      .execute()
    const response = await askAsMember(
      portal,
      ada,
      [
        ['100100101', 5_000],
        ['100100102', 5_000],
        ['100100103', 5_000],
      ],
      { over: { reconnectMeter: 'Y' } },
    )
    expect(await refusal(response)).toEqual([
      400,
      ['paymentAmount.100100102', 'Please call (715) 555-0100.'],
      [
        'paymentAmount.100100103',
        'Both Echeck and Credit card payment methods are restricted for this account. Please contact customer support.',
      ],
    ])
  })

  it('offers only methods that all accounts take, and refuses accounts that share none', async () => {
    const close = async (accountNumber: string, eligible: object) =>
      portal.db.updateTable('cis.account').set(eligible).where('account_number', '=', accountNumber).execute()
    await close('100100102', { card_eligible: false })
    expect(await refusal(await askAsMember(portal, ada, both, { over: { paymentType: 'cc' } }))).toEqual([
      400,
      ['paymentType', 'One or more of these accounts cannot be paid by card. Choose eCheck.'],
    ])
    await close('100100101', { echeck_eligible: false })
    expect(await refusal(await askAsMember(portal, ada, both))).toEqual([
      400,
      ['paymentType', 'Some of these accounts take only cards and others only eChecks. Pay them in two payments.'],
    ])
    await close('100100101', { echeck_eligible: true })
    const fields = fieldsOf(await payAsMember(portal, ada, both))
    expect([fields['enableCard'], fields['enableEcheck'], fields['paymentType']]).toEqual(['N', 'Y', 'echeck'])
  })

  it('refuses a list with an account of another member as a whole, and does not tell which [SEC-33]', async () => {
    await seedAccount(portal.db, bensAccount)
    const accounts = await amountsOf(portal, ada)
    const request = memberRequest(accounts, both)
    const named = (accountNumber: string) => ({
      ...request,
      accountsToPay: request.accountsToPay.map((one, index) => (index === 1 ? { ...one, accountNumber } : one)),
    })
    const bodies = await Promise.all(
      ['100200101', '999999999'].map(async (accountNumber) => {
        const response = await askAsMember(portal, ada, [], { body: named(accountNumber) })
        expect(response.statusCode).toBe(404)
        const { requestId: _own, ...body } = response.json<Record<string, unknown>>()
        return body
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
    expect(JSON.stringify(bodies)).not.toMatch(/100200101|Ben/u)
    expect(await requested()).toEqual([])
    const audit = await portal.db
      .selectFrom('portal.audit')
      .select('account_number')
      .where('kind', 'like', '%foreign%')
      .orderBy('account_number')
      .execute()
    expect(audit.map((row) => row.account_number)).toEqual(['100200101', '999999999'])
  })

  it('refuses a closed account on which nothing is owed, which is not listed either', async () => {
    await portal.db
      .updateTable('cis.account')
      .set({ account_status: 'Inactive' })
      .where('is_primary', '=', false)
      .execute()
    const request = memberRequest(await amountsOf(portal, ada), [['100100103', 9_900]])
    portal.set({ allowOverPay: true })
    const statusWhenOwing = async (owed: number) => {
      await portal.db
        .updateTable('cis.balance')
        .set({ balance: cents(owed) })
        .execute()
      const accountsToPay = request.accountsToPay.map((one) => ({ ...one, accountBalance: cents(owed) }))
      return (await askAsMember(portal, ada, [], { body: { ...request, accountsToPay } })).statusCode
    }
    expect(await statusWhenOwing(0)).toBe(404)
    expect((await amountsOf(portal, ada)).map((one) => one.accountNumber)).toEqual(['100100101'])
    expect(await requested()).toEqual([])
    expect(await statusWhenOwing(1)).toBe(200)
  })

  it('refuses an account named twice, totals that do not agree, and figures that have changed', async () => {
    const accounts = await amountsOf(portal, ada)
    const twice = memberRequest(accounts, [both[0], both[0]])
    const fields = async (body: PaymentRequest) => {
      const [status, ...problems] = await refusal(await askAsMember(portal, ada, [], { body }))
      return [status, ...problems.map(([field]) => field)]
    }
    expect(await fields(twice)).toEqual([400, 'accountsToPay'])
    const request = memberRequest(accounts, both)
    expect(await fields({ ...request, amount: cents(14_999) })).toEqual([400, 'amount'])
    const huge = request.accountsToPay.map((one) => ({ ...one, paymentAmount: cents(99_999_999_999_999) }))
    expect(await fields({ ...request, accountsToPay: huge })).toEqual([400, 'amount'])
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(1) })
      .where('account_number', '=', '100100102')
      .execute()
    const stale = await askAsMember(portal, ada, [], { body: request })
    expect([stale.statusCode, errorsOf(stale)[0]?.code]).toEqual([409, 'stale-figures'])
  })

  it('answers a repeated request with the same form, and refuses the key for another request [REL-05]', async () => {
    const key = 'the-same-wish'
    const first = await payAsMember(portal, ada, both, { key })
    const copies = await Promise.all([1, 2, 3].map(async () => payAsMember(portal, ada, both, { key })))
    expect(copies).toEqual([first, first, first])
    expect(await portal.db.selectFrom('pay.payment').select('trans_no').execute()).toHaveLength(1)
    const other = await askAsMember(portal, ada, [both[0]], { key })
    expect([other.statusCode, errorsOf(other)[0]?.code]).toEqual([409, 'idempotency-key-reused'])
  })

  it('counts each account’s open payments toward its ceiling, regardless of who requested them', async () => {
    await pay(portal, await verified(portal), 45_000)
    const response = await askAsMember(portal, ada, [
      ['100100101', 5_001],
      ['100100102', 50_000],
    ])
    expect([response.statusCode, errorsOf(response).map(({ code, field }) => [code, field])]).toEqual([
      400,
      [['payment-under-way', 'paymentAmount.100100101']],
    ])
    await payAsMember(portal, ada, [
      ['100100101', 5_000],
      ['100100102', 50_000],
    ])
  })

  it('pays accounts that two tabs name in different orders at once, without waiting for each other forever', async () => {
    const numbers = ['100100101', '100100102', '100100103']
    const requests = Array.from({ length: 6 }, (_, index) => {
      const order = index % 2 === 0 ? numbers : numbers.toReversed()
      return order.map((accountNumber) => [accountNumber, 25_000] as const)
    })
    const answers = await Promise.all(requests.map(async (amounts) => askAsMember(portal, ada, amounts)))
    const paid = answers.filter((answer) => answer.statusCode === 200)
    // A ceiling of 500.00 on each account has room for two payments of 250.00.
    expect(paid).toHaveLength(2)
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(4)
  })
})

describe('the books of a payment of several accounts', () => {
  const entries = async () =>
    portal.db
      .selectFrom('pay.ledger_entry as entry')
      .innerJoin('pay.booking as booking', 'booking.id', 'entry.booking_id')
      .select(['booking.kind', 'entry.ledger_account', 'entry.amount'])
      .orderBy('booking.id')
      .orderBy('entry.line')
      .execute()
  const balances = async () => (await amountsOf(portal, ada)).map((one) => one.accountBalance)
  const events = async () =>
    (await portal.db.selectFrom('outbox.event').select(['account_number', 'kind', 'body']).orderBy('id').execute()).map(
      ({ account_number, kind, body }) => {
        const { amount, reconnectMeter } = body as { amount: number; reconnectMeter: string }
        return [account_number, kind, amount, reconnectMeter]
      },
    )

  it('books each account its amount and the fee once, and reverses each to the cent when the payment is returned', async () => {
    const form = await payAsMember(portal, ada, both)
    await send(tell(form, 'payment.succeeded'))
    expect(await balances()).toEqual([4_237, 9_237, 14_237])
    await send(tell(form, 'payment.returned', { occurredAt: '2026-11-20T15:02:00Z' }))
    expect(await balances()).toEqual([14_237, 14_237, 14_237])
    expect(await entries()).toEqual([
      { kind: 'payment', ledger_account: 'provider-clearing', amount: 15_443 },
      { kind: 'payment', ledger_account: 'member-account/100100101', amount: -10_000 },
      { kind: 'payment', ledger_account: 'member-account/100100102', amount: -5_000 },
      { kind: 'payment', ledger_account: 'convenience-fee', amount: -443 },
      { kind: 'return', ledger_account: 'provider-clearing', amount: -15_443 },
      { kind: 'return', ledger_account: 'member-account/100100101', amount: 10_000 },
      { kind: 'return', ledger_account: 'member-account/100100102', amount: 5_000 },
      { kind: 'return', ledger_account: 'convenience-fee', amount: 443 },
    ])
    expect(await events()).toEqual([
      ['100100101', 'payment-confirmed', 10_000, 'N'],
      ['100100102', 'payment-confirmed', 5_000, 'N'],
      ['100100101', 'payment-returned', 10_000, 'N'],
      ['100100102', 'payment-returned', 5_000, 'N'],
    ])
  })

  const cutOff = async (...accountNumbers: readonly string[]) =>
    portal.db
      .updateTable('cis.balance')
      .set({ cutoff_amount: cents(5_000), reconnect_fee: cents(1_000) })
      .where('account_number', 'in', accountNumbers)
      .execute()

  it('asks the cooperative to reconnect the meter of the account whose cutoff is paid, and no other', async () => {
    await cutOff('100100102')
    const amounts = [
      ['100100101', 10_000],
      ['100100102', 6_000],
    ] as const
    const form = await payAsMember(portal, ada, amounts, { over: { reconnectMeter: 'Y' } })
    await send(tell(form, 'payment.succeeded'))
    expect(await events()).toEqual([
      ['100100101', 'payment-confirmed', 10_000, 'N'],
      ['100100102', 'payment-confirmed', 6_000, 'Y'],
    ])
  })

  it('sends one receipt that names each account and what was paid on it', async () => {
    await send(tell(await payAsMember(portal, ada, both), 'payment.succeeded'))
    const mails = await portal.db
      .selectFrom('outbox.message')
      .select(['subject', 'body_text'])
      .where('dedupe_key', 'like', 'receipt:%')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('We received your payment of $154.43')
    expect(mails[0]?.body_text).toContain('Account ending in 0101: $100.00\nAccount ending in 0102: $50.00\n')
  })

  it('puts a payment under review whose total differs, and books what staff accept account by account', async () => {
    portal.set({ ...payingSettings, cardConvenienceFee: { kind: 'flat', value: '0.00', count: 1 } })
    const form = await payAsMember(portal, ada, both)
    const { transNo } = form.paymentRequisitionSettings
    await send(tell(form, 'payment.succeeded', { amount: 12_000, totalAmount: 12_000 }))
    expect(await balances()).toEqual([14_237, 14_237, 14_237])
    const result = (await statusOf(transNo)).json<PaymentResult>()
    expect(result.outcome).toBe('under-review')
    await runPaymentsCommand(portal.deps, ['accept', transNo, '--by', 'Dana, billing', '--reason', 'Short'])
    expect(await balances()).toEqual([4_237, 12_237, 14_237])
    expect((await statusOf(transNo)).json<PaymentResult>()).toMatchObject({
      outcome: 'confirmed',
      paymentAmount: 12_000,
      accounts: [
        { accountNumber: '100100101', paymentAmount: 10_000 },
        { accountNumber: '100100102', paymentAmount: 2_000 },
      ],
    })
  })

  const acceptShort = async (
    amounts: Parameters<typeof payAsMember>[2],
    received: number,
    reconnectMeter: 'Y' | 'N',
  ) => {
    portal.set({ ...payingSettings, cardConvenienceFee: { kind: 'flat', value: '0.00', count: 1 } })
    const form = await payAsMember(portal, ada, amounts, { over: { reconnectMeter } })
    const { transNo } = form.paymentRequisitionSettings
    await send(tell(form, 'payment.succeeded', { amount: received, totalAmount: received }))
    await runPaymentsCommand(portal.deps, ['accept', transNo, '--by', 'Dana, billing', '--reason', 'Short'])
    return transNo
  }

  it('covers the account that the payment was requested for first, in any order of numbers', async () => {
    const transNo = await acceptShort(both.toReversed(), 3_000, 'N')
    expect(await entries()).toEqual([
      { kind: 'payment', ledger_account: 'provider-clearing', amount: 3_000 },
      { kind: 'payment', ledger_account: 'member-account/100100102', amount: -3_000 },
    ])
    expect((await statusOf(transNo)).json<PaymentResult>()).toMatchObject({
      accountNumber: '100100102',
      accountBalance: 11_237,
      accounts: [{ accountNumber: '100100102', paymentAmount: 3_000 }],
    })
    const at = { today: calendarDate('2026-11-20'), timeZone: 'America/Chicago', days: 3 }
    const last = async (accountNumber: string) =>
      findLastPayment(portal.db, { memberNumber: '10001', accountNumber }, at)
    expect(await last('100100102')).toEqual({ amount: 3_000, day: '2026-11-20', isUnderWay: false })
    expect(await last('100100101')).toBeUndefined()
  })

  it('reconnects no meter when staff accept only a part of what was requested for its account', async () => {
    await cutOff('100100101', '100100102')
    const amounts = ['100100101', '100100102'].map((accountNumber) => [accountNumber, 6_000] as const)
    await acceptShort(amounts, 11_999, 'Y')
    expect(await events()).toEqual([
      ['100100101', 'payment-confirmed', 6_000, 'Y'],
      ['100100102', 'payment-confirmed', 5_999, 'N'],
    ])
  })

  it('shows staff a payment under every account that it pays', async () => {
    const { transNo } = (await payAsMember(portal, ada, both)).paymentRequisitionSettings
    for (const accountNumber of ['100100101', '100100102']) {
      const { value } = await runPaymentsCommand(portal.deps, ['--account', accountNumber])
      expect(value).toMatchObject([
        {
          transNo,
          accounts: [
            { accountNumber: '100100101', amountCents: 10_000 },
            { accountNumber: '100100102', amountCents: 5_000 },
          ],
        },
      ])
    }
    expect((await runPaymentsCommand(portal.deps, ['--account', '100100103'])).value).toEqual([])
    expect((await runPaymentsCommand(portal.deps, [])).output).toContain('100100101 +1')
  })
})

describe('the result of a payment', () => {
  it('answers a member what was paid on each account and what is owed on it now [PS-15]', async () => {
    const form = await payAsMember(portal, ada, both)
    await send(tell(form, 'payment.succeeded'))
    const response = await statusOf(form.paymentRequisitionSettings.transNo)
    expect(response.json<PaymentResult>()).toMatchObject({
      outcome: 'confirmed',
      accountNumber: '100100101',
      accountBalance: null,
      paymentAmount: 15_443,
      convenienceFee: 443,
      confirmationNumber: 'SB12345678',
      accounts: [
        { accountNumber: '100100101', accountBalance: 4_237, paymentAmount: 10_000 },
        { accountNumber: '100100102', accountBalance: 9_237, paymentAmount: 5_000 },
      ],
    })
  })

  it('answers the balance of a single account [PS-15]', async () => {
    const form = await payAsMember(portal, ada, [['100100102', 5_000]])
    await send(tell(form, 'payment.succeeded'))
    const { transNo } = form.paymentRequisitionSettings
    expect((await statusOf(transNo)).json<PaymentResult>()).toMatchObject({
      accountBalance: 9_237,
      paymentAmount: 5_148,
    })
  })

  it('shows a Quick Pay grant of the same account nothing of it: it names accounts that the grant does not know [SEC-33]', async () => {
    const { transNo } = (await payAsMember(portal, ada, both)).paymentRequisitionSettings
    const { bearer, cookie } = await verified(portal)
    const query = { encryptedPayload: encodedReturn(transNo) }
    expect((await portal.call(quickPay.status, { query, bearer, cookie })).statusCode).toBe(404)
  })
})
