const now = new Date('2026-11-20T15:00:00Z')

/** Functions of stores that only commands of operators call, with values for each. */
export const operatorCalls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'platform/stored-secrets/stored-secrets': {
    countLiveCodes: [now],
    listKnownKeys: [],
    noteKeys: [[{ keyId: 'k', fingerprint: Buffer.from('hash') }], now],
  },
  'platform/jobs/given-up-jobs': { listGivenUpJobs: [], removeGivenUpJobs: [undefined] },
  'platform/doctor/doctor': { readLastRun: ['delete-expired'], readNewestBillDay: [] },
  'platform/backup/backup': {
    exportSnapshot: [],
    readMajorVersion: [],
    listAppliedMigrations: [],
    countRows: [],
    readLedgerState: [],
    isEmptyDatabase: [],
  },
}
