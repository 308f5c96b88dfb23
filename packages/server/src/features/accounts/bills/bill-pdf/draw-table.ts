import { drawArtifact, ink, type Pdf } from './create-pdf.ts'
import { printableText } from './printable-text.ts'

/** A column: its heading, its width in points, and the alignment of its cells. */
export interface Column {
  readonly heading: string
  readonly width: number
  readonly align: 'left' | 'right'
}

const fontSize = 10
const [padding, mostLines] = [4, 6]

// The published types lack this option, which marks a heading as that of its column.
const ofColumn: object = { scope: 'Column' }

/**
 * Draws a table at the current position, over as many pages as it needs, with its headings on each. Screen readers read the headings
 * once. A text that is too long for six lines ends with an ellipsis.
 */
export function drawTable(pdf: Pdf, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  const { doc } = pdf
  const table = doc.struct('Table')
  pdf.root.add(table)
  const headings = columns.map((column) => printableText(column.heading))
  if (doc.y + 3 * (fontSize + 2 * padding) > pdf.bottom) doc.addPage()
  drawRow(pdf, columns, headings, { table, isHeading: true })
  for (const row of rows) {
    const cells = row.map(printableText)
    if (doc.y + heightOf(pdf, columns, cells) > pdf.bottom) {
      doc.addPage()
      drawRow(pdf, columns, headings, { table: null, isHeading: true })
    }
    drawRow(pdf, columns, cells, { table, isHeading: false })
  }
  table.end()
}

interface RowPlace {
  /** The table in the structure of the document; `null` for headings that are repeated on a further page. */
  readonly table: PDFKit.PDFStructureElement | null
  readonly isHeading: boolean
}

function heightOf({ doc }: Pdf, columns: readonly Column[], cells: readonly string[]): number {
  doc.fontSize(fontSize)
  const line = doc.currentLineHeight(true)
  const heights = columns.map(({ width }, index) => doc.heightOfString(cells[index] ?? '', { width }))
  return Math.min(Math.max(line, ...heights), mostLines * line) + 2 * padding
}

function drawRow(pdf: Pdf, columns: readonly Column[], cells: readonly string[], { table, isHeading }: RowPlace): void {
  const { doc } = pdf
  doc.font(isHeading ? 'Helvetica-Bold' : 'Helvetica')
  const [top, height] = [doc.y, heightOf(pdf, columns, cells)]
  drawArtifact(doc, 'Layout', () => drawGround(pdf, top, height, isHeading))
  const row = table === null ? null : doc.struct('TR')
  if (row !== null) table?.add(row)
  let x = pdf.left
  for (const [index, { width, align }] of columns.entries()) {
    const [at, cell] = [x, cells[index] ?? '']
    const draw = () => {
      doc.fillColor(ink.text).fontSize(fontSize)
      doc.text(cell, at, top + padding, { width, height: height - 2 * padding, align, ellipsis: true })
    }
    if (row === null) drawArtifact(doc, 'Pagination', draw)
    else row.add(isHeading ? doc.struct('TH', ofColumn, draw) : doc.struct('TD', {}, draw))
    x += width + 2 * padding
  }
  row?.end()
  doc.x = pdf.left
  doc.y = top + height
}

function drawGround({ doc, left, right }: Pdf, top: number, height: number, isHeading: boolean): void {
  if (isHeading) doc.rect(left - padding, top, right - left + 2 * padding, height).fill(ink.band)
  const y = top + height
  doc
    .moveTo(left - padding, y)
    .lineTo(right + padding, y)
    .lineWidth(0.5)
    .stroke(ink.rule)
}
