import { escapeControls } from '../../../platform/command-outcome.ts'

/** One entry of the import's report, about a row or a file. */
export interface ImportEntry {
  /** `error`: the row or the file was not imported. `notice`: nothing was lost, but the operator may want to know. */
  readonly severity: 'error' | 'notice'
  readonly file: string
  /** Counted from 1, the header being line 1; 0 when it is about the file as a whole. */
  readonly line: number
  /** Empty when it is about the whole row. */
  readonly column: string
  readonly value: string
  readonly reason: string
}

const displayedLength = 200

/** A value as a report can carry it: on one line, without control characters, and not longer than 200 characters. */
export function showValue(value: string): string {
  const cut = value.length > displayedLength ? `${value.slice(0, displayedLength)}…` : value
  return escapeControls(cut)
}
