import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import {
  accountNumber,
  openPayStep,
  openQuickPay,
  openVerifyStep,
  phoneDigits,
  press,
} from '../../../test-support/open-quick-pay.tsx'
import { aMember, renderPortal } from '../../../test-support/render-portal.tsx'

const disabled = 'Service unavailable, please contact administrator.'
const withQuickPay = aSite({ features: ['QuickPay'] })
const steps = () => screen.getAllByRole('list', { name: 'Progress' })[0]?.querySelectorAll('li') ?? []

test('a visitor who is not signed in meets the steps Account, Verify and Pay [QP-01, QP-02]', async () => {
  await openQuickPay()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quick Pay')
  expect([...steps()].map((step) => step.textContent)).toEqual(['1Account', '2Verify', '3Pay'])
  expect([...steps()].map((step) => step.getAttribute('aria-current'))).toEqual(['step', null, null])
})

test('each step is marked while it is done [QP-02]', async () => {
  const { user } = await openVerifyStep()
  expect([...steps()].map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  await press(user, 'Verify')
  await screen.findByRole('heading', { name: 'Pay' })
  expect([...steps()].map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step'])
})

test('the page at /quick-pay is titled Quick Pay [RT-52]', async () => {
  await openQuickPay()
  expect(document.title).toBe('Quick Pay')
})

test('accountno prefills the first 12 digits of the account number [QP-03]', async () => {
  await openQuickPay({}, { path: '/quick-pay?accountno=0012-34567890123' })
  expect(accountNumber().value).toBe('001234567890')
})

test('phone prefills the first 4 digits, not the last [QP-04]', async () => {
  await openQuickPay({}, { path: '/quick-pay?phone=(715)5550142' })
  expect(phoneDigits().value).toBe('7155')
})

test('a link that holds more than the field takes is shown as such, until the number is edited [QP-03]', async () => {
  const { user } = await openQuickPay({}, { path: '/quick-pay?accountno=1234567890123&phone=0142' })
  const said = () => screen.queryAllByText('The link held more than this field takes. Check this number.')
  expect(accountNumber().value).toBe('123456789012')
  expect(said()).toHaveLength(1)
  await user.type(accountNumber(), '{Backspace}')
  expect(said()).toHaveLength(0)
})

test('removes the prefill from the address and nothing else [QP-03, QP-04]', async () => {
  const { address } = await openQuickPay({}, { path: '/quick-pay?accountno=42&from=mail&phone=0142' })
  expect(address()).toBe('/quick-pay?from=mail')
  expect(accountNumber().value).toBe('42')
  expect(phoneDigits().value).toBe('0142')
})

test('a member who is signed in is sent to accountoverview [QP-05]', async () => {
  const { address } = await renderPortal({
    path: '/quick-pay',
    site: withQuickPay,
    session: aMember,
    visits: ['/accountoverview'],
  })
  expect(address()).toBe('/accountoverview')
})

test('the redirect of a member comes before the question whether Quick Pay is offered [QP-05]', async () => {
  const { address } = await renderPortal({
    path: '/quick-pay',
    session: aMember,
    visits: ['/accountoverview'],
  })
  expect(address()).toBe('/accountoverview')
})

test('a visitor stays, also where the account overview exists [QP-05]', async () => {
  const { address } = await renderPortal({ path: '/quick-pay', site: withQuickPay })
  expect(address()).toBe('/quick-pay')
})

test('without the feature the page says so and shows no wizard [QP-06, QP-07, EC-01]', async () => {
  await renderPortal({ path: '/quick-pay' })
  expect(screen.getByText(disabled)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('list', { name: 'Progress' })).toBeNull()
})

test('with the feature on the wizard is there and the sentence is not [QP-06, CF-02]', async () => {
  await openQuickPay()
  expect(accountNumber()).toBeDefined()
  expect(screen.queryByText(disabled)).toBeNull()
})

test('the keyboard goes to the heading of each step as it begins', async () => {
  const { user } = await openVerifyStep()
  expect(document.activeElement?.textContent).toBe('Is this your account?')
  await press(user, 'Verify')
  await expect.poll(() => document.activeElement).toBe(await screen.findByRole('heading', { name: 'Pay' }))
  await press(user, 'Back')
  expect(document.activeElement?.textContent).toBe('Is this your account?')
  await press(user, 'Back')
  expect(document.activeElement?.textContent).toBe('Find your account')
})

test('the wizard can be walked through by keyboard alone', async () => {
  const { user } = await openQuickPay()
  accountNumber().focus()
  await user.keyboard('000100200300')
  await user.tab()
  await user.keyboard('0142{Enter}')
  await screen.findByRole('heading', { name: 'Is this your account?' })
  await user.tab()
  await user.tab()
  expect(document.activeElement?.textContent).toContain('Verify')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Pay' })).toBe(document.activeElement)
})

test('the wizard brings no script, frame or style sheet into the page', async () => {
  await openPayStep()
  expect(document.querySelectorAll('script[src], iframe, link[rel=stylesheet]')).toHaveLength(0)
})

test('in Spanish no English word of the wizard is left', async () => {
  const { user } = await openQuickPay({}, { language: 'es' })
  await user.type(screen.getByRole('textbox', { name: 'Número de cuenta' }), '1')
  await user.type(screen.getByRole('textbox', { name: 'Últimos 4 dígitos de su teléfono' }), '0142')
  await press(user, 'Continuar')
  await screen.findByRole('heading', { name: '¿Es esta su cuenta?' })
  await press(user, 'Verificar')
  await screen.findByRole('heading', { name: 'Pagar' })
  expect(screen.getByRole('main').textContent).not.toMatch(/\b(?:Pay|Account|Amount|Back|Fee|Total amount|Due)\b/)
})
