import type { PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const payLine = 'POST /v3/members/M1001/payments'

const anAmount = (accountNumber: string) => ({
  ...theirAccount.toFigures(),
  accountNumber,
  accountType: 'Electric',
  isPrimaryAccount: accountNumber === '1',
  arrangementAmount: cents(0),
  amountDue: null,
  lastPayment: null,
  paymentsUnderWay: null,
})

/** Pays both accounts from a list that begins with one of them. @returns the key and the body of the request. */
async function payBoth(first: string, second: string): Promise<readonly [string | null, PaymentRequest]> {
  const { user, calls } = await renderPortal({
    path: `/billpayments/pay-multiple?accountno=${first}`,
    session: storedMember,
    visits: ['/login'],
    answers: {
      'GET /v3/members/M1001/payments/amounts': () => ({ results: ['1', '2'].map(anAmount) }),
      'GET /v3/members/M1001/payments/settings': somePaymentSettings(),
      'GET /v3/members/M1001/payments/tax': { taxIncluded: 'N' },
      [payLine]: aRequisition(),
    },
  })
  const button = await screen.findByRole('button', { name: 'Pay' })
  await user.click(screen.getByRole('checkbox', { name: new RegExp(`account ${second}$`, 'u') }))
  await user.click(button)
  const find = () => calls.find(({ line }) => line === payLine)
  await expect.poll(find).toBeDefined()
  const init = find()?.init
  cleanup()
  return [new Headers(init?.headers).get('Idempotency-Key'), JSON.parse(init?.body as string) as PaymentRequest]
}

beforeEach(() => {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('the same payment from a list in another order is the same request, with its accounts in the former order [REL-05]', async () => {
  const [key, body] = await payBoth('2', '1')
  expect(body.accountsToPay.map(({ accountNumber }) => accountNumber)).toEqual(['2', '1'])
  expect(await payBoth('1', '2')).toEqual([key, body])
})
