import { randomUUID } from 'node:crypto'
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused, UnsupportedMedia } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import { beginsAsPdf, cleanPdf, DocumentRefused } from '../../../platform/uploads/clean-pdf.ts'

const reasons = {
  'document-type': 'The body is no PDF',
  'document-broken': 'The PDF is broken or cut off',
  'document-protected': 'The PDF is encrypted; send it without a password',
  'document-dimensions': 'The body is no PDF',
} as const

/**
 * Stores a PDF in DOCUMENTS_DIR, in place of one with the same name (REQ-D-505). Readers see the former file or the whole new one.
 *
 * @throws NotAllowed without DOCUMENTS_DIR; UnsupportedMedia; TooLarge; Refused for a body that is no whole PDF.
 */
export async function pushDocument(
  { env }: Pick<Deps, 'env'>,
  { stream }: RequestFacts,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<{ readonly name: string; readonly bytes: number }> {
  const folder = env.DOCUMENTS_DIR
  if (folder === undefined) throw notAllowed('The portal has no folder for documents: DOCUMENTS_DIR is not set')
  if (stream === undefined) throw new UnsupportedMedia('The body is no application/pdf')
  const pieces: Buffer[] = []
  for await (const piece of stream.pieces) pieces.push(piece)
  const bytes = wholePdf(Buffer.concat(pieces))
  try {
    await store(folder, kind, name, bytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EROFS', 'EACCES', 'ENOENT', 'EPERM'].includes(code)) throw error
    throw notAllowed(`The portal may not write in its folder for documents (${code})`)
  }
  return { name: `${kind}/${name}`, bytes: bytes.length }
}

const notAllowed = (sentence: string) => new NotAllowed(sentence, protocolRefusal('no-documents', sentence))

async function store(folder: string, kind: string, name: string, bytes: Uint8Array): Promise<void> {
  const target = join(await realpath(folder), kind)
  await mkdir(target, { recursive: true })
  if ((await realpath(target)) !== target) throw notAllowed('A folder of documents is a link')
  // In the same folder, so that it is renamed in one step. Names that begin with a dot are not served.
  const unfinished = join(target, `.${randomUUID()}.part`)
  try {
    const file = await open(unfinished, 'wx', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(target, name))
  } finally {
    await rm(unfinished, { force: true })
  }
}

function wholePdf(bytes: Buffer): Uint8Array {
  const refuse = (fault: keyof typeof reasons) => new Refused(protocolRefusal(fault, reasons[fault]))
  if (!beginsAsPdf(bytes)) throw refuse('document-type')
  try {
    return cleanPdf(bytes)
  } catch (error) {
    throw error instanceof DocumentRefused ? refuse(error.fault) : error
  }
}
