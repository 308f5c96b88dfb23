import { deposits } from '@coopline/contract/accounts/deposits/deposits.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { expect, test } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))

const [memberNumber, accountNumber] = ['10001', '100100101']
const ask = async (account = accountNumber) =>
  portal.call(deposits.list, { ...ada, params: { memberNumber, accountNumber: account } })

test('deposits are returned newest first with interest and refund date [RT-29]', async () => {
  await portal.db
    .insertInto('cis.deposit')
    .values([
      {
        account_number: accountNumber,
        reference: 'D-1',
        received_on: calendarDate('2023-12-01'),
        kind: 'Security deposit',
        amount: cents(15_000),
        interest: cents(412),
        refunded_on: calendarDate('2025-12-05'),
      },
      {
        account_number: accountNumber,
        reference: 'D-2',
        received_on: calendarDate('2025-03-01'),
        kind: 'Meter loop deposit',
        amount: cents(4_000),
      },
    ])
    .execute()
  expect((await ask()).json()).toEqual({
    results: [
      {
        reference: 'D-2',
        depositDate: '2025-03-01',
        depositType: 'Meter loop deposit',
        depositAmount: 4_000,
        interestAmount: 0,
        refundDate: null,
      },
      {
        reference: 'D-1',
        depositDate: '2023-12-01',
        depositType: 'Security deposit',
        depositAmount: 15_000,
        interestAmount: 412,
        refundDate: '2025-12-05',
      },
    ],
  })
})

test('an account without deposits has none', async () => {
  expect((await ask()).json()).toEqual({ results: [] })
})

test('another member’s account is answered like one that does not exist, and the audit keeps that it was tried [SEC-33]', async () => {
  await seedAccount(portal.db, bensAccount)
  await portal.db
    .insertInto('cis.deposit')
    .values({
      account_number: '100200101',
      reference: 'D-9',
      received_on: calendarDate('2025-03-01'),
      kind: 'Security deposit',
      amount: cents(1),
    })
    .execute()
  const answers = [await ask('100200101'), await ask('999999999')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  const kept = await portal.db
    .selectFrom('portal.audit')
    .select('account_number')
    .where('kind', '=', 'access.foreign-refused')
    .execute()
  expect(kept).toEqual([{ account_number: '100200101' }, { account_number: '999999999' }])
})
