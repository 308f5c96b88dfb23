import { createRequire } from 'node:module'
import type { Language } from '@coopline/rules/kernel/problem'
import type PdfKit from 'pdfkit'
import { readFallbackFont } from './fallback-font.ts'
import { printableText, textOfOtherLetters } from './printable-text.ts'

/** A document that is being drawn. Screen readers read the parts of `root` in their order. */
export interface Pdf {
  readonly doc: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  /** Space between the margins, in points. */
  readonly left: number
  readonly right: number
  readonly bottom: number
  /**
   * Sets the font of a text: the given one, or an embedded one when the standard fonts lack its letters.
   *
   * @returns the text that this font can write.
   */
  readonly fit: (text: string, font: 'Helvetica' | 'Helvetica-Bold') => string
  /** Writes the foot of every page and ends the document. @returns the file. */
  readonly finish: (foot: (page: number, of: number) => string) => Promise<Buffer>
}

export const ink = { text: '#1a1a1a', quiet: '#555555', rule: '#c8c8c8', band: '#f1f4f6' } as const

const [margin, footHeight] = [54, 30]

/** Loads the library with the first drawing, so that the start of the portal does not wait for it. */
const load = createRequire(import.meta.url)

/**
 * Starts a tagged PDF on US Letter with its language and title. It has no scripts, actions or attachments, and uses the fonts that every
 * reader has, unless a name needs other letters.
 */
export function createPdf(about: {
  readonly title: string
  readonly author: string
  readonly language: Language
  readonly drawnAt: Date
}): Pdf {
  const Document = load('pdfkit') as typeof PdfKit
  const doc = new Document({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: about.language === 'es' ? 'es-US' : 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: { Title: about.title, Author: printableText(about.author), CreationDate: about.drawnAt },
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => void parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    doc,
    root,
    left: margin,
    right: doc.page.width - margin,
    bottom: doc.page.height - margin - footHeight,
    fit: fitter(doc),
    finish: async (foot) => {
      root.end()
      drawFeet(doc, foot)
      doc.end()
      return whole
    },
  }
}

function fitter(doc: PDFKit.PDFDocument): Pdf['fit'] {
  let isRegistered = false
  return (text, font) => {
    const other = textOfOtherLetters(text)
    if (other === null) {
      doc.font(font)
      return printableText(text)
    }
    if (!isRegistered) doc.registerFont('Fallback', readFallbackFont())
    isRegistered = true
    doc.font('Fallback')
    return other
  }
}

function drawFeet(doc: PDFKit.PDFDocument, foot: (page: number, of: number) => string): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    drawArtifact(doc, 'Pagination', () => {
      doc.font('Helvetica').fontSize(8).fillColor(ink.quiet)
      doc.text(printableText(foot(index + 1, count)), margin, doc.page.height - margin - 10, { lineBreak: false })
    })
  }
}

/** Draws a decoration, which screen readers skip. */
export function drawArtifact(doc: PDFKit.PDFDocument, type: 'Pagination' | 'Layout', draw: () => void): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}
