import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { fullMenu, linksIn } from '../../../test-support/menu-of.ts'
import { aRequisition } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import type { StoredMethod } from '../../../portal/paying/stored-methods.ts'

const listLine = 'GET /v3/members/M1001/payment-methods'
const updateLine = (methodId: string) => `PUT /v3/members/M1001/payment-methods/${methodId}`
const path = '/billpayments/payment-profile'

const aMethod = (changes: Partial<StoredMethod> = {}): StoredMethod => ({
  methodId: 'm1',
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  expiry: '2030-12',
  nickname: '',
  isDefault: true,
  uses: [],
  ...changes,
})
const bank = aMethod({
  methodId: 'm2',
  paymentType: 'echeck',
  cardType: null,
  lastFour: '6789',
  expiry: null,
  isDefault: false,
})

const open = async (methods: readonly StoredMethod[], answers: Answers = {}, address = path) =>
  renderPortal({
    path: address,
    session: storedMember,
    visits: ['/login'],
    answers: { [listLine]: () => ({ results: methods, kinds: ['cc', 'echeck'], month: '2026-11' }), ...answers },
  })
const bodyOf = (calls: Awaited<ReturnType<typeof open>>['calls'], line: string): unknown =>
  JSON.parse(calls.find((one) => one.line === line)?.init.body as string)
const rows = () => within(screen.getByRole('list', { name: 'Saved payment methods' })).getAllByRole('listitem')

afterEach(() => vi.restoreAllMocks())

test('the page is for members: a visitor is led to sign in [RT-28]', async () => {
  const { address } = await renderPortal({ path, visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fpayment-profile')
})

test('lists each method with its expiry, the default one, and what pays with it', async () => {
  const used = aMethod({ uses: [{ kind: 'autopay', accountNumber: '100100101' }] })
  await open([
    used,
    { ...bank, nickname: 'Joint checking' },
    aMethod({ methodId: 'm3', expiry: '2026-10', isDefault: false }),
  ])
  await screen.findByText('Joint checking')
  expect(rows().map((row) => row.firstElementChild?.textContent)).toEqual([
    'Visa ending in 1111Expires 12/2030 · Default · AutoPay for account 100100101',
    'Joint checkingBank account ending in 6789',
    'Visa ending in 1111Expired 10/2026',
  ])
})

test('says why a method in use cannot be removed [MP-20]', async () => {
  const uses = [
    { kind: 'autopay', accountNumber: '100100101' },
    { kind: 'scheduled', accountNumber: '100100102' },
  ]
  await open([aMethod({ uses }), bank])
  const remove = await screen.findByRole('button', { name: 'Remove Visa ending in 1111' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(remove.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'To remove it, first end or change: AutoPay for account 100100101, Scheduled payment for account 100100102.',
  )
})

test('makes another method the default and renames one, each without changing the other fact', async () => {
  let listed: readonly StoredMethod[] = [aMethod(), { ...bank, nickname: 'Joint checking' }]
  const { user, calls } = await open([], {
    [listLine]: () => ({ results: listed, kinds: ['cc', 'echeck'], month: '2026-11' }),
    [updateLine('m2')]: () => {
      listed = [{ ...bank, nickname: 'Joint checking', isDefault: true }, aMethod({ isDefault: false })]
      return { message: 'Your payment method was updated.' }
    },
    [updateLine('m1')]: aProblem(400, '', [
      { code: 'nickname', field: 'nickname', message: 'Do not enter a card number.' },
    ]),
  })
  expect(await screen.findAllByRole('button', { name: /^Make default/u })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Make default: Joint checking' }))
  await screen.findByText('Your payment method was updated.')
  expect(bodyOf(calls, updateLine('m2'))).toEqual({ nickname: 'Joint checking', isDefault: true })
  expect(rows()[0]?.firstElementChild?.textContent).toContain('· Default')

  await user.click(screen.getByRole('button', { name: 'Edit name of Visa ending in 1111' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Name payment method' }))
  await user.type(dialog.getByLabelText(/^Your name for it/u), '4111 1111 1111 1111')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findAllByText('Do not enter a card number.')).length).toBeGreaterThan(0)
  expect(bodyOf(calls, updateLine('m1'))).toEqual({ nickname: '4111 1111 1111 1111', isDefault: false })
})

test('removes a method after a question', async () => {
  const listed = [aMethod(), bank]
  const { user } = await open(listed, {
    'DELETE /v3/members/M1001/payment-methods/m2': () => {
      listed.pop()
      return { message: 'Your payment method was removed.' }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Bank account ending in 6789' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Your payment method was removed.')
  expect(rows()).toHaveLength(1)
})

test.each([
  ['Make default: Bank account ending in 6789', updateLine('m2')],
  ['Add payment method', 'POST /v3/members/M1001/payment-methods'],
])('takes the failure of “%s” away when a method is removed after it', async (pressed, line) => {
  const { user } = await open([aMethod(), bank], {
    [line]: aProblem(409, 'Nothing was changed.'),
    'DELETE /v3/members/M1001/payment-methods/m2': { message: 'Your payment method was removed.' },
  })
  await user.click(await screen.findByRole('button', { name: pressed }))
  await screen.findByText('Nothing was changed.')
  await user.click(screen.getByRole('button', { name: 'Remove Bank account ending in 6789' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Your payment method was removed.')
  expect(screen.queryByText('Nothing was changed.')).toBeNull()
})

test.each([
  ['Edit name of', 'Save', updateLine('m1')],
  ['Remove', 'Remove', 'DELETE /v3/members/M1001/payment-methods/m1'],
])('the late answer to “%s” leaves the dialog that was opened since', async (opener, submit, line) => {
  const answer = Promise.withResolvers<unknown>()
  const { user } = await open([aMethod(), bank], { [line]: answer.promise })
  await user.click(await screen.findByRole('button', { name: `${opener} Visa ending in 1111` }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: submit }))
  await user.click(dialog.getByText(/^(?:Cancel|Keep it)$/u))
  await user.click(screen.getByRole('button', { name: `${opener} Bank account ending in 6789` }))
  answer.resolve({ message: 'Your payment method was changed.' })
  await screen.findByText('Your payment method was changed.')
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: submit })).toBeDefined()
})

test('keeps the question open and shows the refusal of the server [MP-20]', async () => {
  const refusal = 'Update not allowed. Active Payment setup exists.'
  const { user } = await open([aMethod()], {
    'DELETE /v3/members/M1001/payment-methods/m1': aProblem(409, refusal),
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Visa ending in 1111' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await within(screen.getByRole('dialog')).findByText(refusal)).toBeDefined()
})

test('hands the member to the provider to add a method', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  const { user } = await open([], { 'POST /v3/members/M1001/payment-methods': aRequisition() })
  await user.click(await screen.findByRole('button', { name: 'Add payment method' }))
  await screen.findByRole('button', { name: 'Continue to the payment page' })
  expect(submit).toHaveBeenCalledOnce()
})

test('goes to the page of a provider without a form, and to no page that is not secure [REQ-D-411]', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const answers = ['javascript:alert(1)', 'https://pay.example/p'].map((redirectUrl) => ({
    ...aRequisition(''),
    redirectUrl,
  }))
  const { user } = await open([], { 'POST /v3/members/M1001/payment-methods': () => answers.shift() })
  await user.click(await screen.findByRole('button', { name: 'Add payment method' }))
  await screen.findByRole('alert')
  expect(assign).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Add payment method' }))
  const goOn = await screen.findByRole('link', { name: 'Continue to the payment page' })
  expect([goOn.getAttribute('href'), assign.mock.calls]).toEqual(['https://pay.example/p', [['https://pay.example/p']]])
})

test('says that the method was saved once the server knows, and takes the pointer out of the address', async () => {
  const listed: StoredMethod[] = []
  const { address } = await open(
    listed,
    {
      'GET /v3/members/M1001/payment-methods/added': () => {
        listed.push(aMethod())
        return { methodId: 'm1' }
      },
    },
    `${path}?encodedParam=pointer`,
  )
  await screen.findByText('Your payment method was saved.')
  expect(address()).toBe(path)
  expect(await screen.findByText('Visa ending in 1111')).toBeDefined()
})

test('the menu leads to the payment profile [SH-17]', () => {
  expect(linksIn(fullMenu(), 'Billing & Payments', 'Payments')).toContain(
    'Payment Profile → /billpayments/payment-profile',
  )
})
