import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bills, type BillDetail } from '@coopline/contract/accounts/bills/bills.contract'
import { billDueMessage } from '@coopline/rules/accounts/account-status/bill-due.messages'
import { calendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { cents, formatUsd } from '@coopline/rules/kernel/money'
import { afterAll, expect, test } from 'vitest'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedCredit } from '../../../testing/seed-credit.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'

const isThere = (tool: string, argument: string) => spawnSync(tool, [argument]).error === undefined
const hasText = isThere('pdftotext', '-v')
const hasTools = hasText && isThere('qpdf', '--version')
const folder = mkdtempSync(join(tmpdir(), 'coopline-figures-'))

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
afterAll(() => rmSync(folder, { recursive: true }))

/** Loads the bill of the test account for its page, and the file of its PDF. */
async function bothForms(billDate: string): Promise<{ readonly detail: BillDetail; readonly file: string }> {
  const [memberNumber, accountNumber] = ['10001', '100100101']
  const billViewUrl = documentHandle(portal.deps, { kind: 'bill', memberNumber, accountNumber, billDate })
  const call = { ...ada, params: { memberNumber } }
  const page = await portal.call(bills.view, { ...call, body: { billViewUrl } })
  const pdf = await portal.call(bills.pdf, {
    ...call,
    body: { billViewUrl, timeTick: '638993664000000000', statementStartDate: null },
  })
  const file = join(folder, `${billDate}.pdf`)
  writeFileSync(file, Buffer.from(pdf.json<{ billViewUrlFileBytes: string }>().billViewUrlFileBytes, 'base64'))
  return { detail: page.json<BillDetail>(), file }
}

/** Lists every figure of the bill page, as members read it. */
const figuresOf = (detail: BillDetail): readonly string[] => [
  detail.accountNumber,
  ...[detail.billDate, detail.dueDate, detail.statementStartDate, detail.statementEndDate].flatMap((day) =>
    day === null ? [] : [formatUsDate(day)],
  ),
  ...[detail.previousBalance, detail.paymentsReceived, detail.amount, detail.endingBalance].flatMap((amount) =>
    amount === null ? [] : [formatUsd(amount)],
  ),
  ...(detail.energyBank === null
    ? []
    : [
        `${detail.energyBank.bankKwh} kWh`,
        formatUsd(detail.energyBank.bankValue ?? cents(0)),
        ...[detail.energyBank.expiresOn, detail.energyBank.trueUpOn].map((day) =>
          day === null ? '' : formatUsDate(day),
        ),
      ]),
  ...detail.lines.flatMap((line) => [line.description, formatUsd(line.amount)]),
]

test('the bill as a page and its PDF have the same figures, and the PDF is a sound file', async ({ skip }) => {
  skip(!hasTools, 'qpdf or pdftotext (poppler-utils) is not installed')
  const { bill_date: billDate } = await seedBill(portal.db)
  const { detail, file } = await bothForms(billDate)
  expect(figuresOf(detail)).toHaveLength(13)
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString('utf8')
  for (const figure of figuresOf(detail)) expect(text).toContain(figure)
  expect(execFileSync('qpdf', ['--check', file]).toString()).toContain('No syntax or stream encoding errors found')
})

test('the page of a bill and its PDF say what is past due, and never only when the newest charges are due', async ({
  skip,
}) => {
  skip(!hasText, 'pdftotext (poppler-utils) is not installed')
  const { bill_date: billDate } = await seedBill(portal.db)
  const late = { past_due: cents(5_000), due_date: calendarDate('2026-11-03'), cutoff_date: calendarDate('2026-11-25') }
  await portal.db.updateTable('cis.balance').set(late).execute()
  const { detail, file } = await bothForms(billDate)
  expect(detail.pastDueNow).toEqual({ amount: 5_000, dueDate: '2026-11-03', cutoffDate: '2026-11-25' })
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString('utf8').replaceAll(/\s+/gu, ' ')
  expect(text).toContain(billDueMessage(detail, 'en'))
  expect(text).not.toContain('Pay by')
})

test('a bill whose own due date has passed is past due as a whole, less what was paid since', async () => {
  const { bill_date: billDate } = await seedBill(portal.db, { due_date: calendarDate('2026-11-19') })
  await seedCredit(portal.database.owner, '100100101', 4_237)
  const { detail } = await bothForms(billDate)
  expect(detail.pastDueNow).toEqual({ amount: 10_000, dueDate: '2026-11-19', cutoffDate: null })
})

const bankPeriod = {
  account_number: '100100101',
  added_kwh: '180',
  used_kwh: '0',
  bank_kwh: '412.5',
  bank_value: cents(2_558),
  expires_on: calendarDate('2027-04-01'),
  true_up_on: calendarDate('2027-03-31'),
}
const seedBank = async (period: Partial<typeof bankPeriod> & { readonly end: string }) => {
  const { end, ...changes } = period
  const row = { ...bankPeriod, ...changes, period_end: calendarDate(end) }
  await portal.db.insertInto('cis.net_metering').values(row).execute()
}

test('a bill has the energy bank after its own period, and none from another period', async () => {
  const { bill_date: billDate } = await seedBill(portal.db)
  await seedBank({ end: '2026-10-11', bank_kwh: '99' })
  expect((await bothForms(billDate)).detail.energyBank).toBeNull()
  await seedBank({ end: '2026-11-11' })
  expect((await bothForms(billDate)).detail.energyBank).toEqual({
    bankKwh: 412.5,
    bankValue: 2_558,
    expiresOn: '2027-04-01',
    trueUpOn: '2027-03-31',
  })
})

test('the energy bank is in the bill as a page and in its PDF', async ({ skip }) => {
  skip(!hasTools, 'qpdf or pdftotext (poppler-utils) is not installed')
  const { bill_date: billDate } = await seedBill(portal.db)
  await seedBank({ end: '2026-11-11' })
  const { detail, file } = await bothForms(billDate)
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString('utf8')
  for (const figure of ['Your energy bank', ...figuresOf(detail)]) expect(text).toContain(figure)
  expect(execFileSync('qpdf', ['--check', file]).toString()).toContain('No syntax or stream encoding errors found')
})

/** Returns the amount due of the bill, in cents, when the account has this balance. */
async function dueAt(billDate: string, balance: number, isPrepaid = false): Promise<number | null> {
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance) })
    .execute()
  await portal.db.updateTable('cis.account').set({ is_prepaid: isPrepaid }).execute()
  return (await bothForms(billDate)).detail.amountDueNow
}

test('a bill asks for what was not paid of it since, and never for more than it billed', async () => {
  const { bill_date: billDate } = await seedBill(portal.db)
  expect(await dueAt(billDate, 14_237)).toBe(14_237)
  expect(await dueAt(billDate, 4_000)).toBe(4_000)
  expect(await dueAt(billDate, 20_000)).toBe(14_237)
  expect(await dueAt(billDate, -2_500)).toBe(0)
  // The balance of a prepaid account is its remaining credit.
  expect(await dueAt(billDate, 3_000, true)).toBe(0)
  expect(await dueAt(billDate, -3_000, true)).toBe(3_000)
})

test('a payment in the portal counts at once', async () => {
  const { bill_date: billDate } = await seedBill(portal.db)
  expect(await dueAt(billDate, 14_237)).toBe(14_237)
  await seedCredit(portal.database.owner, '100100101', 10_000)
  expect(await dueAt(billDate, 14_237)).toBe(4_237)
})

test('an older bill asks for nothing once there is a newer one', async () => {
  const { bill_date: billDate } = await seedBill(portal.db)
  await seedBill(portal.db, { bill_date: calendarDate('2026-12-13') })
  expect(await dueAt(billDate, 20_000)).toBeNull()
  expect(await dueAt('2026-12-13', 20_000)).toBe(14_237)
})

test('400 lines for a name of 60 letters are all there in both, on as many sheets as they need', async ({ skip }) => {
  skip(!hasTools, 'qpdf or pdftotext (poppler-utils) is not installed')
  const name = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'
  await portal.db.updateTable('cis.account').set({ holder_name: name }).execute()
  const lines = Array.from({ length: 400 }, (_, place) => ({
    line: place + 1,
    description: `Line number ${place + 1}`,
    quantity: null,
    amount: cents(100_000 + place),
  }))
  const { bill_date: billDate } = await seedBill(portal.db, {}, lines)
  const { detail, file } = await bothForms(billDate)
  expect(detail.lines).toHaveLength(400)
  expect(detail.accountHolderName).toBe(name)
  const text = execFileSync('pdftotext', ['-layout', file, '-']).toString('utf8')
  const missing = [name, ...figuresOf(detail)].filter((figure) => !text.includes(figure))
  expect(missing).toEqual([])
  expect(execFileSync('qpdf', ['--check', file]).toString()).toContain('No syntax or stream encoding errors found')
})
