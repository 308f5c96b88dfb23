import type { Deposit } from '@coopline/contract/accounts/deposits/deposits.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { billAccount } from '../../../test-support/bill-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const depositsLine = `GET /v3/members/M1001/accounts/${billAccount}/deposits`

const aDeposit = (changes: Partial<Deposit> = {}): Deposit => ({
  reference: 'D-1',
  depositDate: calendarDate('2024-05-02'),
  depositType: 'Security deposit',
  depositAmount: cents(15_000),
  interestAmount: cents(412),
  refundDate: null,
  ...changes,
})

const open = async (
  results: readonly Deposit[],
  features: readonly string[] = ['Deposits'],
  language: Language = 'en',
) =>
  renderPortal({
    language,
    path: '/billpayments/view-deposits',
    site: aSite({ features: [...features] }),
    session: storedMember,
    visits: ['/accountoverview', '/login'],
    answers: { [accountsLine]: theirAccounts(), [depositsLine]: { results } },
  })

test('deposits are listed with what they earned, and whether they were given back [RT-29]', async () => {
  await open([
    aDeposit(),
    aDeposit({ reference: 'D-2', refundDate: calendarDate('2025-12-05'), interestAmount: cents(0) }),
  ])
  const table = within(await screen.findByRole('table', { name: 'Deposits' }))
  expect(table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Deposit', 'Received', 'Status', 'Interest', 'Amount'],
    ['Security deposit', '05/02/2024', 'On deposit', '$4.12', '$150.00'],
    ['Security deposit', '05/02/2024', 'Returned on 12/05/2025', '$0.00', '$150.00'],
  ])
})

test('a Spanish page says that the type of a deposit is in English', async () => {
  await open([aDeposit()], undefined, 'es')
  expect((await screen.findByText('Security deposit')).lang).toBe('en')
})

test('an account without one says what would be here', async () => {
  await open([])
  expect(await screen.findByText('This account has no deposits.')).toBeDefined()
})

test('where the cooperative does not offer the list, the page leads to the account overview [RT-29]', async () => {
  const { address, calls } = await open([aDeposit()], [])
  expect(address()).toBe('/accountoverview')
  expect(calls.some((call) => call.line === depositsLine)).toBe(false)
})

test('a visitor is led to sign in [RT-29, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/billpayments/view-deposits', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fview-deposits')
})
