import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { Deps } from '../deps.ts'

/** A PDF is sent as one text; what is larger than this is not a bill. */
const mostBytes = 8 * 1024 * 1024

/**
 * Reads a PDF of the cooperative from DOCUMENTS_DIR. An import names it, so the name is not trusted: with links
 * resolved it must be a file within the folder, below the size limit, and a PDF.
 *
 * @returns `undefined` when there is no such file; the log says why.
 */
export async function readDocument(deps: Pick<Deps, 'env' | 'log'>, name: string): Promise<Buffer | undefined> {
  const found = await findDocument(deps.env.DOCUMENTS_DIR, name)
  if (typeof found !== 'string') return found
  // Not the name: the cooperative may have put an account number into it.
  deps.log.warn({ reason: found }, 'A document cannot be shown')
  return undefined
}

async function findDocument(folder: string | undefined, name: string): Promise<Buffer | string> {
  if (folder === undefined) return 'DOCUMENTS_DIR is not set'
  if (name.includes('\0')) return 'not a file name'
  try {
    const root = await realpath(folder)
    const path = await realpath(resolve(root, name))
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return 'lies outside DOCUMENTS_DIR'
    return await readPdf(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}

async function readPdf(path: string): Promise<Buffer | string> {
  // Opening a pipe without a writer would wait forever.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const facts = await file.stat()
    if (!facts.isFile()) return 'not a file'
    if (facts.size > mostBytes) return `larger than ${mostBytes / 1024 / 1024} MB`
    const bytes = await file.readFile()
    return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? bytes : 'not a PDF'
  } finally {
    await file.close()
  }
}
