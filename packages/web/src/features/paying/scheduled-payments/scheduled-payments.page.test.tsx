import type { ScheduledPayment } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepSchedule } from '../../../portal/paying/stored-schedule.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { aProblem, type Answers } from '../../../test-support/answers.ts'
import { renderPortal } from '../../../test-support/render-portal.tsx'
import { storedMember } from '../../../test-support/sign-in-answers.ts'

const listLine = 'GET /v3/members/M1001/scheduled-payments'
const removeLine = 'DELETE /v3/members/M1001/scheduled-payments/T1'

const aPayment = (changes: Partial<ScheduledPayment> = {}): ScheduledPayment => ({
  createdDate: calendarDate('2024-12-30'),
  paymentType: 'cc',
  amount: cents(5_700),
  convenienceFee: cents(0),
  paymentMethod: 'Visa ending in 1111',
  paymentDate: calendarDate('2025-01-05'),
  transNo: 'T1',
  accountDetails: [
    { accountNumber: '100100101', accountType: 'Electric', amount: cents(5_000) },
    { accountNumber: '100100102', accountType: 'Water', amount: cents(700) },
  ],
  ...changes,
})

const siteWith = (allowFutureDatedPayments: boolean) =>
  aSite({ configuration: { ...aSite().configuration, allowFutureDatedPayments } })

interface Opening {
  readonly path?: string
  readonly isOffered?: boolean
  readonly language?: 'en' | 'es'
  readonly state?: unknown
}

const open = async (
  answers: Answers,
  { path = '/scheduled-payments', isOffered = true, language = 'en', state }: Opening = {},
) =>
  renderPortal({
    path,
    language,
    state,
    site: siteWith(isOffered),
    session: storedMember,
    visits: ['/accountoverview', '/login', '/billpayments/pay-multiple'],
    answers: { 'GET /v3/site/contents/scheduledPaymentsText': { content: [] }, ...answers },
  })
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

beforeEach(() => sessionStorage.clear())

describe('the list of scheduled payments', () => {
  it('is a table with day, time, amount and method of each payment [SP-01, SP-02, SP-04]', async () => {
    await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } })
    expect(cells(await screen.findByRole('table', { name: 'Scheduled Payments' }))).toEqual([
      ['Created', 'Type', 'Amount', 'Method', 'Payment Date', 'Accounts', 'Delete'],
      [
        '30-Dec-2024',
        'Credit or debit card',
        '$57.00',
        'Visa ending in 1111',
        '05-Jan-2025 12:01 AM',
        '2 accounts',
        'Delete',
      ],
    ])
    expect(document.title).toContain('Scheduled Payments')
  })

  it.each([
    ['en', 'Convenience fee'],
    ['es', 'Cargo por conveniencia'],
  ] as const)('has a column with the fee of each payment where one has a fee, in %s', async (language, header) => {
    const payments = [aPayment({ convenienceFee: cents(168) }), aPayment({ transNo: 'T2' })]
    await open({ [listLine]: { scheduledPaymentsList: payments } }, { language })
    const rows = cells(await screen.findByRole('table'))
    expect(rows.map((row) => row[3])).toEqual([header, '$1.68', '$0.00'])
  })

  it('shows the day as dd-MMM-yyyy at 12:01 AM [SP-08, SP-09]', async () => {
    await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } })
    expect(await screen.findByRole('rowheader', { name: '05-Jan-2025 12:01 AM' })).toBeDefined()
  })

  it('is empty with the documented sentence [SP-07]', async () => {
    await open({ [listLine]: { scheduledPaymentsList: [] } })
    expect(await screen.findByText('No Payments scheduled at this time.')).toBeDefined()
  })

  it('shows the accounts to be paid in a dialog [SP-03, DE-36]', async () => {
    const { user } = await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } })
    await user.click(await screen.findByRole('button', { name: '2 accounts' }))
    const dialog = screen.getByRole('dialog', { name: 'Accounts to be paid' })
    expect(cells(dialog)).toEqual([
      ['Account', 'Type', 'Amount'],
      ['100100101', 'Electric', '$50.00'],
      ['100100102', 'Water', '$7.00'],
    ])
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows the cooperative’s own text [CG-41]', async () => {
    const content = ['We charge cards at noon.']
    await open({
      [listLine]: { scheduledPaymentsList: [] },
      'GET /v3/site/contents/scheduledPaymentsText': { content },
    })
    expect(await screen.findByText('We charge cards at noon.')).toBeDefined()
  })

  it('appears with that text, or without one that cannot be loaded, so no button moves under a finger', async () => {
    const text = Promise.withResolvers<unknown>()
    const { calls } = await open({
      [listLine]: { scheduledPaymentsList: [aPayment()] },
      'GET /v3/site/contents/scheduledPaymentsText': async () => text.promise,
    })
    await expect.poll(() => calls.some(({ line }) => line === listLine)).toBe(true)
    expect([screen.queryByText('Loading your scheduled payments'), screen.queryByRole('table')]).toEqual([null, null])
    text.resolve(aProblem(500, 'No.'))
    expect(await screen.findByRole('table', { name: 'Scheduled Payments' })).toBeDefined()
  })

  it('is guarded, and titled Scheduled Payments [RT-45, RT-60]', async () => {
    const visitor = await renderPortal({ path: '/scheduled-payments', site: siteWith(true), visits: ['/login'] })
    expect(visitor.address()).toBe('/login?returnUrl=%2Fscheduled-payments')
    expect(visitor.calls.some(({ line }) => line === listLine)).toBe(false)
    cleanup()
    const member = await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } })
    expect(await screen.findByRole('table', { name: 'Scheduled Payments' })).toBeDefined()
    expect([member.address(), document.title]).toEqual(['/scheduled-payments', 'Scheduled Payments'])
  })

  it('leads to the account overview where payments cannot be scheduled [ST-30]', async () => {
    const { address, calls } = await open({}, { isOffered: false })
    expect(address()).toBe('/accountoverview')
    expect(calls.some(({ line }) => line === listLine)).toBe(false)
  })
})

describe('deleting a scheduled payment', () => {
  it('asks Yes or No first; No deletes nothing [SP-05]', async () => {
    const { user, calls } = await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } })
    await user.click(await screen.findByRole('button', { name: 'Delete the payment of $57.00 on 05-Jan-2025' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Are you sure you want to delete this scheduled payment?')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Yes' })).toBeDefined()
    await user.click(dialog.getAllByRole('button', { name: 'No' })[0] as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.some(({ line }) => line === removeLine)).toBe(false)
  })

  it('reloads the list and says that the payment was deleted [SP-06, SP-17]', async () => {
    let left = [aPayment()]
    const { user } = await open({
      [listLine]: () => ({ scheduledPaymentsList: left }),
      [removeLine]: () => {
        left = []
        return { message: 'The scheduled payment was deleted.' }
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Delete the payment/u }))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('The scheduled payment was deleted.')).toBeDefined()
    expect(screen.getByText('No Payments scheduled at this time.')).toBeDefined()
  })

  it('puts the keyboard to the message about each payment that is deleted', async () => {
    let left = [aPayment(), aPayment({ transNo: 'T2', amount: cents(900) })]
    const remove = () => {
      left = left.slice(1)
      return { message: 'The scheduled payment was deleted.' }
    }
    const { user } = await open({
      [listLine]: () => ({ scheduledPaymentsList: left }),
      [removeLine]: remove,
      [removeLine.replace('T1', 'T2')]: remove,
    })
    for (const amount of ['$57.00', '$9.00']) {
      await user.click(
        await screen.findByRole('button', { name: new RegExp(`^Delete the payment of \\${amount}`, 'u') }),
      )
      await user.click(screen.getByRole('button', { name: 'Yes' }))
      await waitFor(() => expect(document.activeElement?.textContent).toBe('The scheduled payment was deleted.'))
    }
    expect(left).toEqual([])
  })

  const closeWhileDeleting = async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await open({
      [listLine]: { scheduledPaymentsList: [aPayment()] },
      [removeLine]: answer.promise,
    })
    await user.click(await screen.findByRole('button', { name: /^Delete the payment/u }))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(screen.getAllByRole('button', { name: 'No' })[0] as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    return { user, answer: async (value: object) => act(async () => answer.resolve(value)) }
  }

  it('reports a success that arrives after the question was closed', async () => {
    const { answer } = await closeWhileDeleting()
    await answer({ message: 'The scheduled payment was deleted.' })
    expect(await screen.findByText('The scheduled payment was deleted.')).toBeDefined()
  })

  it('leaves a failure that arrives after the question was closed out of the next question', async () => {
    const { user, answer } = await closeWhileDeleting()
    await answer(aProblem(500, 'Something broke'))
    await user.click(screen.getByRole('button', { name: /^Delete the payment/u }))
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Yes' })).toBeDefined()
  })

  it('leaves the question about another payment when the answer to an earlier one arrives', async () => {
    const answer = Promise.withResolvers<object>()
    const { user } = await open({
      [listLine]: { scheduledPaymentsList: [aPayment(), aPayment({ transNo: 'T2', amount: cents(900) })] },
      [removeLine]: answer.promise,
    })
    await user.click(await screen.findByRole('button', { name: /^Delete the payment of \$57/u }))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(screen.getByText('No'))
    await user.click(screen.getByRole('button', { name: /^Delete the payment of \$9/u }))
    answer.resolve({ message: 'The scheduled payment was deleted.' })
    await screen.findByText('The scheduled payment was deleted.')
    expect(screen.getByRole('dialog', { name: 'Delete scheduled payment' })).toBeDefined()
  })

  it('says that it failed, and keeps the payment', async () => {
    const { user } = await open({
      [listLine]: { scheduledPaymentsList: [aPayment()] },
      [removeLine]: aProblem(500, 'Something broke'),
    })
    await user.click(await screen.findByRole('button', { name: /^Delete the payment/u }))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeDefined()
  })
})

describe('the page after a payment was scheduled', () => {
  const path = '/schedule-payments-success'

  it('has the heading Schedule Payment, no title of its own, and a Done button to the account overview [SP-10, SP-14, RT-42]', async () => {
    const { user, address } = await open({}, { path })
    expect(screen.getByRole('heading', { level: 1, name: 'Schedule Payment' })).toBeDefined()
    expect(document.title).toBe('Prairie Ridge Electric Cooperative')
    await user.click(screen.getByRole('link', { name: 'Done' }))
    expect(address()).toBe('/accountoverview')
  })

  it('shows the message of the navigation state [SP-11]', async () => {
    await open({}, { path, state: { schedule: { kind: 'scheduled', message: 'It is on its way.' } } })
    expect(screen.getByText('It is on its way.')).toBeDefined()
  })

  it.each(['success', 'error', 'cancel'])(
    'claims no result when /schedule-payments-%s is typed by hand',
    async (name) => {
      await open({}, { path: `/schedule-payments-${name}` })
      expect(screen.getByText(/^There is no new scheduled payment to show/u)).toBeDefined()
      expect(screen.queryByText(/has been scheduled|could not be scheduled|has been canceled/u)).toBeNull()
      expect(screen.getByRole('link', { name: 'View scheduled payments' })).toBeDefined()
    },
  )

  it('claims no result for a number that is not in the list', async () => {
    await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } }, { path: `${path}?transno=T999` })
    expect(await screen.findByText(/^There is no new scheduled payment to show/u)).toBeDefined()
  })

  it('finds the day of transno in this tab, or in the list [SP-12]', async () => {
    keepSchedule('T1', calendarDate('2025-01-05'))
    const { calls } = await open({}, { path: `${path}?transno=T1` })
    expect(screen.getByText('Payment date: 05-Jan-2025')).toBeDefined()
    expect(calls.some(({ line }) => line === listLine)).toBe(false)
  })

  it('finds the day of transno in the list in another tab [SP-12]', async () => {
    const list = { scheduledPaymentsList: [aPayment({ transNo: 'T2', paymentDate: calendarDate('2025-02-28') })] }
    await open({ [listLine]: list }, { path: `${path}?transno=T2` })
    expect(await screen.findByText('Payment date: 28-Feb-2025')).toBeDefined()
  })
})

describe('the other pages', () => {
  it('says on the cancel page that the payment was canceled, and leads to the overview [SP-13, SP-15, RT-44]', async () => {
    const { user, address } = await open(
      {},
      { path: '/schedule-payments-cancel', state: { schedule: { kind: 'canceled' } } },
    )
    expect(screen.getByText('Your schedule payment has been canceled.')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Done' }))
    expect(address()).toBe('/accountoverview')
  })

  it('says on the error page that the payment was not scheduled, and offers another try [SP-16, RT-43]', async () => {
    const { user, address } = await open(
      {},
      { path: '/schedule-payments-error', state: { schedule: { kind: 'failed' } } },
    )
    expect(document.title).toBe('Prairie Ridge Electric Cooperative')
    expect(screen.getByText('Your payment could not be scheduled.')).toBeDefined()
    expect(screen.getByText('Check your scheduled payments before you try again, or call us.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Done' }).getAttribute('href')).toBe('/accountoverview')
    await user.click(screen.getByRole('link', { name: 'Try again' }))
    expect(address()).toBe('/billpayments/pay-multiple')
  })

  it.each(['success', 'error', 'cancel'])('guards /schedule-payments-%s', async (name) => {
    const { address } = await renderPortal({ path: `/schedule-payments-${name}`, visits: ['/login'] })
    expect(address()).toBe(`/login?returnUrl=%2Fschedule-payments-${name}`)
  })

  it('reads in Spanish', async () => {
    await open({ [listLine]: { scheduledPaymentsList: [aPayment()] } }, { language: 'es' })
    expect(await screen.findByText('05-ene-2025 12:01 a. m.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Eliminar el pago de $57.00 del 05-ene-2025' })).toBeDefined()
  })
})
