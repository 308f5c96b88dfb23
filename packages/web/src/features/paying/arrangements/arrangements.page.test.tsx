import type { AccountInfo } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { billedAccount, infoLine } from '../../../test-support/bill-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const settingsLine = 'GET /v3/site/ats-config-settings'

const arrangement: NonNullable<AccountInfo['arrangement']> = {
  arrangementBalance: cents(35_620),
  nextPaymentAmount: cents(8_905),
  nextPaymentDueDate: calendarDate('2026-11-19'),
  arrangementNotation: 'Four payments',
}

afterEach(() => void vi.useRealTimers())

const open = async (info: Partial<AccountInfo> = {}, features: readonly string[] = ['Arrangements']) =>
  renderPortal({
    path: '/billpayments/view-arrangements',
    site: aSite({ features: [...features] }),
    session: storedMember,
    visits: ['/accountoverview', '/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [infoLine]: billedAccount.toInfo({ hasArrangement: 'Y', arrangement, ...info }),
      [settingsLine]: { results: [{ key: 'timeZone', value: 'America/Chicago' }] },
    },
  })

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Arrangements' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('an arrangement is shown with what is left, what comes next and when [RT-30]', async () => {
  vi.setSystemTime(new Date('2026-11-19T18:00:00Z'))
  await open()
  expect(await rows()).toEqual([
    ['Arrangement', 'Next payment due', 'Next payment', 'Remaining balance'],
    ['Four payments', '11/19/2026', '$89.05', '$356.20'],
  ])
})

test('a next payment that was due before today, by the cooperative’s clocks, is marked as overdue', async () => {
  // Still the day itself in Chicago.
  vi.setSystemTime(new Date('2026-11-20T05:59:00Z'))
  const { calls } = await open()
  await rows()
  await waitFor(() => expect(calls.some((call) => call.line === settingsLine)).toBe(true))
  // Time for the answer to be shown.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(screen.queryByText('Past due')).toBeNull()
})

test('a payment that was due yesterday is overdue', async () => {
  vi.setSystemTime(new Date('2026-11-20T06:00:00Z'))
  await open()
  expect(await screen.findByText('Past due')).toBeDefined()
})

test('an account without an arrangement says what would be here', async () => {
  await open({ hasArrangement: 'N', arrangement: null })
  expect(
    await screen.findByText('This account has no payment arrangement. Call us if you need more time to pay.'),
  ).toBeDefined()
})

test('where the cooperative offers no arrangements, the page leads to the account overview [RT-30, CG-14]', async () => {
  const { address } = await open({}, [])
  expect(address()).toBe('/accountoverview')
})

test('a visitor is led to sign in [RT-30, RT-60]', async () => {
  const { address } = await renderPortal({ path: '/billpayments/view-arrangements', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fview-arrangements')
})
