import { readFile, stat } from 'node:fs/promises'
import { OutageFileRefused } from './outage-file.ts'

/** Reads a text file. @throws OutageFileRefused when it cannot be read, is too long, or is not UTF-8. */
export async function readImportText(path: string, longestBytes: number): Promise<string> {
  const bytes = await readBytes(path, longestBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OutageFileRefused('The file is not UTF-8 text.')
  }
}

async function readBytes(path: string, longestBytes: number): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > longestBytes)
      throw new OutageFileRefused(`The file is longer than ${longestBytes / 1024 / 1024} MB.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof OutageFileRefused) throw error
    throw new OutageFileRefused(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
