import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aProblem, type Answers, type SentCall } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const billLine = 'POST /v3/task-links/bill'
const payLine = 'POST /v3/task-links/bill/pay'
const statusLine = 'POST /v3/task-links/bill/status'

const settings = {
  paymentSettings: {
    utilityAllowCreditCard: 'Y',
    utilityAllowEcheck: 'Y',
    allowVisa: 'Y',
    allowMaster: 'Y',
    allowAmex: 'N',
    allowDiscover: 'N',
    allowOverPay: 'N',
    allowUnderPay: 'Y',
    prepaidMinimumPaymentAmount: 0,
    memberHasCutoffAccount: 'N',
    maxChargeAmount: null,
  },
  onlineConvFeeText: '',
  spanishTexts: { cutoffMessage: '', onlineConvFeeText: '' },
  convenienceFees: {
    cc: { kind: 'percent', value: '2.95', count: 1 },
    echeck: { kind: 'flat', value: '0.50', count: 1 },
  },
}
const aBill = {
  accountEnding: '0101',
  expiresAt: '2026-11-23T15:00:00.000Z',
  state: 'due',
  amountDue: 14_237,
  dueDate: '2026-12-10',
  inProgress: 0,
  inProgressUntil: null,
  choices: [
    { kind: 'past-due', amount: 4_000 },
    { kind: 'balance', amount: 14_237 },
  ],
  methods: { card: true, echeck: true, restriction: 'none', forced: null },
  settings,
}
const requisition = {
  paymentRequisitionSettings: {
    actionUrl: 'https://provider.example/pay',
    clientId: 'C',
    transNo: 'T1',
    securityToken: 's',
  },
  configuration: { fields: [{ name: 'clientReference', value: 'T1' }] },
}
const aResult = {
  outcome: 'confirmed',
  accountEnding: '0101',
  postbackMessage: null,
  paymentAmount: 14_657,
  convenienceFee: 420,
  confirmationNumber: 'SB1',
}

const open = async (answers: Answers, query = '?token=abc', language?: 'es') =>
  renderPortal({ path: `/pay-bill${query}`, visits: ['/login'], answers, ...(language && { language }) })

const bodyOf = (sent: SentCall | undefined): unknown => JSON.parse(sent?.init.body as string)

afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

test('shows what is due and posts the chosen amount and method to the provider', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
  const { user, calls } = await open({ [billLine]: aBill, [payLine]: requisition })
  expect(await screen.findByRole('heading', { name: 'Account ending in 0101' })).toBeDefined()
  expect(screen.getByText('12/10/2026')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /\$142\.37/u }))
  await user.click(screen.getByRole('radio', { name: /eCheck/u }))
  expect(screen.getByText('$142.87')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Continue to payment' }))
  await expect.poll(() => submit).toHaveBeenCalledOnce()
  const sent = calls.find(({ line }) => line === payLine)
  expect(bodyOf(sent)).toEqual({ token: 'abc', amount: 14_237, paymentType: 'echeck', convenienceFee: 50 })
})

test('says how much of a payment was refunded [REQ-D-409]', async () => {
  sessionStorage.setItem('portal_pay_link', JSON.stringify({ token: 'abc' }))
  await open({ [statusLine]: { ...aResult, refundedAmount: 2_000 } }, '?encodedParam=p')
  expect(await screen.findByText(/^\$20\.00 of /u)).toBeDefined()
})

test('begins a new payment after one that cannot be continued [REQ-D-410]', async () => {
  const { user, calls } = await open({ [billLine]: aBill, [payLine]: aProblem(409, 'Start the payment again.') })
  for (const times of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Continue to payment' }))
    await expect.poll(() => calls.filter(({ line }) => line === payLine)).toHaveLength(times)
    expect(await screen.findByText('Start the payment again.')).toBeDefined()
  }
  const keys = calls.flatMap(({ line, init }) =>
    line === payLine ? new Headers(init.headers).get('idempotency-key') : [],
  )
  expect(new Set(keys).size).toBe(2)
})

test('loads the bill again when its amounts have changed', async () => {
  const changed = 'The amount due has changed. Check the new amount before you pay.'
  const { user, calls } = await open({ [billLine]: aBill, [payLine]: aProblem(409, changed) })
  await user.click(await screen.findByRole('button', { name: 'Continue to payment' }))
  expect(await screen.findByText(changed)).toBeDefined()
  await expect.poll(() => calls.filter(({ line }) => line === billLine)).toHaveLength(2)
})

test('says one sentence about a link that does not work, and offers no button to pay', async () => {
  const message = 'This link does not work.'
  await open({ [billLine]: aProblem(400, message, [{ code: 'link-not-good', message }]) })
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull()
})

test.each([
  ['nothing-due', 'No hay nada que pagar en esta cuenta.'],
  ['in-progress', 'Hay un pago de $142.37 en proceso para esta cuenta.'],
  ['elsewhere', 'Esta factura no se puede pagar con este enlace.'],
] as const)('says in Spanish why nothing can be paid: %s', async (state, sentence) => {
  await open({ [billLine]: { ...aBill, state, choices: [], inProgress: 14_237 } }, '?token=abc', 'es')
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('shows the receipt after the provider’s page, by the link that this tab keeps', async () => {
  sessionStorage.setItem('portal_pay_link', JSON.stringify({ token: 'abc' }))
  const { calls } = await open({ [statusLine]: aResult }, '?encodedParam=p1')
  expect(await screen.findByText('Your payment was received')).toBeDefined()
  expect(screen.getByText('SB1')).toBeDefined()
  expect(bodyOf(calls.find(({ line }) => line === statusLine))).toEqual({ token: 'abc', encryptedPayload: 'p1' })
})

test('offers to pay again after a declined payment, and not while staff review one', async () => {
  sessionStorage.setItem('portal_pay_link', JSON.stringify({ token: 'abc' }))
  await open({ [statusLine]: { ...aResult, outcome: 'declined' }, [billLine]: aBill }, '?encodedParam=p1')
  expect(await screen.findByText('Your payment did not go through.')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Continue to payment' })).toBeDefined()
})

test('warns against a second payment while staff review one', async () => {
  sessionStorage.setItem('portal_pay_link', JSON.stringify({ token: 'abc' }))
  await open({ [statusLine]: { ...aResult, outcome: 'under-review' } }, '?encodedParam=p1')
  expect(await screen.findByText('We are reviewing your payment. Do not pay again.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Continue to payment' })).toBeNull()
})

test('asks for the link when the tab no longer has it', async () => {
  await open({}, '?encodedParam=p1')
  expect(await screen.findByText('Open the link in our message again to see this bill.')).toBeDefined()
})

test('the link of an outage message shows the outage and no address', async () => {
  const outage = { isActive: true, estimatedTimeOfRestoration: null, incident: null, accountEnding: '0101' }
  await renderPortal({
    path: '/see-outage?token=abc',
    visits: ['/login'],
    answers: { 'POST /v3/task-links/outage': { ...outage, timeZone: 'America/Chicago' } },
  })
  expect(await screen.findByText('We do not know yet when power will be back.')).toBeDefined()
  expect(screen.getByText('Account ending in 0101')).toBeDefined()
})
