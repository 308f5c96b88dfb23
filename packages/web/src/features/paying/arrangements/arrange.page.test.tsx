import type { ArrangementChoices } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { feeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { billAccount } from '../../../test-support/bill-answers.ts'
import { openOverview } from '../../../test-support/open-overview.tsx'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../../test-support/sign-in-answers.ts'

const choicesLine = `GET /v3/members/M1001/accounts/${billAccount}/arrangement-choices`
const makeLine = `POST /v3/members/M1001/accounts/${billAccount}/arrangements`
const features = ['Arrangements', 'OnlineArrangements']

const twoInstallments: ArrangementChoices['results'][number] = {
  kind: 'installments',
  count: 2,
  payments: [
    { dueOn: calendarDate('2026-11-20'), amount: cents(7_961) },
    { dueOn: calendarDate('2027-01-04'), amount: cents(11_942) },
    { dueOn: calendarDate('2027-02-18'), amount: cents(11_941) },
  ],
}

const choices = (changes: Partial<ArrangementChoices> = {}): ArrangementChoices => ({
  owed: cents(31_844),
  pastDue: cents(15_790),
  today: calendarDate('2026-11-20'),
  obstacle: null,
  results: [
    { kind: 'extension', count: 1, payments: [{ dueOn: calendarDate('2026-12-04'), amount: cents(31_844) }] },
    twoInstallments,
  ],
  againOn: calendarDate('2027-11-20'),
  hasCutoff: 'N',
  ...changes,
})

interface Opening {
  readonly answers?: Answers
  readonly site?: readonly string[]
  readonly language?: 'en' | 'es'
  readonly allowFutureDatedPayments?: boolean
}

const open = async ({
  answers = {},
  site = features,
  language = 'en',
  allowFutureDatedPayments = false,
}: Opening = {}) =>
  renderPortal({
    path: '/billpayments/arrange',
    site: aSite({ features: [...site], configuration: { ...aSite().configuration, allowFutureDatedPayments } }),
    session: storedMember,
    language,
    visits: ['/accountoverview', '/login'],
    answers: {
      [accountsLine]: theirAccounts(),
      [choicesLine]: choices(),
      [makeLine]: { ...twoInstallments, scheduled: 0, convenienceFee: 0 },
      ...answers,
    },
  })

const confirm = async () => screen.findByRole('button', { name: 'Confirm arrangement' })
const items = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('every choice shows its payments, and what an arrangement means, before anything is chosen', async () => {
  await open()
  await confirm()
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ checked }) => checked)).toEqual([false, false])
  expect(screen.getByRole('radio', { name: 'Pay everything by 12/04/2026' })).toBeDefined()
  const installments = screen.getByRole('radio', { name: 'A down payment today and 2 installments' })
  const described = document.getElementById(installments.getAttribute('aria-describedby') ?? '')
  expect([...(described?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    '$79.61 today',
    '$119.42 by 01/04/2027',
    '$119.41 by 02/18/2027',
  ])
  expect(items('What this means')).toEqual([
    'If a payment is late, the arrangement ends and the rest is due right away.',
    'New bills are not included. Pay them by their own due dates.',
    'You cannot make another arrangement for this account before 11/20/2027.',
  ])
})

test('one confirmation makes it, a double click sends one request, and the page shows what to pay when', async () => {
  const { user, calls } = await open()
  const button = await confirm()
  await user.click(screen.getByRole('radio', { name: 'A down payment today and 2 installments' }))
  await user.dblClick(button)
  expect(await screen.findByText('Your arrangement is confirmed.')).toBeDefined()
  const sent = calls.filter(({ line }) => line === makeLine)
  expect(sent.map(({ init }) => JSON.parse(init.body as string) as unknown)).toEqual([
    { ...twoInstallments, owed: 31_844, today: '2026-11-20', methodId: null, convenienceFee: 0 },
  ])
  const facts = within(screen.getByRole('region', { name: 'Your payments' }))
  expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Today',
    '01/04/2027',
    '02/18/2027',
  ])
  expect(screen.getByRole('link', { name: 'Make today’s payment' }).getAttribute('href')).toBe(
    `/billpayments/pay-multiple?accountno=${billAccount}`,
  )
  expect(screen.getByRole('link', { name: 'View your arrangement' }).getAttribute('href')).toBe(
    '/billpayments/view-arrangements',
  )
})

test('the payments after today are scheduled with a stored method in the same step, with their fees', async () => {
  const methods = [
    {
      methodId: 'm1',
      paymentMethod: 'Visa ending in 1111',
      isDefault: true,
      convenienceFee: feeOption('percent', '2.95'),
    },
  ]
  const { user, calls } = await open({
    allowFutureDatedPayments: true,
    answers: {
      'GET /v3/members/M1001/scheduled-payments/options': { today: '2026-11-20', methods },
      [makeLine]: { ...twoInstallments, scheduled: 2, convenienceFee: 704 },
    },
  })
  const button = await confirm()
  await user.click(screen.getByRole('radio', { name: 'A down payment today and 2 installments' }))
  const select = await screen.findByLabelText<HTMLSelectElement>('Payments after today')
  expect(select.value).toBe('')
  await user.selectOptions(select, 'Schedule them with Visa ending in 1111')
  const note = 'A convenience fee of 2.95% is added to each payment. In all, the fees are $7.04.'
  expect(screen.getByText(note)).toBeDefined()
  await user.click(button)
  const said = '2 payments are scheduled with your stored method. In all, the fees are $7.04.'
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.getByRole('link', { name: 'View scheduled payments' }).getAttribute('href')).toBe('/scheduled-payments')
  const [sent] = calls.filter(({ line }) => line === makeLine)
  expect(JSON.parse(sent?.init.body as string)).toMatchObject({ methodId: 'm1', convenienceFee: 704 })
})

test('confirming without a choice asks for one and sends nothing', async () => {
  const { user, calls } = await open()
  await user.click(await confirm())
  expect(screen.getAllByText('Choose how you want to pay.').length).toBeGreaterThan(0)
  expect(calls.filter(({ line }) => line === makeLine)).toEqual([])
})

test('when the figures changed meanwhile, the page says so and shows the new ones', async () => {
  let isChanged = false
  const { user } = await open({
    answers: {
      [choicesLine]: () => (isChanged ? choices({ owed: cents(10_000) }) : choices()),
      [makeLine]: () => {
        isChanged = true
        return aProblem(409, 'What you owe or the dates changed.', [
          { code: 'figures-changed', message: 'What you owe or the dates changed.' },
        ])
      },
    },
  })
  await confirm()
  expect(screen.getByText('$318.44')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Pay everything by 12/04/2026' }))
  await user.click(await confirm())
  expect(await screen.findByText('What you owe or the dates changed.')).toBeDefined()
  expect(await screen.findByText('$100.00')).toBeDefined()
})

test('an account that cannot have one says why, and an announced disconnection is mentioned', async () => {
  const message = 'This account already has a payment arrangement.'
  await open({ answers: { [choicesLine]: choices({ obstacle: { code: 'has-arrangement', message }, results: [] }) } })
  expect(await screen.findByText(message)).toBeDefined()
  expect(screen.getByRole('link', { name: 'View your arrangement' })).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('an announced disconnection asks for a call, and Spanish is complete', async () => {
  await open({ answers: { [choicesLine]: choices({ hasCutoff: 'Y' }) }, language: 'es' })
  expect(await screen.findByRole('button', { name: 'Confirmar el acuerdo' })).toBeDefined()
  expect(items('Qué significa')).toHaveLength(4)
  expect(screen.getByRole('radio', { name: 'Un pago inicial hoy y 2 cuotas' })).toBeDefined()
})

test('where the cooperative offers none online, the page leads to the account overview and asks for nothing', async () => {
  for (const site of [['Arrangements'], ['OnlineArrangements']]) {
    const { address, calls } = await open({ site })
    expect(address()).toBe('/accountoverview')
    expect(calls.some(({ line }) => line === choicesLine)).toBe(false)
  }
})

test('a visitor is led to sign in', async () => {
  const { address } = await renderPortal({ path: '/billpayments/arrange', visits: ['/login'] })
  expect(address()).toBe('/login?returnUrl=%2Fbillpayments%2Farrange')
})

const pastDue = { pastDueAmount: cents(1), derivedStatus: 'Past Due', hasArrangement: 'N' } as const
const link = async (info: object, site: readonly string[] = features) => {
  await openOverview({ info, site: { features: [...site] } })
  await screen.findAllByRole('heading', { level: 2, name: /balance|total due/iu })
  return screen.queryByRole('link', { name: 'I can’t pay all of it' })?.getAttribute('href')
}

test('the overview leads here from a past-due account', async () => {
  expect(await link(pastDue)).toMatch(/^\/billpayments\/arrange\?accountno=\d+$/u)
})

test.each([
  ['without a cent past due', { pastDueAmount: cents(0) }, features],
  ['that is prepaid', { isPrepaidAccount: 'Y' }, features],
  ['that is disconnected', { derivedStatus: 'Disconnected' }, features],
  ['with an arrangement', { hasArrangement: 'Y' }, features],
  ['where the cooperative offers none online', {}, ['Arrangements']],
])('the overview does not lead here from an account %s', async (_which, info, site) => {
  expect(await link({ ...pastDue, ...info }, site)).toBeUndefined()
})
