import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { bodyOf } from '../../../test-support/open-quick-pay.tsx'
import { card, factOf, openOverview } from '../../../test-support/open-overview.tsx'
import {
  aBillOf,
  aPayment,
  billPdfLine,
  billsLine,
  capitalCreditPdfLine,
  infoLine,
  pageOf,
  paymentsLine,
} from '../../../test-support/overview-answers.ts'
import { theirAccount } from '../../../test-support/their-account.ts'

const { openPdf } = vi.hoisted(() => ({ openPdf: vi.fn<(bytes: Uint8Array) => Promise<never>>() }))
vi.mock('../../../portal/document-viewer/open-pdf.ts', () => ({ openPdf, forgetPicture: () => undefined }))

/** The contents of the opened PDFs, as text. */
let opened: string[] = []
beforeEach(() => {
  opened = []
  openPdf.mockImplementation(async (bytes: Uint8Array) => {
    opened.push(new TextDecoder().decode(bytes))
    throw new Error('not drawn here')
  })
})

const open = (payments: object, bills: object, more: Parameters<typeof openOverview>[0] = {}) =>
  openOverview({ ...more, answers: { [paymentsLine]: payments, [billsLine]: bills, ...more.answers } })
const history = async () => card('Account activity')
const rowsOf = async () => {
  const table = await (await history()).findByRole('table')
  return [...table.querySelectorAll<HTMLElement>('tbody > tr')].filter((row) => row.id === '')
}
const days = (count: number, month: string) =>
  Array.from({ length: count }, (_, index) => `2026-${month}-${String(index + 10)}`)

describe('the rows', () => {
  test('shows the 9 latest of 9 payments and 9 bills together, newest first [AO-19, AO-49, AO-50]', async () => {
    await open(
      pageOf(...days(9, '03').map((day) => aPayment(day))),
      pageOf(...days(9, '02').map((day) => aBillOf(day))),
    )
    const dates = (await rowsOf()).flatMap((row) => row.querySelector('th')?.textContent ?? [])
    expect(dates).toEqual(
      days(9, '03')
        .toReversed()
        .map((day) => `03/${day.slice(8)}/2026`),
    )
  })

  test('the rows are padded to 10, and the added ones are not for screen readers [AO-51]', async () => {
    await open(pageOf(aPayment('2026-03-01')), pageOf(aBillOf('2026-02-01')))
    const rows = await rowsOf()
    expect(rows).toHaveLength(10)
    const padding = rows.filter((row) => row.dataset['placeholder'] !== undefined)
    expect(padding).toHaveLength(8)
    for (const row of padding) {
      expect(row.getAttribute('aria-hidden')).toBe('true')
      expect(row.textContent).toBe('')
    }
  })

  test('nine entries have one empty row after them [AO-51]', async () => {
    await open(pageOf(...days(9, '03').map((day) => aPayment(day))), pageOf())
    const rows = await rowsOf()
    expect(rows.map((row) => row.dataset['placeholder'] !== undefined)).toEqual([...Array(9).fill(false), true])
  })

  test('without bills and payments the history says what will be here', async () => {
    await open(pageOf(), pageOf())
    expect(await (await history()).findByText('No bills or payments yet.')).toBeDefined()
    expect((await history()).queryByRole('table')).toBeNull()
  })

  test('the whole history is one link away where that page exists [AO-31]', async () => {
    await open(pageOf(), pageOf())
    const link = (await history()).getByRole('link', { name: 'All bills and payments' })
    expect(link.getAttribute('href')).toBe('/billpayments/history?accountno=000100200300')
  })
})

describe('an open row', () => {
  test('the keyboard opens and closes what else is known of a bill [AO-20]', async () => {
    const bill = aBillOf('2026-02-01', { usageKwh: 838.8, amount: cents(14_237), endingBalance: cents(20_000) })
    const { user } = await open(pageOf(), pageOf(bill))
    const toggle = await (await history()).findByRole('button', { name: 'Details: Bill, 02/01/2026' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    const details = document.getElementById(toggle.getAttribute('aria-controls') ?? '') as HTMLElement
    expect(details.hidden).toBe(true)

    toggle.focus()
    await user.keyboard('{Enter}')
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    expect(details.hidden).toBe(false)
    const facts = within(details)
    expect(factOf(facts, 'Usage')).toBe('838.8 kWh')
    expect(factOf(facts, 'Billed')).toBe('$142.37')
    expect(factOf(facts, 'Due date')).toBe('02/20/2026')
    expect(factOf(facts, 'Service period start')).toBe('01/01/2026')
    expect(factOf(facts, 'Balance after this bill')).toBe('$200.00')
    expect(facts.queryByText('Daily total')).toBeNull()

    await user.keyboard(' ')
    expect(details.hidden).toBe(true)
  })

  test('a payment opens to show how it was paid; one without details cannot be opened [AO-20]', async () => {
    const known = aPayment('2026-03-02', { method: 'Visa', reference: 'R-9' })
    const { user } = await open(pageOf(known, aPayment('2026-03-01')), pageOf())
    await user.click(await (await history()).findByRole('button', { name: 'Details: Payment, 03/02/2026' }))
    expect(factOf(await history(), 'Paid by')).toBe('Visa')
    expect(factOf(await history(), 'Reference')).toBe('R-9')
    expect((await history()).queryByRole('button', { name: 'Details: Payment, 03/01/2026' })).toBeNull()
  })

  test('a prepaid bill opens to show total, usage, charges and taxes of its days [AO-64]', async () => {
    const prepaid = aBillOf('2026-02-01', {
      billType: 'Prepaid',
      endingBalance: cents(-6_674),
      prepaidDailyTotal: cents(9_420),
      prepaidUsageDollars: cents(8_000),
      prepaidCharges: cents(1_000),
      prepaidTaxes: cents(420),
    })
    const { user } = await open(pageOf(), pageOf(prepaid))
    await user.click(await (await history()).findByRole('button', { name: 'Details: Prepaid bill, 02/01/2026' }))
    const facts = await history()
    expect(factOf(facts, 'Daily total')).toBe('$94.20')
    expect(factOf(facts, 'Usage charge')).toBe('$80.00')
    expect(factOf(facts, 'Other charges')).toBe('$10.00')
    expect(factOf(facts, 'Taxes')).toBe('$4.20')
    expect(factOf(facts, 'Prepaid balance after this bill')).toBe('$66.74')
  })

  test('a bill that can be shown links to its page where that exists', async () => {
    const { user } = await open(pageOf(), pageOf(aBillOf('2026-02-01')))
    await user.click(await (await history()).findByRole('button', { name: 'Details: Bill, 02/01/2026' }))
    const link = (await history()).queryByRole('link', { name: 'View bill online' })
    expect(link?.getAttribute('href')).toBe('/viewbill?accountno=000100200300&date=2026-02-01')
  })
})

describe('bills as PDF', () => {
  const bill = aBillOf('2026-02-01', { statementStartDate: calendarDate('2026-01-02') })
  const pdf = (text: string) => ({ fileName: 'bill.pdf', billViewUrlFileBytes: btoa(text) })
  const view = async () => (await history()).findByRole('button', { name: 'View bill dated 02/01/2026' })

  test('View bill asks with the handle, a time tick and the start of the statement, and shows the PDF [AO-52]', async () => {
    const { user, sent } = await open(pageOf(), pageOf(bill), { answers: { [billPdfLine]: pdf('the bill') } })
    await user.click(await view())
    expect(await screen.findByRole('dialog', { name: 'Bill dated 02/01/2026' })).toBeDefined()
    await waitFor(() => expect(opened).toEqual(['the bill']))
    expect(bodyOf(sent(billPdfLine)[0])).toEqual({
      billViewUrl: 'handle-2026-02-01',
      statementStartDate: '2026-01-02',
      timeTick: expect.stringMatching(/^6[0-9]{17}$/u),
    })
  })

  test('reloads the bills and retries once when the handle has expired [AO-52]', async () => {
    const answers = {
      [billPdfLine]: () => (renewed ? pdf('the bill') : aProblem(404, 'Bill History File not found.')),
      [billsLine]: () => {
        loads += 1
        renewed = loads > 1
        return pageOf({ ...bill, billViewUrl: `handle-${loads}` })
      },
    }
    let loads = 0
    let renewed = false
    const { user, sent } = await open(pageOf(), pageOf(), { answers })
    await user.click(await view())
    await waitFor(() => expect(opened).toEqual(['the bill']))
    expect(sent(billPdfLine).map((call) => (bodyOf(call) as { billViewUrl: string }).billViewUrl)).toEqual([
      'handle-1',
      'handle-2',
    ])
  })

  test("a missing file shows 'Bill History File not found.' after one retry [AO-53]", async () => {
    const missing = aProblem(404, 'Bill History File not found.')
    const { user, sent } = await open(pageOf(), pageOf(bill), { answers: { [billPdfLine]: missing } })
    await user.click(await view())
    expect(await screen.findByText('Bill History File not found.')).toBeDefined()
    expect(sent(billPdfLine)).toHaveLength(2)
  })

  test("a bill that cannot be shown says 'The billing statement is not available. Please check back soon.' [AO-39]", async () => {
    const { user, sent } = await open(pageOf(), pageOf({ ...bill, billViewUrl: '' }))
    await user.click(await view())
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('The billing statement is not available. Please check back soon.')).toBeDefined()
    expect(sent(billPdfLine)).toEqual([])
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the newest bill opens from beside the amount, too [AO-52]', async () => {
    const { user } = await open(pageOf(), pageOf(bill, aBillOf('2026-01-01')), {
      answers: { [billPdfLine]: pdf('new') },
    })
    await user.click(await screen.findByRole('button', { name: 'View your latest bill' }))
    await waitFor(() => expect(opened).toEqual(['new']))
  })
})

describe('capital credits as PDF', () => {
  const withDocument = { viewccPdfUrl: 'cc-1', ccPdfLinkText: 'Your capital credits 2026' }
  const pdf = { fileName: 'cc.pdf', ccViewUrlFileBytes: btoa('credits') }

  test('the cooperative’s link text opens the document [AO-54]', async () => {
    const { user, sent } = await openOverview({ info: withDocument, answers: { [capitalCreditPdfLine]: pdf } })
    await user.click(await screen.findByRole('button', { name: 'Your capital credits 2026' }))
    await waitFor(() => expect(opened).toEqual(['credits']))
    expect(bodyOf(sent(capitalCreditPdfLine)[0])).toEqual({
      viewccPdfUrl: 'cc-1',
      timeTick: expect.stringMatching(/^6[0-9]{17}$/u),
    })
  })

  test('without a document there is no such link [AO-54]', async () => {
    await openOverview({ info: { ccPdfLinkText: 'Your capital credits 2026' } })
    await card('Your account')
    expect(screen.queryByRole('button', { name: 'Your capital credits 2026' })).toBeNull()
  })

  test("a missing file shows 'Capital Credit File not found.' after one retry with a new handle [AO-55]", async () => {
    let loads = 0
    const info = () => {
      loads += 1
      return theirAccount.toInfo({ ...withDocument, viewccPdfUrl: `cc-${loads}` })
    }
    const answers = { [infoLine]: info, [capitalCreditPdfLine]: aProblem(404) }
    const { user, sent } = await openOverview({ answers })
    await user.click(await screen.findByRole('button', { name: 'Your capital credits 2026' }))
    expect(await screen.findByText('Capital Credit File not found.')).toBeDefined()
    expect(sent(capitalCreditPdfLine).map((call) => (bodyOf(call) as { viewccPdfUrl: string }).viewccPdfUrl)).toEqual([
      'cc-1',
      'cc-2',
    ])
  })
})
