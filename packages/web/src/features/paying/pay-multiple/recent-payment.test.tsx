import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

beforeEach(() => {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

const payLine = 'POST /v3/members/M1001/payments'
const anAmount = (changes: Partial<AccountAmounts>): AccountAmounts => ({
  ...theirAccount.toFigures(),
  accountType: 'Electric',
  isPrimaryAccount: false,
  arrangementAmount: cents(0),
  amountDue: null,
  lastPayment: null,
  paymentsUnderWay: null,
  ...changes,
})

const open = async ({ accounts }: { readonly accounts: readonly AccountAmounts[] }) => {
  const portal = await renderPortal({
    path: '/billpayments/pay-multiple',
    session: storedMember,
    visits: ['/login'],
    answers: {
      'GET /v3/members/M1001/payments/amounts': () => ({ results: accounts }),
      'GET /v3/members/M1001/payments/settings': somePaymentSettings(),
      'GET /v3/members/M1001/payments/tax': { taxIncluded: 'N' },
      [payLine]: aRequisition(),
    },
  })
  await screen.findByRole('button', { name: 'Pay' })
  return portal
}
const box = (accountNumber: string) =>
  screen.getByRole('checkbox', { name: new RegExp(`account ${accountNumber}$`, 'u') })
const pay = () => screen.getByRole('button', { name: 'Pay' })
const sent = (calls: Awaited<ReturnType<typeof open>>['calls']) => calls.filter(({ line }) => line === payLine)

describe('the question about a recent payment', () => {
  const recent = { lastPayment: { paymentAmount: cents(123_456), paymentDate: calendarDate('2027-03-01') } }
  const question =
    'You have made a recent payment of $1,234.56 on 03/01/2027. Would you like to proceed with another payment?'
  const dialog = () => screen.findByRole('dialog', { name: 'Another payment?' })

  test('comes before an account is paid that was paid in the last days, once [REQ-D-310]', async () => {
    const { user, calls } = await open({ accounts: [anAmount({ accountNumber: '1', ...recent })] })
    await user.click(pay())
    expect(within(await dialog()).getByText(question)).toBeDefined()
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    expect(sent(calls)).toEqual([])
    await user.click(pay())
    await user.click(within(await dialog()).getByRole('button', { name: 'Continue' }))
    await expect.poll(() => sent(calls)).toHaveLength(1)
  })

  test('says of a payment under way that it is not confirmed yet [REQ-D-310]', async () => {
    const lastPayment = { ...recent.lastPayment, isUnderWay: true as const }
    const { user } = await open({ accounts: [anAmount({ accountNumber: '1', lastPayment })] })
    await user.click(pay())
    expect(
      within(await dialog()).getByText(/^A recent payment of \$1,234\.56 .* is not confirmed yet\./u),
    ).toBeDefined()
  })

  test('names the account where there are several, and does not come for accounts that are not chosen [REQ-D-310]', async () => {
    const accounts = [anAmount({ accountNumber: '1' }), anAmount({ accountNumber: '2', ...recent })]
    const { user, calls } = await open({ accounts })
    await user.click(box('2'))
    await user.click(pay())
    expect(within(await dialog()).getByText(`Account 2: ${question}`)).toBeDefined()
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
    await user.click(box('2'))
    await user.click(pay())
    await expect.poll(() => sent(calls)).toHaveLength(1)
  })
})
