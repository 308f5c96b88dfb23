import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Tells whether a document of the cooperative is in DOCUMENTS_DIR. An address elsewhere counts as there: it is not a file of
 * the folder.
 */
export async function hasDocument(folder: string | undefined, name: string): Promise<boolean> {
  if (name.includes(':')) return true
  if (folder === undefined || name.includes('\0')) return false
  const found = await stat(resolve(folder, name)).catch(() => undefined)
  return found?.isFile() === true
}
