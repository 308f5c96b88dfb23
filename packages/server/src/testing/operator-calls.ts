import { personalData } from '../features/member-support/personal-data.ts'

const now = new Date('2026-11-20T15:00:00Z')
/** Nobody's: the walk must not erase what later statements read. */
const personalScope = {
  memberNumber: 'nobody',
  accountNumbers: ['0'],
  loginIds: ['00000000-0000-4000-8000-000000000001'],
  addresses: ['a@b.test'],
}

/** Functions of stores that only commands of operators call, with values for each. */
export const operatorCalls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'platform/retention/retention': {
    deleteOldest: [{ table: 'portal.audit', column: 'at' }, now, 10],
    dropOldestMonth: ['meter.daily_reading', now],
  },
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
  'features/member-support/member-view': {
    findMemberFacts: ['10001', 10],
    findLoginFacts: ['10001'],
    listPaymentStories: ['10001', 10],
  },
  'features/member-support/personal-data': {
    loadPersonalScope: ['10001'],
    lockLogin: ['10001'],
    countMoneyUnderWay: [personalScope],
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

/** Calls of one function for each table of personal data: the first and a later page, and the deletion. */
export const personalDataCalls: readonly (readonly [name: string, values: readonly unknown[]])[] = personalData.flatMap(
  (rule) => [
    ...(rule.omit === 'all' ? [] : [undefined, '{}']).map(
      (after) => ['listPersonalRows', [rule, personalScope, { after, limit: 10 }]] as const,
    ),
    ...(rule.isErased ? [['erasePersonalRows', [rule, personalScope, now]] as const] : []),
  ],
)
