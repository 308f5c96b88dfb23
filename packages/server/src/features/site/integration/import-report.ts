import { closeSync, constants, openSync, writeSync } from 'node:fs'
import type { ImportEntry } from './import-entry.ts'

/** The report of an import as a CSV file. */
export interface ImportReport {
  readonly add: (entry: ImportEntry) => void
  /** Writes what is left. @returns whether a file was made: none is when there was nothing to say. */
  readonly close: () => boolean
}

const header = 'severity,file,line,column,value,reason\r\n'
const bufferLength = 65_536

/** Others may write in a watch folder: a link of theirs must not lead to a file of the portal's. */
const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW

/** Writes entries immediately. The first one creates the file, readable for its owner only. */
export function openImportReport(path: string): ImportReport {
  let file: number | undefined
  let waiting = ''
  const flush = () => {
    if (waiting === '') return
    file ??= openSync(path, flags, 0o600)
    writeSync(file, waiting)
    waiting = ''
  }
  return {
    add: (entry) => {
      if (file === undefined && waiting === '') waiting = header
      waiting += reportLine(entry)
      if (waiting.length >= bufferLength) flush()
    },
    close: () => {
      flush()
      if (file !== undefined) closeSync(file)
      return file !== undefined
    },
  }
}

/** One entry as a line of CSV. */
const reportLine = ({ severity, file, line, column, value, reason }: ImportEntry): string =>
  `${[severity, file, String(line), column, value, reason].map(reportCell).join(',')}\r\n`

/**
 * A value as a CSV cell that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe in
 * front (OWASP, "CSV Injection").
 *
 * @internal
 */
export function reportCell(value: string): string {
  const harmless = /^\s*[=+\-@\t\r]/u.test(value) ? `'${value}` : value
  return `"${harmless.replaceAll('"', '""')}"`
}
