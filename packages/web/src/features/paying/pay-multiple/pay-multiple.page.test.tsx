import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { PaymentRequest } from '@coopline/contract/paying/payments/payment-request'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { cents } from '@coopline/rules/kernel/money'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { keepAccount } from '../../../portal/session/stored-account.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { aRequisition, somePaymentSettings } from '../../../test-support/quick-pay-answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const at = (rest: string) => `GET /v3/members/M1001/payments/${rest}`
const payLine = 'POST /v3/members/M1001/payments'

const anAmount = (changes: Partial<AccountAmounts> = {}): AccountAmounts => ({
  ...theirAccount.toFigures(),
  accountType: 'Electric',
  isPrimaryAccount: false,
  arrangementAmount: cents(0),
  amountDue: null,
  lastPayment: null,
  paymentsUnderWay: null,
  ...changes,
})

const three = [
  anAmount({ accountNumber: '1', isPrimaryAccount: true }),
  anAmount({ accountNumber: '2', accountBalance: cents(5_000) }),
  anAmount({ accountNumber: '3', accountBalance: cents(2_500), accountType: 'Water' }),
]

interface Opening {
  readonly accounts?: readonly AccountAmounts[]
  readonly settings?: Parameters<typeof somePaymentSettings>[0]
  readonly path?: string
  readonly answers?: Answers
  readonly taxIncluded?: 'Y' | 'N'
  readonly features?: readonly string[]
  readonly language?: 'en' | 'es'
}

const open = async ({
  accounts = three,
  settings,
  path = '/billpayments/pay-multiple',
  answers = {},
  taxIncluded = 'N',
  features = [],
  language = 'en',
}: Opening = {}) => {
  const portal = await renderPortal({
    path,
    language,
    ...(features.length > 0 && { site: aSite({ features: [...features] }) }),
    session: storedMember,
    visits: ['/login'],
    answers: {
      [at('amounts')]: () => ({ results: accounts }),
      [at('settings')]: somePaymentSettings(settings),
      [at('tax')]: { taxIncluded },
      [payLine]: aRequisition(),
      ...answers,
    },
  })
  await screen.findByRole('button', { name: language === 'es' ? 'Pagar' : 'Pay' })
  return portal
}

const box = (accountNumber: string) =>
  screen.getByRole('checkbox', { name: new RegExp(`account ${accountNumber}$`, 'u') })
const amount = (accountNumber: string) =>
  screen.getByLabelText<HTMLInputElement>(`Payment amount for account ${accountNumber}`)
const pay = () => screen.getByRole('button', { name: 'Pay' })
const total = () => within(screen.getByRole('region', { name: 'What you will be charged' }))
const sent = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ line }) => line === payLine).map(({ init }) => JSON.parse(init.body as string) as PaymentRequest)
const keys = (calls: Awaited<ReturnType<typeof open>>['calls']) =>
  calls.filter(({ line }) => line === payLine).map(({ init }) => new Headers(init.headers).get('Idempotency-Key'))

let submit: MockInstance
beforeEach(() => {
  submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('the page is for members: a visitor is led to sign in [RT-25]', async () => {
  const { address } = await renderPortal({ path: '/billpayments/pay-multiple', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Fpay-multiple')
})

describe('choosing accounts', () => {
  test('lists the account of the address first, chosen with its default amount, and takes it out of the address', async () => {
    const { address } = await open({ path: '/billpayments/pay-multiple?accountno=2' })
    expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('name'))).toEqual(['pay.2', 'pay.1', 'pay.3'])
    expect([amount('2').value, screen.queryByLabelText('Payment amount for account 1')]).toEqual(['50.00', null])
    expect(address()).toBe('/billpayments/pay-multiple')
  })

  test('begins with the primary account when the address names another member’s', async () => {
    await open({ path: '/billpayments/pay-multiple?accountno=999' })
    expect(amount('1').value).toBe('152.34')
  })

  test('chooses no account to begin with when the first one owes nothing, and the only account always [PA-21]', async () => {
    const settled = anAmount({ accountNumber: '1', accountBalance: cents(0) })
    await open({ accounts: [settled, ...three.slice(1)] })
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)).toEqual([])
    cleanup()
    await open({ accounts: [settled] })
    expect(screen.getByDisplayValue('0.00')).toBeDefined()
  })

  test('starts with the account selected on another page when the menu leads here', async () => {
    keepAccount('M1001', '3')
    await open()
    expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('name'))).toEqual(['pay.3', 'pay.1', 'pay.2'])
    expect([amount('3').value, screen.queryByLabelText('Payment amount for account 1')]).toEqual(['25.00', null])
  })

  test('shows the sum of the chosen accounts, one fee and the total before anything is sent [HM-22]', async () => {
    const { user } = await open({ taxIncluded: 'Y' })
    await user.click(box('2'))
    await user.clear(amount('1'))
    await user.type(amount('1'), '100')
    expect(total().getByText('$150.00')).toBeDefined()
    expect(total().getByText('$4.43')).toBeDefined()
    expect(total().getByText('$154.43')).toBeDefined()
    expect(total().getByText('For 2 accounts. Tax is included.')).toBeDefined()
  })

  test('fills in what is due next beside an arrangement, offers the whole balance, and goes back', async () => {
    const arranged = { arrangementAmount: cents(4_000), amountDue: cents(4_550) }
    const { user, calls } = await open({
      accounts: [anAmount({ accountNumber: '1', pastDueAmount: cents(10_000), ...arranged })],
      settings: { paymentSettings: { ...somePaymentSettings().paymentSettings, allowUnderPay: 'Y' } },
    })
    const field = screen.getByLabelText<HTMLInputElement>('Payment amount')
    expect(field.value).toBe('45.50')
    expect(screen.getByText(/^Pay \$45\.50 next\./u)).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Pay the whole balance, \$152\.34/u }))
    expect(field.value).toBe('152.34')
    await user.click(screen.getByRole('button', { name: /^Pay only \$45\.50/u }))
    await user.click(pay())
    expect(sent(calls).map((request) => request.amount)).toEqual([4_550])
  })

  test('a single account is not something to choose', async () => {
    await open({ accounts: three.slice(0, 1) })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Payment amount').value).toBe('152.34')
  })

  test('an account that cannot be paid online says why, and cannot be chosen [PM-03]', async () => {
    await open({ accounts: [...three, anAmount({ accountNumber: '4', isCcEligible: 'N', isEcheckEligible: 'N' })] })
    expect(box('4')).toHaveProperty('disabled', true)
    expect(screen.getByText(/^Both Echeck and Credit card payment methods are restricted/u)).toBeDefined()
  })

  test.each([
    ['a single account', ['4'], 'ECheck & Credit Card Payment Restricted.'],
    ['several accounts', ['4', '5'], 'You cannot pay these accounts online right now.'],
  ])(
    '%s that cannot be paid online: Pay is unavailable and says why, without a total [PM-02, PM-11]',
    async (_of, numbers, reason) => {
      const restricted = numbers.map((accountNumber) =>
        anAmount({ accountNumber, isCcEligible: 'N', isEcheckEligible: 'N' }),
      )
      const { user, calls } = await open({ accounts: restricted })
      expect(screen.getAllByText(/^Both Echeck and Credit card payment methods are restricted/u)).toHaveLength(
        numbers.length,
      )
      expect([pay().getAttribute('aria-disabled'), screen.getByText(reason).id]).toEqual([
        'true',
        pay().getAttribute('aria-describedby'),
      ])
      expect(screen.queryByRole('heading', { name: 'Payment' })).toBeNull()
      await user.click(pay())
      expect(sent(calls)).toEqual([])
    },
  )

  test('accounts without a common method cannot be paid together', async () => {
    const accounts = [
      anAmount({ accountNumber: '1', isEcheckEligible: 'N' }),
      anAmount({ accountNumber: '2', isCcEligible: 'N' }),
    ]
    const { user, calls } = await open({ accounts })
    await user.click(box('2'))
    await user.click(pay())
    expect(screen.getByText(/^Some of these accounts take only cards and others only eChecks/u)).toBeDefined()
    expect(sent(calls)).toEqual([])
  })

  test('shows other payments in progress on their account', async () => {
    const underWay = {
      payments: 1,
      underReview: 0,
      amount: cents(4_000),
      until: '2027-03-18T18:00:00Z',
      timeZone: 'America/Chicago',
    }
    await open({ accounts: [anAmount({ accountNumber: '1', paymentsUnderWay: underWay })] })
    expect(screen.getByText('Another payment of $40.00 is in progress for this account.')).toBeDefined()
  })

  test('60 accounts: ten at first, a search that keeps what is chosen, and all that owe with one press', async () => {
    const accounts = Array.from({ length: 60 }, (_, index) =>
      anAmount({
        accountNumber: String(1_001 + index),
        serviceAddress: `${index} ${index === 59 ? 'Barn' : 'Field'} Rd`,
        accountBalance: cents(index === 30 ? -100 : 1_000),
      }),
    )
    const { user } = await open({ accounts })
    const boxes = () => screen.getAllByRole('checkbox').map((one) => one.getAttribute('name'))
    expect(boxes()).toHaveLength(10)
    await user.type(screen.getByLabelText('Find an account'), 'barn')
    expect(boxes()).toEqual(['pay.1001', 'pay.1060'])
    await user.click(box('1060'))
    await user.clear(screen.getByLabelText('Find an account'))
    expect(boxes()).toHaveLength(11)
    await user.click(screen.getByRole('button', { name: 'Select all with an amount due' }))
    expect(total().getByText('For 59 accounts.')).toBeDefined()
    expect(total().getByText('$590.00')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    await user.click(screen.getByRole('button', { name: 'Show all 60 accounts' }))
    expect(boxes()).toHaveLength(60)
    await user.click(pay())
    expect(screen.getByText('Select at least one account to pay.')).toBeDefined()
  })

  test('finds accounts by their type in the words of the page', async () => {
    const accounts = Array.from({ length: 11 }, (_, index) =>
      anAmount({ accountNumber: String(1_001 + index), accountType: index === 10 ? 'Water' : 'Electric' }),
    )
    const { user } = await open({ accounts, language: 'es' })
    await user.type(screen.getByLabelText('Buscar una cuenta'), 'agua')
    expect(screen.getByRole('checkbox', { name: 'Agua, cuenta 1011' })).toBeDefined()
    expect(screen.getByText('Coincide 1 cuenta.')).toBeDefined()
  })
})

describe('paying', () => {
  test('sends one request with every account, and hands the member to the provider', async () => {
    const { user, calls } = await open()
    await user.click(box('3'))
    await user.click(screen.getByRole('radio', { name: 'eCheck' }))
    await user.dblClick(pay())
    await screen.findByRole('heading', { name: 'Taking you to the secure payment page' })
    expect(sent(calls)).toHaveLength(1)
    expect(sent(calls)[0]).toMatchObject({
      amount: 17_734,
      paymentType: 'echeck',
      reconnectMeter: 'N',
      accountsToPay: [
        { accountNumber: '1', paymentAmount: 15_234 },
        { accountNumber: '3', paymentAmount: 2_500 },
      ],
    })
    expect(submit).toHaveBeenCalledTimes(1)
  })

  test('an amount that breaks a rule is named with its account, and nothing is sent [PA-05, PA-08]', async () => {
    const { user, calls } = await open()
    await user.click(box('2'))
    await user.clear(amount('1'))
    await user.type(amount('1'), '0')
    await user.clear(amount('2'))
    await user.type(amount('2'), '500.01')
    await user.click(pay())
    const links = screen.getAllByRole('link').map((link) => link.textContent)
    expect(links).toContain('Account 1: Payment amount should be greater than 0.')
    expect(links).toContain('Account 2: You may not overpay your account balance.')
    expect(document.activeElement).toBe(amount('1'))
    expect(sent(calls)).toEqual([])
  })

  test("the server's refusal is shown at the amount of its account", async () => {
    const refused = aProblem(400, '', [
      { code: 'payment-under-way', field: 'paymentAmount.2', message: 'Another payment is in progress.' },
    ])
    const { user } = await open({ answers: { [payLine]: refused } })
    await user.click(box('2'))
    await user.click(pay())
    await screen.findAllByText(/Another payment is in progress\./u)
    expect(amount('2').getAttribute('aria-invalid')).toBe('true')
    expect(amount('1').getAttribute('aria-invalid')).toBeNull()
  })

  test('figures that have changed are loaded again, and the next press is a new request', async () => {
    const stale = aProblem(409, '', [{ code: 'stale-figures', message: 'Your account amounts have changed.' }])
    let accounts = three
    const { user, calls } = await open({
      answers: { [payLine]: stale, [at('amounts')]: () => ({ results: accounts }) },
    })
    accounts = three.map((one) => ({ ...one, accountBalance: cents(9_999) }))
    await user.click(pay())
    expect((await screen.findAllByText('$99.99')).length).toBe(3)
    expect(screen.getByText('We updated the amounts below. Check them, then select Pay.')).toBeDefined()
    expect(amount('1').value).toBe('152.34')
    await user.click(pay())
    await expect.poll(() => keys(calls)).toHaveLength(2)
    expect(new Set(keys(calls)).size).toBe(2)
  })

  test('without an answer the next press repeats the same request; another amount is another one [REL-05]', async () => {
    const { user, calls } = await open({ answers: { [payLine]: () => Promise.reject(new TypeError('offline')) } })
    await user.click(pay())
    await screen.findByText(/You have not been charged, and your entries are still here/u)
    await user.click(pay())
    await expect.poll(() => keys(calls)).toHaveLength(2)
    expect(new Set(keys(calls)).size).toBe(1)
    await user.clear(amount('1'))
    await user.type(amount('1'), '1')
    await user.click(pay())
    await expect.poll(() => keys(calls)).toHaveLength(3)
    expect(new Set(keys(calls)).size).toBe(2)
  })

  test('an account with a liability asks for its confirmation', async () => {
    const accounts = [
      anAmount({ accountNumber: '1', showLiabilityConfirmation: 'Y', liabilityConfirmationAmount: cents(3_000) }),
    ]
    const { user, calls } = await open({ accounts })
    await user.click(pay())
    expect(sent(calls)).toEqual([])
    await user.click(screen.getByRole('checkbox', { name: /I confirm that I am responsible for \$30\.00/u }))
    await user.click(pay())
    await expect.poll(() => sent(calls)).toHaveLength(1)
  })
})

test('Quick Pay on the home page pays the selected account in a dialog [HM-16]', async () => {
  keepAccount('M1001', '2')
  const { user, calls } = await renderPortal({
    path: '/home',
    site: aSite({ features: ['QuickPay'] }),
    session: storedMember,
    answers: {
      [at('amounts')]: { results: three },
      [at('settings')]: somePaymentSettings(),
      [at('tax')]: { taxIncluded: 'N' },
      [payLine]: aRequisition(),
    },
  })
  await user.click(screen.getAllByRole('button', { name: 'Quick Pay' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Quick Pay' }))
  expect(await dialog.findByText('Electric account 2')).toBeDefined()
  expect(dialog.getByRole('link', { name: 'Pay other accounts' }).getAttribute('href')).toBe(
    '/billpayments/pay-multiple',
  )
  await user.click(dialog.getByRole('button', { name: 'Pay' }))
  await expect.poll(() => sent(calls)).toMatchObject([{ accountsToPay: [{ accountNumber: '2' }] }])
})

test('a past-due account leads to an arrangement, where the cooperative offers one online', async () => {
  const accounts = [
    anAmount({ accountNumber: '1', pastDueAmount: cents(1), derivedStatus: 'Past Due' }),
    anAmount({ accountNumber: '2', pastDueAmount: cents(0), derivedStatus: 'Current' }),
    anAmount({ accountNumber: '3', pastDueAmount: cents(1), derivedStatus: 'Past Due', arrangementAmount: cents(1) }),
  ]
  await open({ accounts, features: ['Arrangements', 'OnlineArrangements'] })
  const links = screen.getAllByRole('link', { name: 'I can’t pay all of it' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/billpayments/arrange?accountno=1'])
})

describe('a later day', () => {
  const optionsLine = 'GET /v3/members/M1001/scheduled-payments/options'
  const createLine = 'POST /v3/members/M1001/scheduled-payments'
  const methods = [
    {
      methodId: 'm1',
      paymentMethod: 'Visa ending in 1111',
      isDefault: true,
      convenienceFee: feeOption('percent', '2.95'),
    },
  ]
  const scheduling = { options: { today: '2026-11-22', methods }, answers: {} as Answers }

  const openLater = async ({ options, answers } = scheduling, awaited?: 'Try again' | 'Pay') => {
    const site = aSite()
    const portal = await renderPortal({
      path: '/billpayments/pay-multiple',
      site: aSite({ configuration: { ...site.configuration, allowFutureDatedPayments: true } }),
      session: storedMember,
      visits: ['/schedule-payments-success', '/schedule-payments-error', '/schedule-payments-cancel'],
      answers: {
        [at('amounts')]: () => ({ results: three.slice(0, 1) }),
        [at('settings')]: somePaymentSettings(),
        [at('tax')]: { taxIncluded: 'N' },
        'GET /v3/members/M1001/payment-methods': { results: [], kinds: [], month: '2026-11' },
        [optionsLine]: options,
        [createLine]: { transNo: 'T9', paymentDate: '2026-12-05', message: 'Your payment has been scheduled.' },
        ...answers,
      },
    })
    const date =
      awaited === undefined
        ? await screen.findByLabelText('Payment date')
        : await screen.findByRole('button', { name: awaited })
    return { ...portal, date }
  }
  const schedule = () => screen.getByRole('button', { name: 'Schedule payment' })
  const bodies = (calls: Awaited<ReturnType<typeof openLater>>['calls']) =>
    calls.filter(({ line }) => line === createLine).map(({ init }) => JSON.parse(init.body as string) as object)

  test('schedules the payment with a stored method and shows the message and the day [SP-11, SP-12, ST-30]', async () => {
    const { user, date, calls, address } = await openLater()
    await user.type(date, '2026-12-05')
    await user.selectOptions(screen.getByLabelText('Payment method'), 'Visa ending in 1111')
    await user.click(schedule())
    expect(await screen.findByText('Payment date: 05-Dec-2026')).toBeDefined()
    expect(address()).toBe('/schedule-payments-success?transno=T9')
    expect(bodies(calls)).toEqual([
      {
        paymentDate: '2026-12-05',
        methodId: 'm1',
        accountDetails: [{ accountNumber: '1', amount: 15_234 }],
        convenienceFee: 449,
      },
    ])
  })

  test('wants a method and a day from tomorrow on before anything is sent', async () => {
    const { user, date, calls } = await openLater()
    await user.type(date, '2026-11-22')
    await user.click(schedule())
    expect(screen.getAllByText('Choose 11/23/2026 or a later date.').length).toBeGreaterThan(0)
    expect(screen.getAllByText('Choose a payment method.').length).toBeGreaterThan(0)
    expect(bodies(calls)).toEqual([])
  })

  test('shows a refusal of the server at its field', async () => {
    const errors = [{ code: 'above', message: 'Too much for this account.', field: 'paymentAmount.1' }]
    const { user, date } = await openLater({ ...scheduling, answers: { [createLine]: aProblem(400, '', errors) } })
    await user.type(date, '2026-12-05')
    await user.selectOptions(screen.getByLabelText('Payment method'), 'Visa ending in 1111')
    await user.click(schedule())
    expect((await screen.findAllByText('Too much for this account.')).length).toBeGreaterThan(0)
  })

  test.each([
    ['the server’s message', aProblem(429, 'Too many attempts. Please wait.'), 'Too many attempts. Please wait.'],
    [
      'no answer',
      () => Promise.reject(new TypeError('No network')),
      'Check your scheduled payments before you try again, or call us.',
    ],
  ])('leads to the error page after %s [SP-16]', async (_of, answer, message) => {
    const answers = { [createLine]: answer }
    const { user, date, address } = await openLater({ ...scheduling, answers })
    await user.type(date, '2026-12-05')
    await user.selectOptions(screen.getByLabelText('Payment method'), 'Visa ending in 1111')
    await user.click(schedule())
    expect(await screen.findByText('Your payment could not be scheduled.')).toBeDefined()
    expect(screen.getByText(message)).toBeDefined()
    expect(address()).toBe('/schedule-payments-error')
  })

  test('leads to the cancel page when the member cancels [SP-13]', async () => {
    const { user, date } = await openLater()
    await user.type(date, '2026-12-05')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Your schedule payment has been canceled.')).toBeDefined()
  })

  test('says that a stored method is needed when there is none', async () => {
    const answers = { 'GET /v3/members/M1001/payment-methods': { results: [], kinds: ['cc'], month: '2026-11' } }
    const { user, date } = await openLater({ options: { today: '2026-11-22', methods: [] }, answers })
    await user.type(date, '2026-12-05')
    expect(screen.getByText('Store a payment method before you schedule a payment.')).toBeDefined()
  })

  test('is not offered where no method is stored and none can be [REQ-D-405]', async () => {
    await openLater({ ...scheduling, options: { today: '2026-11-22', methods: [] } }, 'Pay')
    expect(screen.queryByLabelText('Payment date')).toBeNull()
  })

  test('says that later days could not be loaded, with a way to try again', async () => {
    let isDown = true
    const options = () => (isDown ? aProblem(500) : scheduling.options)
    const { user } = await openLater({ ...scheduling, answers: { [optionsLine]: options } }, 'Try again')
    expect(screen.getByText('You can pay now. To choose a later day, try again.')).toBeDefined()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByLabelText('Payment date')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not offered where the cooperative takes no later payments [ST-30]', async () => {
    const { calls } = await open()
    expect(screen.queryByLabelText('Payment date')).toBeNull()
    expect(calls.some(({ line }) => line === optionsLine)).toBe(false)
  })
})
