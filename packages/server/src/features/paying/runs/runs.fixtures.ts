import { given, type StoreCalls } from '../../../testing/store-calls.ts'

const due = {
  kind: 'draft',
  enrollmentId: '1',
  dueDate: given.day,
  accountNumber: given.account,
  memberNumber: given.member,
}

export const storeCalls: StoreCalls = {
  runs: {
    startRun: [given.day, given.day, given.now],
    noteProgress: [
      { runDate: given.day, startedAt: given.now },
      { kind: 'draft', key: given.account },
    ],
    completeRun: [{ runDate: given.day, startedAt: given.now }, given.now],
    reopenFailed: [given.day, given.now],
    lockDue: [[due]],
    findNewDue: [[due], given.day],
    insertItems: [[{ due, outcome: { state: 'skipped', reason: 'removed' } }], { runDate: given.day, now: given.now }],
    settleItem: [1, { state: 'skipped', reason: 'removed' }],
    listPendingItems: ['scheduled', { after: 0, limit: 10 }],
    listPostponed: ['draft', { since: given.day, before: given.day }, { after: 0, limit: 10 }],
    countItems: [given.day],
    listRuns: [10],
  },
  'due-drafts': {
    listRunningDrafts: [
      'method_id',
      { after: '', through: given.account },
      { since: given.day, timeZone: 'America/Chicago' },
    ],
    findPageEnd: ['method_id', { after: '', limit: 10 }],
    lockRunningDrafts: [[{ accountNumber: given.account, eventId: 1, orCorrected: true }]],
    listBilledAfter: [[{ accountNumber: given.account, day: given.day }]],
    lockMethodDraft: [{ accountNumber: given.account, eventId: 1, methodId: 'm' }],
  },
  returns: {
    lockEntryByTrace: ['091000010000001'],
    lockEntryByItem: [1],
    listReturnCodes: [1],
    markRejected: [1, true],
    insertReturn: [
      {
        itemId: 1,
        code: 'R01',
        action: 'retry',
        draftEvent: '1',
        retryOn: given.day,
        originalOn: given.day,
        retries: 1,
        now: given.now,
      },
    ],
    readReturnFigures: [given.now],
    listRetries: [
      { from: given.day, to: given.day },
      { after: 0, limit: 10 },
    ],
    findRetry: [1],
  },
  'bank-files': {
    lockBankFiles: [],
    findOpenFile: [],
    findReleasedFile: [{ fileDate: given.day, modifier: 'A' }],
    findEntriesByTrace: [1, ['091000010000001']],
    beginFile: [
      {
        fileDate: given.day,
        effectiveDate: given.day,
        originator: { destination: '091000019' },
        createdAt: given.now,
        most: 10,
      },
      'first',
    ],
    listFileItems: [1, { after: '', limit: 10 }],
    rejectItem: [1, { id: 1, amount: 1 }, 'reason'],
    releaseFile: [1, given.now, 'hash'],
  },
}
