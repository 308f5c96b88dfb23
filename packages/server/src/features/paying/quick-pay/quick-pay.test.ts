import type { QuickPayVerification } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, test } from 'vitest'
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
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
beforeEach(async () => seedAccount(portal.db))

test('the account number and the last four digits, posted as two texts, verify the account [AP-01, AP-02, DM-18]', async () => {
  const response = await portal.inject({
    method: 'POST',
    url: '/api/v3/quick-pay/verify/account/phone',
    headers: { applicationid: 'Web', 'content-type': 'application/json' },
    payload: '{"accountNumber":"100100101","phoneLastFourDigits":"4821"}',
  })
  expect(response.statusCode).toBe(200)
  expect(response.json<QuickPayVerification>().account.accountNumber).toBe('100100101')
})

test('verification needs the header ApplicationId with the value Web, and no token [AP-03, CF-19]', async () => {
  const without = await portal.inject({
    method: 'POST',
    url: '/api/v3/quick-pay/verify/account/phone',
    headers: { 'content-type': 'application/json' },
    payload: '{"accountNumber":"100100101","phoneLastFourDigits":"4821"}',
  })
  expect(without.statusCode).toBe(403)
  expect((await tryToVerify(portal, { headers: { applicationid: 'Mobile' } })).statusCode).toBe(403)
  expect((await tryToVerify(portal)).statusCode).toBe(200)
})

test('the answer of the verification is the token, the member, the encrypted account and the account [AP-04, DM-01, DM-02]', async () => {
  const { verification } = await verified(portal)
  const { quickPayToken, encryptedAccount, ...rest } = verification
  expect(quickPayToken).toMatch(/^[A-Za-z0-9_-]{43}$/u)
  expect(encryptedAccount.split('.')).toHaveLength(5)
  expect(rest).toEqual({
    memberNumber: '10001',
    account: {
      accountNumber: '100100101',
      accountHolderName: 'Ada Lindqvist',
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      accountBalance: 14_237,
      dueDate: '2026-12-04',
      pastDueAmount: 0,
      reconnectFee: 0,
      additionalDeposit: 0,
      cutoffAmount: 0,
      disconnectFee: 0,
      derivedStatus: 'Current',
      isPrepaidAccount: 'N',
      prepaidLabel: '',
      prepaidReconnectAmount: 0,
      minimumPaymentDue: 2_500,
      overPayAmount: 50_000,
      liabilityConfirmationAmount: 0,
      showLiabilityConfirmation: 'N',
      isCcEligible: 'Y',
      isEcheckEligible: 'Y',
      nomoreCheck: 'N',
    },
  })
})

test('every figure of the account is read from its own column', async () => {
  await seedAccount(
    portal.db,
    anAccount('200')
      .prepaid('Prepaid')
      .with({
        derived_status: 'Pending Disconnect',
        card_eligible: false,
        echeck_eligible: false,
        no_more_checks: true,
      })
      .inCutoff(3, { reconnect: 4, deposit: 5, disconnect: 6 })
      .pastDue(2)
      .owing(1)
      .withBalance({
        over_pay_amount: cents(7),
        prepaid_reconnect: cents(8),
        minimum_payment_due: cents(9),
        liability_confirmation_amount: cents(10),
        show_liability_confirmation: true,
        due_date: null,
      }),
  )
  const { verification } = await verified(portal, { accountNumber: '200' })
  expect(verification.account).toMatchObject({
    accountBalance: 1,
    pastDueAmount: 2,
    cutoffAmount: 3,
    reconnectFee: 4,
    additionalDeposit: 5,
    disconnectFee: 6,
    overPayAmount: 7,
    prepaidReconnectAmount: 8,
    minimumPaymentDue: 9,
    liabilityConfirmationAmount: 10,
    showLiabilityConfirmation: 'Y',
    dueDate: null,
    derivedStatus: 'Pending Disconnect',
    isPrepaidAccount: 'Y',
    prepaidLabel: 'Prepaid',
    isCcEligible: 'N',
    isEcheckEligible: 'N',
    nomoreCheck: 'Y',
  })
})

test('with masking on, the answer shows the first letters of the name and the first digit of the house', async () => {
  portal.set({ quickPayMaskDetails: true })
  const { verification } = await verified(portal)
  expect(verification.account.accountHolderName).toBe('A** L********')
  expect(verification.account.serviceAddress).toBe('1*** Oak St, Eau Claire, WI 54701')
})

test('both fields of the form that are not as they should be are named at once, with the documented sentences', async () => {
  const response = await tryToVerify(portal, { accountNumber: '12a', phoneLastFourDigits: '' })
  expect(response.statusCode).toBe(400)
  expect(errorsOf(response)).toEqual([
    { code: 'account-number-not-valid', field: 'accountNumber', message: 'Please enter valid account number.' },
    {
      code: 'phone-digits-missing',
      field: 'phoneLastFourDigits',
      message: 'Please enter last 4 digits of your phone number.',
    },
  ])
})

test('a payment request is answered with the requisition: address, client, transaction number and token [AP-05, DM-08, DM-09]', async () => {
  const payer = await verified(portal)
  const { verification } = payer
  const response = await portal.inject({
    method: 'POST',
    url: `/api/v3/quick-pay/member/10001/pay?encryptedAccount=${encodeURIComponent(verification.encryptedAccount)}`,
    headers: {
      applicationid: 'Web',
      'content-type': 'application/json',
      authorization: `Bearer ${payer.bearer}`,
      cookie: payer.cookie,
    },
    payload: JSON.stringify(requestOf(verification, 14_237)),
  })
  expect(response.statusCode).toBe(200)
  const { paymentRequisitionSettings, configuration } = response.json<Requisition>()
  expect(paymentRequisitionSettings).toEqual({
    actionUrl: 'http://127.0.0.1:8090/pay',
    clientId: 'COOP7',
    transNo: expect.stringMatching(/^T[2-9A-Z]{16}$/u),
    securityToken: expect.stringMatching(/^v1\.test\.1795186800\.[A-Za-z0-9_-]{43}$/u),
  })
  expect(configuration.fields.length).toBe(22)
})

test('every documented member of the payment request is asked for, and no other is taken [DM-06, DM-07]', async () => {
  const payer = await verified(portal)
  const request = requestOf(payer.verification, 14_237)
  const [item] = request.accountsToPay
  for (const name of Object.keys(request)) {
    const { [name as keyof typeof request]: _left, ...without } = request
    const response = await askToPay(portal, payer, 0, { body: without })
    expect([name, response.statusCode, errorsOf(response)[0]?.field]).toEqual([name, 400, name])
  }
  for (const name of Object.keys(item ?? {})) {
    const { [name as keyof typeof item]: _left, ...without } = item ?? {}
    const response = await askToPay(portal, payer, 0, { body: { ...request, accountsToPay: [without] } })
    expect([name, response.statusCode, errorsOf(response)[0]?.field]).toEqual([name, 400, `accountsToPay.0.${name}`])
  }
  expect((await askToPay(portal, payer, 0, { body: { ...request, isVerified: true } })).statusCode).toBe(400)
  await pay(portal, payer, 14_237)
})

test('an account that is final billed is not active, and its last bill can still be paid', async () => {
  await seedAccount(portal.db, anAccount('77').inactive('Final Billed'))
  const answer = await tryToVerify(portal, { accountNumber: '77', phoneLastFourDigits: '4821' })
  expect(answer.statusCode).toBe(200)
})
