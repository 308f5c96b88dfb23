import { cents } from '@coopline/rules/kernel/money'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { StoredMethod } from '../../../portal/paying/stored-methods.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { stepUpLine } from '../../../test-support/my-profile-answers.ts'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const at = (rest: string) => `GET /v3/members/M1001/payments/${rest}`
const storedLine = 'POST /v3/members/M1001/payments/stored'

const card: StoredMethod = {
  methodId: 'm1',
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  expiry: '2030-12',
  nickname: '',
  isDefault: true,
  uses: [],
}

const methodsLine = 'GET /v3/members/M1001/payment-methods'

const open = async (methods: readonly StoredMethod[], answers: Answers = {}, site = aSite(), query = '') => {
  const account = {
    ...theirAccount.toFigures(),
    accountType: 'Electric',
    isPrimaryAccount: true,
    arrangementAmount: cents(0),
    amountDue: null,
  }
  const portal = await renderPortal({
    path: `/billpayments/pay-multiple${query}`,
    site,
    session: storedMember,
    visits: ['/payment-success'],
    answers: {
      [at('amounts')]: () => ({ results: [{ ...account, paymentsUnderWay: null }] }),
      [at('settings')]: somePaymentSettings({}),
      [at('tax')]: { taxIncluded: 'N' },
      [methodsLine]: () => ({ results: methods, kinds: ['cc'], month: '2026-11' }),
      'POST /v3/members/M1001/payments': aRequisition(),
      [storedLine]: { transNo: 'T1', outcome: 'confirmed', encodedParam: 'pointer' },
      ...answers,
    },
  })
  if (!(methodsLine in answers)) await screen.findByRole('button', { name: 'Pay' })
  return portal
}
type Calls = Awaited<ReturnType<typeof open>>['calls']
const sent = (calls: Calls) => calls.filter(({ line }) => line === storedLine)
const keyOf = (calls: Calls, index: number) => new Headers(sent(calls)[index]?.init.headers).get('Idempotency-Key')
const pay = () => screen.getByRole('button', { name: 'Pay' })

let submit: MockInstance
beforeEach(() => {
  submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('says that it is loading while the stored methods are on their way', async () => {
  const methods = Promise.withResolvers<object>()
  await open([], { [methodsLine]: methods.promise })
  await waitFor(() => expect(screen.queryAllByText('Loading your accounts…')).not.toEqual([]))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.getByText('Loading your accounts…')).toBeDefined()
  methods.resolve({ results: [card], kinds: ['cc'], month: '2026-11' })
  expect(await screen.findByRole('button', { name: 'Pay' })).toBeDefined()
})

test('charges the default method without the provider’s page and leads to the result', async () => {
  const { user, calls, address } = await open([card])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Visa ending in 1111/u }).checked).toBe(true)
  expect(screen.getByText('We charge this payment method as soon as you select Pay.')).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'What you will be charged' })).getAllByText(/\$/u).length).toBe(3)
  await user.dblClick(pay())
  await expect.poll(() => address()).toContain('/payment-success')
  expect(sent(calls)).toHaveLength(1)
  expect(JSON.parse(sent(calls)[0]?.init.body as string)).toMatchObject({
    methodId: 'm1',
    payment: { paymentType: 'cc' },
  })
  expect(submit).not.toHaveBeenCalled()
})

test('describes the button by the total, and says a new total once the member stops typing', async () => {
  const { user } = await open([card])
  const describedBy = () => document.getElementById(pay().getAttribute('aria-describedby') ?? '')?.textContent
  await user.clear(screen.getByLabelText(/^Payment amount/u))
  await user.type(screen.getByLabelText(/^Payment amount/u), '20.00')
  expect(describedBy()).toMatch(/^Total \$20\.\d\d, including a fee of \$/u)
  const live = () => [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent)
  await waitFor(() => expect(live().filter((said) => said?.startsWith('Total $20.'))).toHaveLength(1), {
    timeout: 3_000,
  })
})

test('keeps the chosen method when a later day is chosen, and when the day is cleared', async () => {
  const methods = [{ methodId: 'm1', paymentMethod: 'Visa ending in 1111', isDefault: false }]
  const { user } = await open(
    [{ ...card, isDefault: false }],
    { 'GET /v3/members/M1001/scheduled-payments/options': { today: '2026-11-22', methods } },
    aSite({ configuration: { allowFutureDatedPayments: true } }),
  )
  const visa = () => screen.getByRole<HTMLInputElement>('radio', { name: /Visa ending in 1111/u })
  const date = await screen.findByLabelText('Payment date')
  await user.click(visa())
  await user.type(date, '2026-12-05')
  expect(screen.getByLabelText<HTMLSelectElement>('Payment method').value).toBe('m1')
  await user.clear(date)
  expect(visa().checked).toBe(true)
})

test('sends the fee that it shows, and shows the new one once the server refuses it', async () => {
  let isRaised = false
  const feesOf = (value: string) => ({ kind: 'flat', value, count: 1 }) as const
  const convenienceFees = (value: string) => ({ cc: feesOf(value), echeck: feesOf('0') })
  const { user, calls } = await open([card], {
    [at('settings')]: () => ({
      ...somePaymentSettings({}),
      convenienceFees: convenienceFees(isRaised ? '3.00' : '2.00'),
    }),
    [storedLine]: () => {
      if (isRaised) return { transNo: 'T1', outcome: 'confirmed', encodedParam: 'pointer' }
      isRaised = true
      return aProblem(409, '', [{ code: 'stale-figures', message: 'Your account amounts have changed.' }])
    },
  })
  expect(await screen.findByText('$2.00')).toBeDefined()
  await user.click(pay())
  expect(await screen.findByText('$3.00')).toBeDefined()
  await user.click(pay())
  await expect.poll(() => sent(calls)).toHaveLength(2)
  const fees = sent(calls).map(
    ({ init }) => (JSON.parse(init.body as string) as { convenienceFee: number }).convenienceFee,
  )
  expect(fees).toEqual([200, 300])
})

test('sends the same key again when the answer was lost', async () => {
  const { user, calls } = await open([card], { [storedLine]: aProblem(503, 'Not now') })
  await user.click(pay())
  await screen.findByRole('alert')
  await user.click(pay())
  await expect.poll(() => sent(calls)).toHaveLength(2)
  expect(keyOf(calls, 1)).toBe(keyOf(calls, 0))
})

test('asks for the password when the server wants a fresh proof, then sends the same payment under the same key', async () => {
  const asked = aProblem(403, '', [{ code: 'step-up-required', message: 'Confirm your identity.' }])
  let isProven = false
  const { user, calls, address } = await open([card], {
    [storedLine]: () => (isProven ? { transNo: 'T1', outcome: 'confirmed', encodedParam: 'pointer' } : asked),
    [stepUpLine]: () => {
      isProven = true
      return { accessToken: 'access-2', expireInMinutes: 15 }
    },
  })
  await user.click(pay())
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  expect(address()).toBe('/billpayments/pay-multiple')
  await user.type(dialog.getByLabelText('Password'), 'Blue-Lantern7{Enter}')
  await expect.poll(() => address()).toContain('/payment-success')
  expect(sent(calls)).toHaveLength(2)
  expect([keyOf(calls, 1), sent(calls)[1]?.init.body]).toEqual([keyOf(calls, 0), sent(calls)[0]?.init.body])
})

test('shows the refusal of a payment that was made a moment ago', async () => {
  const refusal = 'You made this same payment a few minutes ago, so we did not charge you again.'
  const { user } = await open([card], { [storedLine]: aProblem(409, refusal) })
  await user.click(pay())
  expect(await screen.findByText(refusal)).toBeDefined()
})

test('an expired card cannot be chosen and says why; the provider’s page is still open', async () => {
  const { user } = await open([{ ...card, expiry: '2026-10' }])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Visa ending in 1111/u }).disabled).toBe(true)
  expect(screen.getByText('This card has expired. Choose another payment method.')).toBeDefined()
  await user.click(pay())
  await expect.poll(() => submit).toHaveBeenCalledOnce()
})

test('begins the next payment with what is due now, not with the balance before the last one', async () => {
  const account = { ...theirAccount.toFigures(), accountType: 'Electric', isPrimaryAccount: true, amountDue: null }
  let accountBalance = cents(10_000)
  const { user, goBack, address } = await open([card], {
    [at('status')]: Promise.withResolvers().promise,
    [at('amounts')]: () => ({
      results: [{ ...account, accountBalance, arrangementAmount: cents(0), paymentsUnderWay: null }],
    }),
  })
  const amount = { name: 'Payment amount' }
  expect(screen.getByRole<HTMLInputElement>('textbox', amount).value).toBe('100.00')
  await user.click(pay())
  await waitFor(() => expect(address()).toBe('/payment-success'))
  accountBalance = cents(2_500)
  await goBack()
  expect((await screen.findByRole<HTMLInputElement>('textbox', amount)).value).toBe('25.00')
})
