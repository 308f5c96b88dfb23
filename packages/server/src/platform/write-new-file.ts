import { open } from 'node:fs/promises'
import { escapeControls } from './command-outcome.ts'

/**
 * Writes a file that must not exist yet, readable by its owner alone.
 *
 * @param before runs after the file was opened and before anything is in it, such as the audit entry.
 * @returns why the file cannot be written, for the operator; `null` when it was written.
 */
export async function writeNewFile(
  file: string,
  bytes: Uint8Array,
  before: () => Promise<void>,
): Promise<string | null> {
  try {
    const target = await open(file, 'wx', 0o600)
    try {
      await before()
      await target.writeFile(bytes)
    } finally {
      await target.close()
    }
    return null
  } catch (error) {
    return refusedByDisk(error)
  }
}

/** The sentence for a fault of the file system. @throws any other error. */
export function refusedByDisk(error: unknown): string {
  if (error instanceof Error && 'syscall' in error)
    return `The file cannot be written: ${escapeControls(error.message)}`
  throw error
}
