import type { AccountAmounts, PaymentToConfirm } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import { cents } from '@coopline/rules/kernel/money'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const at = (rest: string) => `GET /v3/members/M1001/payments/${rest}`
const payLine = 'POST /v3/members/M1001/payments'

const card: StoredMethod = {
  methodId: 'm1',
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '3155',
  expiry: '2030-12',
  nickname: '',
  isDefault: true,
  uses: [],
}
const anAmount = (accountNumber: string, changes: Partial<AccountAmounts> = {}): AccountAmounts => ({
  ...theirAccount.toFigures(),
  accountNumber,
  accountType: 'Electric',
  isPrimaryAccount: accountNumber === '1',
  arrangementAmount: cents(0),
  amountDue: null,
  lastPayment: null,
  paymentsUnderWay: null,
  ...changes,
})
const ofTwo: PaymentToConfirm = {
  transNo: 'T1',
  accounts: [
    { accountNumber: '2', paymentAmount: cents(5_000) },
    { accountNumber: '3', paymentAmount: cents(700) },
  ],
}

interface Opening {
  readonly query?: string
  readonly language?: 'en' | 'es'
  readonly accounts?: readonly AccountAmounts[]
  readonly toConfirm?: readonly PaymentToConfirm[]
  readonly answers?: Answers
}

const open = async ({ query = '', language = 'en', toConfirm = [ofTwo], answers = {}, ...given }: Opening = {}) => {
  const { accounts = ['1', '2', '3'].map((accountNumber) => anAmount(accountNumber)) } = given
  const portal = await renderPortal({
    path: `/billpayments/pay-multiple${query}`,
    language,
    session: storedMember,
    answers: {
      [at('amounts')]: () => ({ results: accounts, toConfirm }),
      [at('settings')]: somePaymentSettings({}),
      [at('tax')]: { taxIncluded: 'N' },
      'GET /v3/members/M1001/payment-methods': () => ({ results: [card], kinds: ['cc'], month: '2026-11' }),
      [payLine]: aRequisition(),
      ...answers,
    },
  })
  await screen.findByRole('button', { name: language === 'es' ? 'Pagar' : 'Pay' })
  return portal
}
const amounts = () => {
  const fields = screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^(?:Payment amount|Monto)/u })
  return fields.map(({ name, value }) => [name, value])
}
const amountsOfTwo = [
  ['paymentAmount.2', '50.00'],
  ['paymentAmount.3', '7.00'],
]
const shown = /Your bank asks you to confirm\. Pay with the same card/u

let submit: MockInstance
beforeEach(() => {
  submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('fills in the accounts and amounts of the payment in the address, and pays on the provider’s page [REQ-D-414]', async () => {
  const { user, calls, address } = await open({ query: '?confirm=T1' })
  expect(screen.getByText(shown)).toBeDefined()
  expect(address()).not.toContain('confirm')
  expect(amounts()).toEqual(amountsOfTwo)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Visa ending in 3155/u }).checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  const sent = calls.filter(({ line }) => line.startsWith('POST'))
  expect(sent.map(({ line }) => line)).toEqual([payLine])
  expect((JSON.parse(sent[0]?.init.body as string) as PaymentRequest).amount).toBe(5_700)
})

test.each([
  [
    'en',
    'Your bank asks you to confirm your payment of $57.00. Nothing was paid yet.',
    'Confirm the payment of $57.00',
  ],
  ['es', 'Su banco le pide que confirme su pago de $57.00. Todavía no se pagó nada.', 'Confirmar el pago de $57.00'],
] as const)('has a button for it without the notice too (%s) [REQ-D-414]', async (language, sentence, label) => {
  const { user } = await open({ language })
  expect(screen.getByText(sentence)).toBeDefined()
  await user.click(screen.getByRole('button', { name: label }))
  expect(amounts()).toEqual(amountsOfTwo)
  expect(screen.queryByText(sentence)).toBeNull()
  expect(document.activeElement?.getAttribute('data-ui')).toBe('alert')
})

test('keeps what the member typed when the payment is paid elsewhere meanwhile', async () => {
  const stale = aProblem(409, '', [{ code: 'stale-figures', message: 'Your account amounts have changed.' }])
  let toConfirm: readonly PaymentToConfirm[] = [ofTwo]
  const results = ['1', '2', '3'].map((accountNumber) => anAmount(accountNumber))
  const { user } = await open({
    query: '?confirm=T1',
    answers: { [payLine]: stale, [at('amounts')]: () => ({ results, toConfirm }) },
  })
  const [first] = screen.getAllByRole('textbox', { name: /^Payment amount/u })
  await user.clear(first ?? document.body)
  await user.type(first ?? document.body, '31.25')
  toConfirm = []
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  await screen.findByText('We updated the amounts below. Check them, then select Pay.')
  expect(amounts()).toEqual([
    ['paymentAmount.2', '31.25'],
    ['paymentAmount.3', '7.00'],
  ])
})

test('fills in no more than is due by now, and asks about no payment of which nothing is due', async () => {
  const accounts = [
    anAmount('1'),
    anAmount('2', { amountDue: cents(1_200) }),
    anAmount('3', { accountBalance: cents(0) }),
  ]
  await open({ query: '?confirm=T1', accounts })
  expect(amounts()).toEqual([['paymentAmount.2', '12.00']])
})

test.each([
  ['of an account that is settled', { accounts: [anAmount('1'), anAmount('2', { accountBalance: cents(0) })] }, []],
  ['of another member’s accounts', { accounts: [anAmount('1'), anAmount('4')] }, ['paymentAmount.1']],
  ['that was paid since', { toConfirm: [] }, ['paymentAmount.1']],
])('begins as without the notice for a payment %s', async (_, opening, chosen) => {
  await open({ query: '?confirm=T1', ...opening })
  expect(screen.queryByText(/Your bank asks you/u)).toBeNull()
  expect(amounts().map(([name]) => name)).toEqual(chosen)
})
