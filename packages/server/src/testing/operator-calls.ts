const now = new Date('2026-11-20T15:00:00Z')

/** Functions of stores that only commands of operators call, with values for each. */
export const operatorCalls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'platform/stored-secrets/stored-secrets': {
    countLiveCodes: [now],
    listKnownKeys: [],
    noteKeys: [[{ keyId: 'k', fingerprint: Buffer.from('hash') }], now],
  },
  'platform/jobs/given-up-jobs': { listGivenUpJobs: [], removeGivenUpJobs: [undefined] },
  'features/member-support/find-members': {
    findMemberNumbers: [{ number: '1', phone: '7155550123', email: 'a@b.test', usernameKey: 'a', words: 'ada:*' }, 10],
    listMembers: [['10001'], 5],
  },
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
