import { open } from 'node:fs/promises'
import type { Deps } from '../../../platform/deps.ts'
import { csvSource, importReadings, type ReadingsImport, type ReadingsSummary, toUnreadable } from '../usage/public.ts'
import { greenButtonSource } from './green-button-source.ts'
import type { GreenButtonOptions } from './series-target.ts'

/**
 * Imports a readings file, Green Button XML or CSV, detected from its start (docs/IMPORT.md).
 *
 * @throws ReadingsUnreadable when the file cannot be read to its end; then nothing is stored.
 */
export async function importReadingsFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  path: string,
  options: ReadingsImport & Partial<GreenButtonOptions>,
): Promise<ReadingsSummary> {
  const { usagePoints = new Map(), spreadsMonths = false } = options
  const source = (await isXml(path)) ? greenButtonSource(path, { usagePoints, spreadsMonths }) : csvSource(path)
  return importReadings(deps, path, source, options)
}

/**
 * True when the file's first non-space character is `<`, in UTF-8 or UTF-16.
 *
 * @throws ReadingsUnreadable when the file does not exist.
 */
async function isXml(path: string): Promise<boolean> {
  try {
    const file = await open(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512)
      return /^[\0\uFEFF\u00EF\u00BB\u00BF\u00FE\u00FF\s]*</u.test(buffer.toString('latin1', 0, bytesRead))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toUnreadable(path, error)
  }
}
