import {
  type AccountInfo,
  accountOverview,
} from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { bills } from '@coopline/contract/accounts/bills/bills.contract'
import type { Endpoint } from '@coopline/contract/endpoint'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount, bensAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))

const accountNumber = '100100101'
const requestOf = (number = accountNumber) => ({
  ...ada,
  params: { memberNumber: ada.memberNumber, accountNumber: number },
})
const infoOf = async (number = accountNumber) => {
  const response = await portal.call(accountOverview.info, requestOf(number))
  expect(response.statusCode, response.body).toBe(200)
  return response.json<AccountInfo>()
}

async function giveDetails() {
  await portal.db
    .insertInto('cis.account_detail')
    .values({
      account_number: accountNumber,
      cutoff_message: 'Service ends on 12/01/2026.',
      bill_message: 'Rates change in January.',
      statement_heading: 'Thank you for being a member.',
      prepaid_alert: 'Two days are left.',
      capital_credit_message: 'A refund of $31.20 is on its way.',
      returned_items: 2,
      has_autopay: true,
      draft_date: calendarDate('2026-12-03'),
      year_to_date_difference: cents(-4_210),
      collects_meter_readings: true,
      shows_usage_history: false,
      usage_suspended: true,
      meter_sense_url: 'https://meter.example.org/',
      capital_credit_document: 'credits.pdf',
      capital_credit_document_title: 'Your capital credits',
    })
    .execute()
  const meters = ['M-20', 'M-10'].map((meter_number) => ({ account_number: accountNumber, meter_number }))
  await portal.db.insertInto('cis.meter').values(meters).execute()
  await portal.db
    .insertInto('cis.arrangement')
    .values({
      account_number: accountNumber,
      balance: cents(30_000),
      next_amount: cents(10_000),
      next_due: calendarDate('2026-11-28'),
      notation: '3 of 5',
    })
    .execute()
  await portal.db
    .insertInto('cis.outage')
    .values({ account_number: accountNumber, is_out: true, restored_at: new Date('2026-11-20T18:30:00Z') })
    .execute()
}

describe('account info', () => {
  test('an account has its balance, dates and status, and of what the cooperative did not send nothing [AC-05]', async () => {
    expect(await infoOf()).toEqual({
      accountNumber,
      accountHolderName: 'Ada Lindqvist',
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      accountType: 'Electric',
      accountStatus: 'Active',
      derivedStatus: 'Current',
      accountBalance: 14_237,
      pastDueAmount: 0,
      amountForService: null,
      dueDate: '2026-12-04',
      cutOffDate: null,
      cutOffMsg: '',
      isPrepaidAccount: 'N',
      prepaidLabel: '',
      billingType: 'Standard',
      yearToDateBudgetDifference: null,
      netAccountBalance: null,
      autoPayExists: 'N',
      draftDate: null,
      outageStatus: '',
      estimatedTimeOfRestoration: null,
      isLinkedAccount: 'N',
      hasArrangement: 'N',
      arrangement: null,
      billMessages: '',
      statementHeadingMessage: '',
      meters: [],
      locationId: 'L1',
      collectMeterReading: 'N',
      viewUsageHistory: 'Y',
      showUsageSuspendedMsg: 'N',
      meterSenseccUrl: '',
      ccPdfLinkText: '',
      viewccPdfUrl: '',
      activeReturnedItems: 0,
      prepaidDisconnectAlert: '',
      capitalCreditRefundMessage: '',
    })
  })

  test('an account in cutoff says what has to be paid for its service, with the fees [AO-11]', async () => {
    const fees = { reconnect_fee: cents(2_500), additional_deposit: cents(1_000), disconnect_fee: cents(500) }
    await portal.db
      .updateTable('cis.balance')
      .set({ past_due: cents(8_000), cutoff_amount: cents(0) })
      .execute()
    expect(await infoOf()).toMatchObject({ pastDueAmount: 8_000, amountForService: 8_000 })
    await portal.db
      .updateTable('cis.balance')
      .set({ cutoff_amount: cents(8_000), ...fees })
      .execute()
    expect(await infoOf()).toMatchObject({ pastDueAmount: 8_000, amountForService: 12_000 })
  })

  test('everything that the cooperative sends of an account is there [AC-05, AP-17]', async () => {
    await giveDetails()
    expect(await infoOf()).toMatchObject({
      cutOffMsg: 'Service ends on 12/01/2026.',
      yearToDateBudgetDifference: -4_210,
      autoPayExists: 'Y',
      draftDate: '2026-12-03',
      outageStatus: 'Y',
      estimatedTimeOfRestoration: '2026-11-20T18:30:00.000Z',
      hasArrangement: 'Y',
      arrangement: {
        arrangementBalance: 30_000,
        nextPaymentAmount: 10_000,
        nextPaymentDueDate: '2026-11-28',
        arrangementNotation: '3 of 5',
      },
      meters: ['M-10', 'M-20'],
      collectMeterReading: 'Y',
      viewUsageHistory: 'N',
      showUsageSuspendedMsg: 'Y',
      meterSenseccUrl: 'https://meter.example.org/',
      ccPdfLinkText: 'Your capital credits',
      viewccPdfUrl: expect.stringMatching(/^[\w.-]{100,2048}$/u),
    })
  })

  test('prepaid fields and the cooperative’s messages are there to be shown [AO-63]', async () => {
    await giveDetails()
    await portal.db.updateTable('cis.account').set({ is_prepaid: true, prepaid_label: 'PayGo' }).execute()
    expect(await infoOf()).toMatchObject({
      isPrepaidAccount: 'Y',
      prepaidLabel: 'PayGo',
      prepaidDisconnectAlert: 'Two days are left.',
      billMessages: 'Rates change in January.',
      statementHeadingMessage: 'Thank you for being a member.',
      activeReturnedItems: 2,
      capitalCreditRefundMessage: 'A refund of $31.20 is on its way.',
    })
  })

  test('an outage that has ended is returned as N, without a time when none is known', async () => {
    await portal.db
      .insertInto('cis.outage')
      .values({ account_number: accountNumber, is_out: false, restored_at: null })
      .execute()
    expect(await infoOf()).toMatchObject({ outageStatus: 'N', estimatedTimeOfRestoration: null })
  })

  test('account 00012 is another one than account 12 [SEC-39]', async () => {
    for (const [account_number, balance] of [
      ['00012', 100],
      ['12', 200],
    ] as const)
      await seedAccount(portal.db, anAccount(account_number).owing(balance))
    expect((await infoOf('00012')).accountBalance).toBe(100)
    expect((await infoOf('12')).accountBalance).toBe(200)
    expect((await portal.call(accountOverview.info, requestOf('0012'))).statusCode).toBe(404)
    for (const number of ['１２', '12\n', ' 12', '+12', '1e1', '0x0c', '12\u200b', '1'.repeat(13)])
      expect((await portal.call(accountOverview.info, requestOf(number))).statusCode, number).toBe(400)
  })
})

describe('linked accounts', () => {
  const link = async (...numbers: readonly string[]) =>
    portal.db
      .insertInto('cis.linked_account')
      .values(numbers.map((linked_account_number) => ({ account_number: accountNumber, linked_account_number })))
      .execute()

  beforeEach(async () => {
    portal.set({ LinkedAccountsEnabled: true })
    await seedAccount(portal.db, anAccount('100100102').secondary('Water').owing(2_050))
    await seedAccount(portal.db, anAccount('100100103').secondary('Light').owing(2_050))
  })

  test('linked accounts are returned with type and balance, and add to the net balance [AC-12, DE-10]', async () => {
    await link('100100103', '100100102')
    expect((await portal.call(accountOverview.linked, requestOf())).json()).toEqual({
      results: [
        { accountNumber: '100100102', accountType: 'Water', billedBalance: 2_050 },
        { accountNumber: '100100103', accountType: 'Light', billedBalance: 2_050 },
      ],
    })
    expect(await infoOf()).toMatchObject({ isLinkedAccount: 'Y', netAccountBalance: 14_237 + 2 * 2_050 })
    expect((await portal.call(accountOverview.linked, requestOf('100100102'))).json()).toEqual({ results: [] })
  })

  test('a linked account of another member is not returned and does not count [SEC-33]', async () => {
    await seedAccount(portal.db, bensAccount)
    await link('100200101')
    expect((await portal.call(accountOverview.linked, requestOf())).json()).toEqual({ results: [] })
    expect(await infoOf()).toMatchObject({ isLinkedAccount: 'N', netAccountBalance: null })
  })

  test('no linked accounts are returned where the cooperative does not show them', async () => {
    await link('100100102')
    portal.set({ LinkedAccountsEnabled: false })
    expect((await portal.call(accountOverview.linked, requestOf())).json()).toEqual({ results: [] })
    expect((await infoOf()).netAccountBalance).toBeNull()
  })
})

describe('MyMeter', () => {
  test('the link to MyMeter is the cooperative’s address with the member and the account [AC-11]', async () => {
    portal.set({ myMeterUrl: 'https://mymeter.example.org/sso?coop=7' })
    expect((await portal.call(accountOverview.myMeter, requestOf())).json()).toEqual({
      link: 'https://mymeter.example.org/sso?coop=7&memberNumber=10001&accountNumber=100100101',
    })
  })

  test('without MyMeter the answer is the documented sentence', async () => {
    const response = await portal.call(accountOverview.myMeter, requestOf())
    expect(response.json()).toMatchObject({
      status: 400,
      errors: [{ message: 'Service unavailable, please contact administrator.' }],
    })
  })
})

describe('the account of another member', () => {
  const { info, payments, linked, myMeter } = accountOverview
  const reads: readonly Endpoint[] = [info, payments, bills.list, linked, myMeter]

  test('every read answers another member’s account as one that does not exist, and the audit keeps it [SEC-33]', async () => {
    portal.set({ myMeterUrl: 'https://mymeter.example.org/', LinkedAccountsEnabled: true })
    await seedAccount(portal.db, bensAccount)
    for (const read of reads) {
      const [foreign, missing] = [
        await portal.call(read, requestOf('100200101')),
        await portal.call(read, requestOf('999999999')),
      ].map((response) => ({ ...response.json<Record<string, unknown>>(), requestId: '' }))
      expect(foreign, read.id).toMatchObject({ status: 404, errors: [{ code: 'not-found' }] })
      expect(foreign, read.id).toEqual(missing)
    }
    const kept = await portal.db
      .selectFrom('portal.audit')
      .select(['member_number', 'account_number', 'detail'])
      .where('kind', '=', 'access.foreign-refused')
      .where('account_number', '=', '100200101')
      .orderBy('id')
      .execute()
    expect(kept).toEqual(
      reads.map((read) => ({
        member_number: '10001',
        account_number: '100200101',
        detail: { endpoint: read.id },
      })),
    )
  })

  test('each read takes one statement beside the one that proves who asks', async () => {
    portal.set({ myMeterUrl: 'https://mymeter.example.org/', LinkedAccountsEnabled: true })
    await giveDetails()
    const statementsOf = recordStatements(portal)
    for (const read of reads) {
      const statements = await statementsOf(async () => portal.call(read, requestOf()))
      expect(statements, read.id).toHaveLength(2)
      expect(statements[0], read.id).toContain('portal"."session')
    }
  })
})
