/** The result for one file. `rows` is the sum of `added`, `changed`, `unchanged`, `repeated` and `refused`. */
export interface FileSummary {
  readonly file: string
  /** `cut short`: read up to a place from which it cannot be read; the report names the line. */
  readonly state: 'imported' | 'absent' | 'refused' | 'cut short'
  readonly rows: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  /** Rows that repeat an earlier row of the file. */
  readonly repeated: number
  readonly refused: number
  /** Rows on file that a full load removed, and accounts that it made inactive. */
  readonly ended: number
  /**
   * The number of portal payments that the imported balances already include; `events` is the number of events that the
   * import acknowledged.
   */
  readonly credits: number
  readonly events: number
}

export interface ImportSummary {
  readonly dryRun: boolean
  readonly files: readonly FileSummary[]
  /** Entries of the report by severity. */
  readonly errors: number
  readonly notices: number
}
