/** The reason that a document is refused: another type, broken or cut off, encrypted, or too many pixels. */
export type DocumentFault = 'document-type' | 'document-broken' | 'document-protected' | 'document-dimensions'

/** Thrown when an uploaded document is refused. */
export class DocumentRefused extends Error {
  readonly fault: DocumentFault
  constructor(fault: DocumentFault) {
    super(fault)
    this.name = 'DocumentRefused'
    this.fault = fault
  }
}

const header = /^%PDF-[12]\.[0-9]/u
const endMark = '%%EOF'
/** Readers look for the end of the file in its last kilobyte, so some programs write that much after it. */
const endWithin = 1_024
/** The last pointer to the table of objects, before the end mark. */
const pointer = /startxref\s+([0-9]{1,10})\s+$/u

/** Tells whether bytes begin as a PDF does. Bytes before that beginning could make two files of one. */
export const beginsAsPdf = (bytes: Uint8Array): boolean =>
  header.test(Buffer.from(bytes.subarray(0, 8)).toString('latin1'))

/**
 * Checks the frame of a PDF: its end mark, and that its table of objects lies within it. Removes bytes after the end.
 * Nothing in it is run, drawn or unpacked.
 *
 * @throws DocumentRefused for a broken or cut file, and for an encrypted one: without its password it is unknown
 *   whether it opens without one.
 */
export function cleanPdf(source: Uint8Array): Uint8Array {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const mark = bytes.lastIndexOf(endMark)
  if (mark === -1 || bytes.length - mark > endWithin) throw new DocumentRefused('document-broken')
  const tail = bytes.toString('latin1', Math.max(0, mark - 64), mark)
  const table = Number(pointer.exec(tail)?.[1] ?? -1)
  if (table <= 0 || table >= mark || !isTable(bytes.toString('latin1', table, table + 64)))
    throw new DocumentRefused('document-broken')
  if (/\/Encrypt\s*(?:[0-9]+\s+[0-9]+\s+R|<<)/u.test(bytes.toString('latin1')))
    throw new DocumentRefused('document-protected')
  const end = mark + endMark.length
  const [lineEnd = ''] = /^\r?\n?/u.exec(bytes.toString('latin1', end, end + 2)) ?? []
  return bytes.subarray(0, end + lineEnd.length)
}

/** A table of objects, or a stream that holds one. */
const isTable = (text: string): boolean => /^\s*(?:xref\s|[0-9]+\s+[0-9]+\s+obj\b)/u.test(text)
