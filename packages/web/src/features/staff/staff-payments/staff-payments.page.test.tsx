import type { StaffAlarm, StaffPaymentStory } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { cents } from '@coopline/rules/kernel/money'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Answers, aProblem } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'

const searchLine = 'POST /v3/staff/payments/search'
const viewLine = 'GET /v3/staff/payments/T1'
const acceptLine = 'POST /v3/staff/payments/T1/accept'
const refundLine = 'POST /v3/staff/payments/T1/refund'
const alarmsLine = 'POST /v3/staff/alarms/search'
const settleLine = 'POST /v3/staff/alarms/settle'

const at = '2026-11-20T15:00:00.000Z'
const listed = {
  transNo: 'T1',
  memberNumber: '10001',
  origin: 'quick-pay',
  state: 'under-review',
  amount: cents(10_000),
  fee: null,
  requestedAt: at,
  confirmationNumber: null,
  accounts: [{ accountNumber: '100100101', amount: cents(10_000) }],
}
const report = {
  at,
  eventId: 'evt_1',
  type: 'payment.succeeded',
  source: 'postback',
  outcome: 'quarantined',
  amount: cents(10_000),
  fee: cents(296),
  moved: null,
  confirmationNumber: null,
  message: null,
}
const aStory = (changes: Partial<StaffPaymentStory> = {}): StaffPaymentStory => ({
  ...listed,
  paymentType: 'cc',
  cardType: 'VI',
  lastFour: '1111',
  paidBy: null,
  expiresAt: at,
  settledAt: null,
  message: null,
  provider: { status: 'succeeded', sum: cents(14_657) },
  canRefund: false,
  refund: null,
  booked: null,
  refunds: [],
  moves: [],
  reports: [report],
  ledger: [],
  events: [],
  notices: [],
  actions: [],
  alarms: [],
  ...changes,
})
const aPaid = {
  state: 'confirmed',
  canRefund: true,
  refund: { left: cents(14_237), isPart: true, again: null },
  booked: { received: cents(14_237), refunded: cents(0), left: cents(14_237) },
} as const
const aPartRefunded: Partial<StaffPaymentStory> = {
  state: 'confirmed',
  canRefund: true,
  refund: { left: cents(12_237), isPart: true, again: null },
  booked: { received: cents(14_237), refunded: cents(2_000), left: cents(12_237) },
  refunds: [{ at, amount: cents(2_000), by: 'dana.billing', state: 'booked' }],
  reports: [{ ...report, type: 'payment.refunded', outcome: 'applied', moved: cents(2_000) }],
  moves: [{ at, from: 'confirmed', to: 'confirmed', source: 'status', isCorrection: false }],
}
const anAlarm = (changes: Partial<StaffAlarm> = {}): StaffAlarm => ({
  id: 7,
  kind: 'double-charge',
  transNo: 'T1',
  raisedAt: at,
  isUnderReview: false,
  facts: [{ name: 'totalAmount', value: '$102.95' }],
  settled: null,
  ...changes,
})

async function open(path: string, role: string, answers: Answers = {}) {
  const dana = { accessToken: 'staff-token', name: 'Dana Reyes', username: `dana.${role}`, role }
  localStorage.setItem('staff_session', JSON.stringify(dana))
  return renderPortal({
    path,
    answers: {
      'GET /v3/staff/session': { ...dana, accessToken: undefined, idleSecondsLeft: 900, secondsLeft: 28_800 },
      'GET /v3/staff/alarms/count': { open: 3 },
      ...answers,
    },
  })
}
const bodyOf = (sent: { readonly init: RequestInit } | undefined): unknown => JSON.parse(sent?.init.body as string)

describe('the menu of the console', () => {
  test.each([
    ['support', ['Members', 'Applications', 'Profile changes']],
    ['billing', ['Members', 'Payments', 'Alarms 3 open', 'Imports and runs']],
    ['content', ['Announcement and texts']],
    [
      'admin',
      [
        'Members',
        'Applications',
        'Profile changes',
        'Payments',
        'Alarms 3 open',
        'Imports and runs',
        'Announcement and texts',
        'Settings',
      ],
    ],
  ])('shows %s what the role may open', async (role, expected) => {
    await open('/staff', role)
    if (expected.includes('Alarms 3 open')) await screen.findByText('3 open')
    const links = within(screen.getByRole('navigation', { name: 'Staff console' })).queryAllByRole('link')
    expect(links.map((link) => link.textContent?.trim())).toEqual(expected)
  })

  test('shows a hundred open alarms as a number with a plus sign', async () => {
    await open('/staff', 'billing', { 'GET /v3/staff/alarms/count': { open: 100 } })
    expect(await screen.findByText('100+ open')).toBeDefined()
  })

  test.each([
    ['support', '/staff/payments'],
    ['support', '/staff/payment?number=T1'],
    ['support', '/staff/alarms'],
    ['content', '/staff'],
  ])('is all that %s sees of %s, and nothing is asked of the server', async (role, path) => {
    const { calls } = await open(path, role)
    expect(screen.getByText('Your role does not have access to this page.')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(calls.map(({ line }) => line).filter((line) => /members|payments|alarms/u.test(line))).toEqual([])
  })
})

describe('payments', () => {
  test('are listed a page at a time, and searched for in the body of the call', async () => {
    const next = { isUnderReview: false, requestedAt: at, transNo: 'T1' }
    const { user, calls } = await open('/staff/payments', 'billing', { [searchLine]: { payments: [listed], next } })
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await user.type(screen.getByLabelText('Transaction, confirmation, account or member number'), ' 100100101 ')
    await user.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByRole('heading', { name: 'Payments for 100100101' })
    const sent = calls.filter(({ line }) => line === searchLine).map(bodyOf)
    expect(sent).toEqual([
      { text: '', after: null },
      { text: '', after: next },
      { text: '100100101', after: null },
    ])
    expect(screen.getByRole('link', { name: 'T1' }).getAttribute('href')).toBe('/staff/payment?number=T1')
  })
})

describe('a payment under review', () => {
  const accept = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Accept' }))
    return within(screen.getByRole('dialog'))
  }

  test('is accepted with a reason and the report that is on the page, and shown as it is then', async () => {
    const { user, calls } = await open('/staff/payment?number=T1', 'billing', {
      [viewLine]: aStory(),
      [acceptLine]: aStory(aPaid),
    })
    const dialog = await accept(user)
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    expect(dialog.getByText('Enter a reason.')).toBeDefined()
    await user.type(dialog.getByLabelText('Reason'), 'Provider rounds')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('The payment is accepted.')).toBeDefined()
    expect(calls.filter(({ line }) => line === acceptLine).map(bodyOf)).toEqual([
      { reason: 'Provider rounds', eventId: 'evt_1' },
    ])
    expect(calls.filter(({ line }) => line === viewLine)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Refund' })).toBeDefined()
  })

  test('offers the choice between reports that differ', async () => {
    const other = { ...report, eventId: 'evt_1#2', fee: cents(300) }
    const { user, calls } = await open('/staff/payment?number=T1', 'billing', {
      [viewLine]: aStory({ reports: [report, other] }),
      [acceptLine]: aStory({ state: 'confirmed' }),
    })
    const dialog = await accept(user)
    await user.selectOptions(dialog.getByLabelText('Report to accept'), 'evt_1#2')
    await user.type(dialog.getByLabelText('Reason'), 'The later one')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText('The payment is accepted.')
    expect(bodyOf(calls.find(({ line }) => line === acceptLine))).toMatchObject({ eventId: 'evt_1#2' })
  })

  test('the dialog says that someone else decided, and the page reloads when it closes', async () => {
    const told = 'This payment is no longer under review.'
    let state: StaffPaymentStory['state'] = 'under-review'
    const { user } = await open('/staff/payment?number=T1', 'billing', {
      [viewLine]: () => aStory({ state }),
      [acceptLine]: aProblem(409, told, [{ code: 'not-under-review', message: told }]),
    })
    const dialog = await accept(user)
    await user.type(dialog.getByLabelText('Reason'), 'Checked')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(told)
    state = 'rejected'
    await user.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? screen.getByRole('dialog'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull())
    expect(screen.getByText('Rejected')).toBeDefined()
  })

  test('shows a decision whose dialog was closed, and leaves the dialog of another decision open', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { user } = await open('/staff/payment?number=T1', 'billing', {
      [viewLine]: aStory(),
      [acceptLine]: answer.promise,
    })
    const dialog = await accept(user)
    await user.type(dialog.getByLabelText('Reason'), 'Checked')
    await user.click(dialog.getByRole('button', { name: 'Accept' }))
    await user.click(dialog.getByText('Cancel'))
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    answer.resolve(aStory({ state: 'confirmed' }))
    await screen.findByText('The payment is accepted.')
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' })).toBeDefined()
  })

  test('a payment under review of a person with access names who paid', async () => {
    await open('/staff/payment?number=T1', 'billing', {
      [viewLine]: aStory({ origin: 'guest', paidBy: 'landlord@example.org' }),
    })
    expect(await screen.findByText('landlord@example.org')).toBeDefined()
    expect(screen.getByText('Person with access')).toBeDefined()
  })

  test('can only be rejected without a report that can be read', async () => {
    await open('/staff/payment?number=T1', 'billing', { [viewLine]: aStory({ reports: [] }) })
    expect(await screen.findByRole('button', { name: 'Reject' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  })
})

test.each([
  ['that the provider has not confirmed', [], /the provider has not confirmed it yet/u],
  ['that waits for a second person', [anAlarm({ kind: 'second-person' })], /Another person must decide the same/u],
])('a refund %s is not called done', async (_, alarms, sentence) => {
  const { user } = await open('/staff/payment?number=T1', 'admin', {
    [viewLine]: aStory(aPaid),
    [refundLine]: aStory({ ...aPaid, alarms }),
  })
  await user.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Paid twice')
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText(sentence)).toBeDefined()
  expect(screen.queryByText('The payment is refunded.')).toBeNull()
})

describe('the refund of a part', () => {
  const begin = async (answers: Answers, path = '/staff/payment?number=T1') => {
    const opened = await open(path, 'billing', answers)
    await opened.user.click(await screen.findByRole('button', { name: 'Refund' }))
    return { ...opened, dialog: within(screen.getByRole('dialog')) }
  }
  const amountOf = (dialog: Awaited<ReturnType<typeof begin>>['dialog']) =>
    dialog.getByLabelText<HTMLInputElement>('Amount to refund')

  test('a refund begins with all that is left, and refuses more with what was typed still there [REQ-D-422]', async () => {
    const { user, calls, dialog } = await begin({
      [viewLine]: aStory(aPartRefunded),
      [refundLine]: aStory(aPartRefunded),
    })
    expect(amountOf(dialog).value).toBe('122.37')
    expect(dialog.getByText('Fee included. $122.37 is left of the payment.')).toBeDefined()
    await user.clear(amountOf(dialog))
    await user.type(amountOf(dialog), '122.38')
    await user.type(dialog.getByLabelText('Reason'), 'Billed twice')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(dialog.getByText(/^This is more than is left of the payment/u)).toBeDefined()
    expect([amountOf(dialog).value, dialog.getByLabelText<HTMLTextAreaElement>('Reason').value]).toEqual([
      '122.38',
      'Billed twice',
    ])
    expect(calls.filter(({ line }) => line === refundLine)).toEqual([])
  })

  test('a refund sends the amount in cents, and the page says what is refunded, what is left and each refund', async () => {
    const { user, calls, dialog } = await begin({ [viewLine]: aStory(aPaid), [refundLine]: aStory(aPartRefunded) })
    await user.clear(amountOf(dialog))
    await user.type(amountOf(dialog), '20')
    await user.type(dialog.getByLabelText('Reason'), 'Billed twice')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('$20.00 is refunded. $122.37 is left of the payment.')).toBeDefined()
    expect(calls.filter(({ line }) => line === refundLine).map(bodyOf)).toEqual([
      { reason: 'Billed twice', amount: 2_000 },
    ])
    expect(screen.getByText('$20.00 of $142.37')).toBeDefined()
    expect(screen.getAllByText('$122.37')).not.toEqual([])
    expect(screen.getByRole('heading', { name: 'Refunds' })).toBeDefined()
    expect(screen.getAllByText('Booked')).not.toEqual([])
    expect(screen.getByRole('columnheader', { name: 'Moved' })).toBeDefined()
    expect(screen.queryByText('Confirmed → Confirmed')).toBeNull()
  })

  test('a refund that has no answer is asked for again with its amount', async () => {
    const refund = { left: cents(12_237), isPart: true, again: cents(2_000) }
    const { dialog } = await begin({ [viewLine]: aStory({ ...aPaid, refund }) })
    expect(amountOf(dialog).value).toBe('20.00')
    expect(dialog.getByText(/^A refund of \$20\.00 has no answer yet\./u)).toBeDefined()
  })

  test('a part is not offered by a provider that refunds whole payments only', async () => {
    const refund = { ...aPaid.refund, isPart: false }
    const { user, calls, dialog } = await begin({
      [viewLine]: aStory({ ...aPaid, refund }),
      [refundLine]: aStory({ state: 'refunded' }),
    })
    expect(dialog.queryByLabelText('Amount to refund')).toBeNull()
    expect(dialog.getByText(/^The provider returns \$142\.37, the whole amount/u)).toBeDefined()
    await user.type(dialog.getByLabelText('Reason'), 'Paid twice')
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    expect(await screen.findByText('The payment is refunded.')).toBeDefined()
    expect(calls.filter(({ line }) => line === refundLine).map(bodyOf)).toEqual([
      { reason: 'Paid twice', amount: 14_237 },
    ])
  })
})

describe('alarms', () => {
  test('say what they mean, and are settled with a reason', async () => {
    const settled = anAlarm({ settled: { at, by: 'dana.billing', reason: 'Refunded' } })
    let isSettled = false
    const { user, calls } = await open('/staff/alarms', 'billing', {
      [alarmsLine]: () => ({ alarms: isSettled ? [] : [anAlarm()], next: null }),
      [settleLine]: () => {
        isSettled = true
        return { alarm: settled }
      },
    })
    const [button] = await screen.findAllByRole('button', { name: 'Settle alarm 7' })
    expect(screen.getAllByText(/The second charge is not booked/u)).not.toEqual([])
    expect(screen.getAllByText('Charged in all: $102.95')).not.toEqual([])
    if (button !== undefined) await user.click(button)
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'Refunded')
    await user.click(dialog.getByRole('button', { name: 'Settle' }))
    expect(await screen.findByText('Alarm 7 is settled.')).toBeDefined()
    expect(bodyOf(calls.find(({ line }) => line === settleLine))).toEqual({ id: 7, reason: 'Refunded' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Settle alarm 7' })).toBeNull())
  })

  test('are settled after their dialog was closed, and the dialog of another alarm stays open', async () => {
    const answer = Promise.withResolvers<unknown>()
    const { user } = await open('/staff/alarms', 'billing', {
      [alarmsLine]: { alarms: [anAlarm(), anAlarm({ id: 8 })], next: null },
      [settleLine]: answer.promise,
    })
    const begin = async (id: number) => {
      await user.click((await screen.findAllByRole('button', { name: `Settle alarm ${id}` }))[0] ?? document.body)
      return within(screen.getByRole('dialog'))
    }
    const dialog = await begin(7)
    await user.type(dialog.getByLabelText('Reason'), 'Refunded')
    await user.click(dialog.getByRole('button', { name: 'Settle' }))
    await user.click(dialog.getByText('Cancel'))
    const title = (await begin(8)).getByRole('heading').textContent
    answer.resolve({ alarm: anAlarm({ settled: { at, by: 'dana.billing', reason: 'Refunded' } }) })
    await screen.findByText('Alarm 7 is settled.')
    expect(screen.getByRole('dialog', { name: title })).toBeDefined()
  })

  test('alarms of a payment under review lead to the decision and are not settled by themselves', async () => {
    const waiting = anAlarm({ kind: 'quarantined', isUnderReview: true })
    await open('/staff/alarms', 'billing', { [alarmsLine]: { alarms: [waiting], next: null } })
    expect(await screen.findAllByText('Accept or reject the payment to settle this alarm.')).not.toEqual([])
    expect(screen.queryByRole('button', { name: 'Settle alarm 7' })).toBeNull()
    expect(screen.getAllByRole('link', { name: 'Payment T1' })[0]?.getAttribute('href')).toBe(
      '/staff/payment?number=T1',
    )
  })
})
