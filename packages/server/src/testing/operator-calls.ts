/** Functions of stores that only commands of operators call, with values for each. */
export const operatorCalls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'platform/backup/backup': {
    exportSnapshot: [],
    readMajorVersion: [],
    listAppliedMigrations: [],
    countRows: [],
    readLedgerState: [],
    isEmptyDatabase: [],
  },
}
