import type { BillDetail } from '@coopline/contract/accounts/bills/bills.contract'
import { billDueAmount, billDueMessage } from '@coopline/rules/accounts/account-status/bill-due.messages'
import { chargeWords, unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import { type BillPdfTexts, billPdfTexts } from './bill-pdf.messages.ts'
import { createPdf, drawArtifact, ink, type Pdf } from './create-pdf.ts'
import { drawTable } from './draw-table.ts'

/** The sender of a bill, its language and the time of drawing. */
export interface BillPrint {
  readonly from: { readonly name: string; readonly phone: string }
  readonly language: Language
  readonly drawnAt: Date
}

type Pair = readonly [label: string, value: string]

/**
 * Draws a bill as PDF, with the figures of the bill page and no others. A simple bill takes one page. The lines of a long bill continue on
 * further pages.
 */
export async function drawBill(bill: BillDetail, { from, language, drawnAt }: BillPrint): Promise<Buffer> {
  const texts = billPdfTexts(language)
  const title = texts.title(bill.accountNumber, formatUsDate(bill.billDate))
  const pdf = createPdf({ title, author: from.name, language, drawnAt })
  drawHead(pdf, from.name, texts.heading)
  drawPairs(pdf, factsOf(bill, texts, language))
  drawAmountDue(pdf, bill, texts, language)
  drawSection(pdf, texts.summary)
  drawPairs(pdf, sumsOf(bill, texts))
  if (bill.energyBank !== null) {
    drawSection(pdf, texts.energyBank)
    drawPairs(pdf, bankOf(bill.energyBank, texts, language))
  }
  if (bill.lines.length > 0) {
    drawSection(pdf, texts.details)
    drawTable(pdf, columnsOf(pdf, texts), rowsOf(bill, language))
  }
  const foot = [from.name, from.phone].filter((part) => part !== '').join(' · ')
  return pdf.finish((page, of) => `${foot}  –  ${texts.page(page, of)}`)
}

function factsOf(bill: BillDetail, texts: BillPdfTexts, language: Language): readonly Pair[] {
  const { statementStartDate: start, statementEndDate: end, usageKwh } = bill
  const period =
    start === null || end === null
      ? []
      : [[texts.period, texts.periodOf(formatUsDate(start), formatUsDate(end))] as const]
  const usage = usageKwh === null ? [] : [[texts.usage, `${formatQuantity(usageKwh, language)} kWh`] as const]
  return [
    [texts.accountHolder, bill.accountHolderName],
    [texts.serviceAddress, bill.serviceAddress],
    [texts.account, bill.accountNumber],
    [texts.billDate, formatUsDate(bill.billDate)],
    [texts.dueDate, formatUsDate(bill.dueDate)],
    ...period,
    ...usage,
  ]
}

function sumsOf(bill: BillDetail, texts: BillPdfTexts): readonly Pair[] {
  const { previousBalance, paymentsReceived } = bill
  return [
    ...(previousBalance === null ? [] : [[texts.previousBalance, formatUsd(previousBalance)] as const]),
    ...(paymentsReceived === null ? [] : [[texts.paymentsReceived, formatUsd(paymentsReceived)] as const]),
    [texts.charges, formatUsd(bill.amount)],
    [texts.endingBalance, formatUsd(bill.endingBalance)],
  ]
}

function bankOf(
  { bankKwh, bankValue, expiresOn, trueUpOn }: NonNullable<BillDetail['energyBank']>,
  texts: BillPdfTexts,
  language: Language,
): readonly Pair[] {
  return [
    [texts.banked, `${formatQuantity(bankKwh, language)} kWh`],
    ...(bankValue === null ? [] : [[texts.bankValue, formatUsd(bankValue)] as const]),
    ...(expiresOn === null ? [] : [[texts.expires, formatUsDate(expiresOn)] as const]),
    ...(trueUpOn === null ? [] : [[texts.trueUp, formatUsDate(trueUpOn)] as const]),
  ]
}

const columnsOf = ({ left, right }: Pdf, texts: BillPdfTexts) => {
  const [quantity, amount, gaps] = [100, 90, 16]
  return [
    { heading: texts.description, width: right - left - quantity - amount - gaps, align: 'left' },
    { heading: texts.quantity, width: quantity, align: 'right' },
    { heading: texts.amount, width: amount, align: 'right' },
  ] as const
}

const rowsOf = (bill: BillDetail, language: Language): readonly (readonly string[])[] =>
  bill.lines.map(({ description, quantity, unit, amount }) => [
    chargeWords(description, language) ?? description,
    quantity === null ? '' : `${formatQuantity(quantity, language)} ${unitWords(unit, language)}`.trim(),
    formatUsd(amount),
  ])

const formatQuantity = (quantity: number, language: Language): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-US' : 'en-US', { maximumFractionDigits: 6 }).format(quantity)

function drawHead({ doc, root, left, right, fit }: Pdf, sender: string, heading: string): void {
  const top = doc.y
  root.add(
    doc.struct('P', {}, () => {
      const text = fit(sender, 'Helvetica-Bold')
      doc.fontSize(13).fillColor(ink.text)
      doc.text(text, left, top, { width: (right - left) * 0.7 })
    }),
  )
  const below = doc.y
  root.add(
    doc.struct('H1', {}, () => {
      doc.font('Helvetica-Bold').fontSize(22).fillColor(ink.text)
      doc.text(heading, left, below + 10)
    }),
  )
  doc.moveDown(0.4)
}

function drawSection({ doc, root, left, bottom }: Pdf, heading: string): void {
  if (doc.y > bottom - 90) doc.addPage()
  root.add(
    doc.struct('H2', {}, () => {
      doc.font('Helvetica-Bold').fontSize(13).fillColor(ink.text)
      doc.text(heading, left, doc.y + 14)
    }),
  )
  doc.moveDown(0.3)
}

/** Draws labels with their values, one pair per line. */
function drawPairs({ doc, root, left, right, fit }: Pdf, pairs: readonly Pair[]): void {
  const labelWidth = 150
  for (const [label, value] of pairs) {
    const top = doc.y
    const pair = doc.struct('P')
    root.add(pair)
    pair.add(
      doc.struct('Span', {}, () => {
        doc.font('Helvetica').fontSize(10).fillColor(ink.quiet)
        doc.text(label, left, top, { width: labelWidth })
      }),
    )
    const labelEnd = doc.y
    pair.add(
      doc.struct('Span', {}, () => {
        const text = fit(value, 'Helvetica')
        doc.fontSize(10).fillColor(ink.text)
        doc.text(text, left + labelWidth, top, { width: right - left - labelWidth })
      }),
    )
    pair.end()
    doc.y = Math.max(labelEnd, doc.y) + 3
  }
}

function drawAmountDue(
  { doc, root, left, right }: Pdf,
  bill: BillDetail,
  texts: BillPdfTexts,
  language: Language,
): void {
  const [inside, gap] = [right - left - 28, 11]
  const top = doc.y + 10
  const { kind, amount } = billDueAmount(bill)
  const sentence = billDueMessage(bill, language)
  doc.font('Helvetica').fontSize(10)
  const height = 36 + doc.heightOfString(sentence, { width: inside }) + gap
  drawArtifact(doc, 'Layout', () => doc.rect(left, top, right - left, height).fill(ink.band))
  root.add(
    doc.struct('P', {}, () => {
      doc.font('Helvetica-Bold').fontSize(20).fillColor(ink.text)
      doc.text(`${kind === 'due' ? texts.amountDue : texts.endingBalance}: ${formatUsd(amount)}`, left + 14, top + gap)
    }),
  )
  root.add(
    doc.struct('P', {}, () => {
      doc.font('Helvetica').fontSize(10).fillColor(ink.quiet)
      doc.text(sentence, left + 14, top + 36, { width: inside })
    }),
  )
  doc.x = left
  doc.y = top + height
}
