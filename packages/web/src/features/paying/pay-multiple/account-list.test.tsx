import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

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

test('more than 100 accounts: says how many one payment takes, selects the first hundred and then the others [REQ-D-334]', async () => {
  const accounts = Array.from({ length: 104 }, (_none, index) =>
    anAmount({ accountNumber: String(1_001 + index), accountBalance: cents(index === 30 ? -100 : 1_000) }),
  )
  const { user } = await renderPortal({
    path: '/billpayments/pay-multiple',
    session: storedMember,
    visits: ['/login'],
    answers: {
      'GET /v3/members/M1001/payments/amounts': { results: accounts },
      'GET /v3/members/M1001/payments/settings': somePaymentSettings(),
      'GET /v3/members/M1001/payments/tax': { taxIncluded: 'N' },
    },
  })
  await screen.findByRole('button', { name: 'Pay' })
  expect(screen.getByText('You can pay up to 100 accounts at a time. 1 is selected.')).toBeDefined()
  const total = within(screen.getByRole('region', { name: 'What you will be charged' }))
  await user.click(screen.getByRole('button', { name: 'Select 1 to 100 of 103 with an amount due' }))
  expect(total.getByText('For 100 accounts.')).toBeDefined()
  await user.type(screen.getByLabelText('Find an account'), '1104')
  await user.click(screen.getByRole('checkbox', { name: 'Electric account 1104' }))
  expect(
    screen.getByText('You can pay up to 100 accounts at a time. 101 are selected: clear 1 and pay the rest later.'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Select 101 to 103 of 103 with an amount due' }))
  expect(total.getByText('For 3 accounts.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Select 1 to 100 of 103 with an amount due' })).toBeDefined()
})
