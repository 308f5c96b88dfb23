import type { AutopayAccount } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'

const path = '/billpayments/auto-pay'
const saveLine = 'PUT /v3/members/M1001/accounts/1/autopay'

const anAccount = (changes: Partial<AutopayAccount> = {}): AutopayAccount => ({
  accountNumber: '1',
  accountType: 'Electric',
  serviceAddress: '412 Cedar Street, Eau Claire, WI 54701',
  amountDue: cents(14_237),
  dueDate: calendarDate('2026-12-10'),
  obstacle: null,
  enrollment: null,
  next: null,
  ...changes,
})
const enrollment = { state: 'active', methodId: 'm1', daysBefore: 3, maxAmount: cents(25_000) } as const
const card = {
  methodId: 'm1',
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  expiry: '2030-12',
  nickname: '',
  isDefault: true,
  uses: [],
} as const

interface Opening {
  readonly accounts?: readonly AutopayAccount[]
  readonly methods?: readonly object[]
  readonly answers?: Answers
  readonly features?: readonly string[]
  readonly address?: string
  readonly language?: 'en' | 'es'
}

const open = async ({ accounts = [anAccount()], methods = [card], answers = {}, ...given }: Opening = {}) =>
  renderPortal({
    path: given.address ?? path,
    language: given.language ?? 'en',
    site: aSite({ features: [...(given.features ?? ['Autopay'])] }),
    session: storedMember,
    visits: ['/login'],
    answers: {
      'GET /v3/members/M1001/autopay': () => ({ results: accounts }),
      'GET /v3/members/M1001/payment-methods': () => ({ results: methods, kinds: ['cc'], month: '2026-11' }),
      ...answers,
    },
  })
const bodyOf = (calls: Awaited<ReturnType<typeof open>>['calls'], line: string): unknown =>
  JSON.parse(calls.find((one) => one.line === line)?.init.body as string)

test('the page is for members: a visitor is led to sign in [RT-27]', async () => {
  const { address } = await renderPortal({ path, visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fauto-pay')
})

test('enrolls an account with the default method, some days before the due date and a limit [RT-27]', async () => {
  const { user, calls } = await open({ answers: { [saveLine]: { message: 'AutoPay is set up.' } } })
  await user.click(await screen.findByRole('button', { name: 'Set up AutoPay for Electric account 1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Pay'), '3 days before the due date')
  await user.type(dialog.getByLabelText(/^Limit/u), '0')
  await user.click(dialog.getByRole('button', { name: 'Turn on AutoPay' }))
  expect(dialog.getByText('Enter a limit above $0.00, or leave it empty.')).toBeDefined()
  await user.clear(dialog.getByLabelText(/^Limit/u))
  await user.type(dialog.getByLabelText(/^Limit/u), '250')
  await user.click(dialog.getByRole('button', { name: 'Turn on AutoPay' }))
  await screen.findByText('AutoPay is set up.')
  expect(bodyOf(calls, saveLine)).toEqual({ methodId: 'm1', daysBefore: 3, maxAmount: 25_000, isPaused: false })
})

test('sends a limit that was typed with a comma as dollars and cents [QP-17]', async () => {
  const { user, calls } = await open({ answers: { [saveLine]: { message: 'AutoPay is set up.' } } })
  await user.click(await screen.findByRole('button', { name: 'Set up AutoPay for Electric account 1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Limit/u), '142,37')
  await user.click(dialog.getByRole('button', { name: 'Turn on AutoPay' }))
  await screen.findByText('AutoPay is set up.')
  expect(bodyOf(calls, saveLine)).toMatchObject({ maxAmount: 14_237 })
})

test('shows method, day, limit and the next payment, and pauses', async () => {
  const next = { chargeOn: calendarDate('2026-12-07'), amount: cents(14_237), state: 'waiting' } as const
  const { user, calls } = await open({
    accounts: [anAccount({ enrollment, next })],
    answers: { [saveLine]: { message: 'AutoPay is paused.' } },
  })
  await screen.findByText('AutoPay is on')
  for (const shown of ['Visa ending in 1111', '3 days before the due date', 'Up to $250.00', '$142.37 on 12/07/2026'])
    expect(screen.getByText(shown)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Pause AutoPay for Electric account 1' }))
  await screen.findByText('AutoPay is paused.')
  expect(bodyOf(calls, saveLine)).toMatchObject({ methodId: 'm1', daysBefore: 3, isPaused: true })
})

test('changes method, day and limit in a form that starts with the current ones', async () => {
  const paused = anAccount({ enrollment: { ...enrollment, state: 'paused' } })
  const bank = { ...card, methodId: 'm2', paymentType: 'echeck', cardType: null, lastFour: '6789', isDefault: false }
  const { user, calls } = await open({
    accounts: [paused],
    methods: [card, bank],
    answers: { [saveLine]: { message: 'AutoPay is updated.' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Change AutoPay for Electric account 1' }))
  const dialog = within(screen.getByRole('dialog'))
  const values = ['Payment method', 'Pay', /^Limit/u].map(
    (label) => dialog.getByLabelText<HTMLInputElement>(label).value,
  )
  expect(values).toEqual(['m1', '3', '250.00'])
  await user.selectOptions(dialog.getByLabelText('Payment method'), 'Bank account ending in 6789')
  await user.selectOptions(dialog.getByLabelText('Pay'), '0')
  await user.clear(dialog.getByLabelText(/^Limit/u))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('AutoPay is updated.')
  expect(bodyOf(calls, saveLine)).toEqual({ methodId: 'm2', daysBefore: 0, maxAmount: null, isPaused: false })
})

test('resumes a paused AutoPay with its method, day and limit', async () => {
  const { user, calls } = await open({
    accounts: [anAccount({ enrollment: { ...enrollment, state: 'paused' } })],
    answers: { [saveLine]: { message: 'AutoPay is set up.' } },
  })
  expect(await screen.findByText('Paused')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Resume AutoPay for Electric account 1' }))
  await screen.findByText('AutoPay is set up.')
  expect(bodyOf(calls, saveLine)).toEqual({ methodId: 'm1', daysBefore: 3, maxAmount: 25_000, isPaused: false })
})

test('says why an account cannot be enrolled, and asks for no payment method that it could not use', async () => {
  await open({ accounts: [anAccount({ obstacle: 'draft' })], methods: [] })
  await screen.findByText('This account has a draft. Remove the draft before you set up AutoPay.')
  expect(screen.queryByRole('button', { name: /^Set up/u })).toBeNull()
  expect(screen.queryByText('To set up AutoPay, first save a payment method.')).toBeNull()
})

test('leads to the payment profile without a method', async () => {
  await open({ accounts: [anAccount({ obstacle: 'draft' }), anAccount({ accountNumber: '2' })], methods: [] })
  await screen.findByText('To set up AutoPay, first save a payment method.')
  expect(screen.queryByRole('button', { name: /^Set up/u })).toBeNull()
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Payment Profile' })
  expect(link.getAttribute('href')).toBe('/billpayments/payment-profile')
})

test.each([
  ['en', 'You cannot save payment methods online at this time.'],
  ['es', 'Por ahora no puede guardar formas de pago en línea.'],
] as const)('asks for no method where none can be stored, in %s [REQ-D-405]', async (language, said) => {
  const answers = { 'GET /v3/members/M1001/payment-methods': { results: [], kinds: [], month: '2026-11' } }
  await open({ language, answers })
  expect(await screen.findByText(said)).toBeDefined()
  expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull()
  expect(screen.queryByText(/first save a payment method|primero guarde/u)).toBeNull()
})

test('cancels after a question and says what the server refuses', async () => {
  const { user } = await open({
    accounts: [anAccount({ enrollment })],
    language: 'es',
    answers: { 'DELETE /v3/members/M1001/accounts/1/autopay': aProblem(409, 'Esta cuenta no tiene pago automático.') },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancelar el pago automático de Electricidad, cuenta 1' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancelar el pago automático' }))
  expect(await dialog.findByText('Esta cuenta no tiene pago automático.')).toBeDefined()
})

test('says what was saved after its form was closed, and leaves another dialog open', async () => {
  const answer = Promise.withResolvers<unknown>()
  const { user } = await open({ accounts: [anAccount({ enrollment })], answers: { [saveLine]: answer.promise } })
  await user.click(await screen.findByRole('button', { name: 'Change AutoPay for Electric account 1' }))
  const form = within(screen.getByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.click(form.getByText('Close'))
  await user.click(screen.getByRole('button', { name: 'Cancel AutoPay for Electric account 1' }))
  answer.resolve({ message: 'AutoPay is updated.' })
  await screen.findByText('AutoPay is updated.')
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel AutoPay' })).toBeDefined()
})

test('takes the failure of a pause away when AutoPay is canceled after it', async () => {
  const { user } = await open({
    accounts: [anAccount({ enrollment })],
    answers: {
      [saveLine]: aProblem(409, 'AutoPay was not paused.'),
      'DELETE /v3/members/M1001/accounts/1/autopay': { message: 'AutoPay is canceled.' },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Pause AutoPay for Electric account 1' }))
  await screen.findByText('AutoPay was not paused.')
  await user.click(screen.getByRole('button', { name: 'Cancel AutoPay for Electric account 1' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel AutoPay' }))
  await screen.findByText('AutoPay is canceled.')
  expect(screen.queryByText('AutoPay was not paused.')).toBeNull()
})

test('the link of a notice stops one payment after a press, and opening it stops nothing', async () => {
  const shown = { accountEnding: '0101', amount: 14_237, chargeOn: '2026-12-10', isStopped: false }
  const { user, calls } = await renderPortal({
    path: '/stop-autopay?token=abc',
    visits: ['/login'],
    answers: {
      'POST /v3/autopay/stop/check': shown,
      'POST /v3/autopay/stop': { ...shown, isStopped: true },
    },
  })
  await screen.findByText('AutoPay will pay $142.37 on 12/10/2026 for your account ending in 0101.')
  expect(calls.some(({ line }) => line === 'POST /v3/autopay/stop')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Stop this payment' }))
  await screen.findByText('This payment is stopped. AutoPay continues with your next bill.')
})
