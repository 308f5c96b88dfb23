import { join } from 'node:path'
import { bundleFiles } from '../features/integration/bundle-files.ts'
import { secretKinds } from '../platform/stored-secrets/secret-kinds.store.ts'
import { createEndpointFixtures } from './endpoint-fixtures.ts'
import { outageCalls } from './incident-calls.ts'
import { rowsBeside } from './rows-beside.ts'
import { operatorCalls, personalDataCalls } from './operator-calls.ts'
import type { TestPortal } from './test-portal.ts'

const source = join(import.meta.dirname, '..')
const [now, day] = [new Date('2026-11-20T15:00:00Z'), '2026-11-20'] as const
const [account, member, phone, hash] = ['100100101', '10001', '7155550123', Buffer.from('hash')] as const
const login = '00000000-0000-4000-8000-000000000001'
const event = { eventId: 'e', transNo: 'T', type: 'payment.succeeded' }
const usage = { accountNumber: account, meterNumber: 'E-1', day }
const recorded = { memberNumber: member, eventId: 1, now }
const message = {
  dedupeKey: 'k',
  channel: 'text',
  recipient: phone,
  subject: '',
  bodyText: '',
  language: 'en',
  now,
}
const acknowledged = [[{ subject: account, throughEvent: '1' }], now] as const

/** Functions of stores that no endpoint and no scheduled job of the walk calls, with values for each. */
const calls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  ...operatorCalls,
  'features/capital-credits/capital-credits': { insertLettersAndCredits: [[], []] },
  'features/service-applications/service-applications': {
    updateDraft: ['A-BCDF-GHJK', hash, now],
    findStatus: ['A-BCDF-GHJK'],
  },
  'features/member-documents/member-documents': {
    insertMemberDocument: [{ title: 'T', spanishTitle: '', fileName: 'a.pdf', url: '' }, now],
    findMemberDocumentFile: [1],
    deleteMemberDocument: [0],
  },
  'platform/notices/notice': {
    insertSentNotices: [[{ accountNumber: account, topic: 'outage', dedupeKey: 'f' }], now],
  },
  'platform/messages/message': {
    insertMessage: [message],
    claimMessages: [{ channel: 'text', limit: 1, now, nextAttemptAt: now }],
    markSent: [[1], now],
    markFailed: [1, 'error', now],
    listNewestMessages: [10],
  },
  'features/site/site': {
    loadSettingVersion: [],
    listStoredSettings: [],
    raiseSettingVersion: [],
    saveSettings: [[{ key: 'k', value: 1 }], now, 'me'],
    removeSettings: [['other']],
    recordSettingChanges: [[{ key: 'k', before: null, after: 1 }], now, 'me'],
    listSettingAuthors: [],
  },
  'features/sign-in/logins': {
    rehash: [login, 'hash'],
    setUsername: [login, 'name'],
    setEmail: [login, 'a@b.test'],
  },
  'features/sign-in/app-secrets': { setAppSecret: [login, hash, now], replaceAppSecret: [login, hash, hash] },
  'features/sign-in/sessions': { noteSeen: [login, now], noteUsed: [{ sessionId: login, tokenHash: hash }] },
  'features/sign-in/known-devices': { isIssuedDevice: [hash, now] },
  'features/payments/idempotency-scope': { isRequestedUnder: ['T', 'scope'] },
  'features/connected-apps/apps': { listApps: [], deleteApp: ['app'] },
  'features/connected-apps/connections': { isConnected: ['grant', now] },
  'features/connected-apps/oauth-records': { consumeRecord: ['Grant', hash, now], deleteRecord: ['Grant', hash] },
  'features/quick-pay/grant': { revokeGrant: [hash, now], hasVerifiedBefore: [account, hash, now] },
  'features/quick-pay/payer-browsers': { listPayerBrowsers: [account, 10] },
  'platform/attempts/attempts': { deleteAttempts: [[{ kind: 'k', subject: 's' }]] },
  'features/payments/alarms': {
    insertAlarm: [{ kind: 'illegal-move', transNo: null, detail: {}, dedupeKey: 'k', now }],
    countAlarmedPayments: ['illegal-move'],
    settleAlarmsOf: ['T', ['illegal-move'], now],
    listAlarmsOf: [['T']],
    claimUnmailedAlarms: [10, now],
  },
  'features/payments/events-out': { listSharesAndEvents: [['T']] },
  'features/payments/posting-file': {
    listPostingRows: [{ day, timeZone: 'America/Chicago', after: { bookedAt: now, bookingId: 1 }, limit: 10 }],
  },
  'features/payments/ledger': {
    insertBooking: [
      {
        transNo: 'T',
        kind: 'refund',
        now,
        lines: [{ ledgerAccount: 'provider-clearing', amount: 0 }],
        eventKind: 'payment-refunded',
        credits: [{ accountNumber: account, amount: 0, body: {} }],
        receipt: null,
      },
    ],
    listBookedBetween: [
      { from: now, to: now },
      { after: undefined, limit: 10 },
    ],
    listBooked: [['T']],
    listPaymentLines: ['T'],
  },
  'features/payments/listed-payments': {
    listPayments: [{ accountNumber: account, limit: 10 }],
    listAlarms: [10],
    settleAlarm: [1, now],
  },
  'features/payments/open-payments': { listOpenPayments: [] },
  'features/auto-pay/auto-pay': {
    listAccountsToPlan: ['', 10],
    insertCharge: [
      {
        accountNumber: account,
        dueDate: day,
        memberNumber: member,
        methodId: 'm',
        chargeOn: day,
        amount: 1,
        state: 'waiting',
        linkHash: hash,
        now,
      },
    ],
    listWaitingCharges: [day, { chargeOn: day, accountNumber: '' }, 10],
    lockCharge: [account, day],
    lockChargeByLink: [hash],
    updateCharge: [
      { accountNumber: account, dueDate: day },
      { state: 'done', outcome: 'confirmed' },
    ],
    stopWaitingCharges: [account, 'paused'],
  },
  'features/payments/method-requests': {
    insertMethodRequest: [{ reference: 'M', memberNumber: member, expiresAt: now, now }],
    findMethodRequest: ['M'],
    lockMethodRequest: ['M'],
    answerMethodRequest: ['M', 'm'],
    noteMethodAsking: ['M', now, now],
    listUnansweredRequests: [{ askedBefore: now, expiredAfter: now }, 10],
  },
  'features/payments/stored-methods': {
    listStoredMethods: [member],
    findStoredMethod: [member, 'm'],
    lockStoredMethod: [member, 'm'],
    findToken: ['m'],
    lockStoredMethods: [member],
    setNickname: ['m', 'name'],
    setDefaultMethod: [member, 'm'],
    markRemoved: [['m'], now],
    listRemovedMethods: [10],
    listTokens: [member],
    deleteStoredMethod: ['m'],
    listMethodUses: [member, ['m']],
    insertStoredMethod: [
      { methodId: 'm', memberNumber: member, token: hash, paymentType: 'cc', lastFour: '1111', isDefault: true, now },
    ],
  },
  'features/payments/payments': {
    lockPayment: ['T'],
    findByRequest: ['scope', 'k'],
    movePayment: [
      'T',
      { from: 'requested', to: 'expired', event: 'expired', corrected: false, source: 'portal', at: now },
    ],
  },
  'features/payments/postings': {
    insertPosting: [{ key: 'k', event, source: 'postback', outcome: 'applied', now }],
    findPostedEvent: ['k'],
    listPostedEvents: [['k']],
    selectDoubleCharges: [['k']],
    listEventsOfPayment: ['T'],
  },
  'features/payments/reviewed-payments': {
    listPaymentsUnderReview: [10],
    countPaymentsUnderReview: [],
    selectUnderReview: [['T']],
    recordAcceptance: ['T', event],
  },
  'features/notifications/due-notices': {
    listBilledAccounts: [[account], day],
    upsertNotifiedOutage: [[{ accountNumber: account, memberNumber: member, isOut: true }], now],
  },
  ...outageCalls,
  'features/my-profile/profile-changes': {
    saveMemberChoices: [{ paperlessBilling: true }, recorded],
    saveAccountChoices: [
      {
        accountNumber: account,
        paperless: { emailBillNotice: true, paperlessBilling: true, paperlessOther: true },
        roundUp: { isOn: true, amount: 100, expiration: null },
      },
      recorded,
    ],
    setSecretQuestion: [login, 'question', 'hash'],
  },
  'features/average-billing/average-billing': {
    upsertBillingChoice: [{ ...recorded, accountNumber: account, billingType: 'Average', settlementMonth: 6 }],
  },
  'features/integration/events': {
    listWaitingEvents: [0, 10],
    acknowledgeEvents: [[1], now],
    selectUnknownEvents: [[1]],
  },
  'features/integration/integration': {
    findLastEventId: [],
    acknowledgePayments: acknowledged,
    acknowledgeProfileChanges: acknowledged,
    acknowledgeMemberChoices: acknowledged,
    acknowledgeAccountChoices: acknowledged,
    acknowledgeBillingChoices: acknowledged,
    acknowledgeDrafts: acknowledged,
    acknowledgeArrangements: acknowledged,
    takeImportLock: [],
    setSavepoint: [],
    rollBackToSavepoint: [],
    releaseSavepoint: [],
  },
  'features/accounts/accounts': {
    insertMailOnFile: [member, message],
    findLanguage: [member],
    listAccountsByNumber: [[account]],
    listEmails: [[member]],
  },
  'features/drafts/draft-requests': {
    insertDraftRequest: [{ reference: 'M', memberNumber: member, option: 'CREDIT', items: [], expiresAt: now, now }],
    findDraftRequest: ['M'],
    lockDraftRequest: ['M'],
    listOpenDraftRequests: [10],
    settleDraftRequest: ['M', 'set-up'],
  },
  'features/drafts/drafts': {
    listDraftDays: [member, day],
    replaceInstitutions: [[{ routingNumber: '091809003', name: 'Bank' }]],
    listBankNumbers: [[1]],
    lockDraftOfEvent: [account, 1],
  },
  'features/runs/runs': {
    startRun: [day, day, now],
    noteProgress: [day, { kind: 'draft', key: account }],
    completeRun: [day, now],
    reopenFailed: [day],
    takeItems: [
      [{ kind: 'draft', enrollmentId: '1', dueDate: day, accountNumber: account, memberNumber: member }],
      { runDate: day, now },
    ],
    settleItems: [[{ id: 1, outcome: { state: 'skipped', reason: 'removed' } }]],
    listPendingItems: ['scheduled', { after: 0, limit: 10 }],
    listPostponed: ['draft', { since: day, before: day }, { after: 0, limit: 10 }],
    countItems: [day],
    listRuns: [10],
  },
  'features/scheduled-payments/scheduled-payments': {
    findScheduled: ['T'],
    endScheduled: [{ transNo: 'T', memberNumber: member }, now],
    listDueScheduled: [day, { after: '', limit: 10 }],
  },
  'features/payments/bank-debits': { insertBankDebits: [[], { handOff: {}, now }] },
  'features/payments/deferred': { listDeferred: [[account], day] },
  'features/runs/due-drafts': {
    listRunningDrafts: ['method_id', { after: '', limit: 10 }, day],
    findPageEnd: ['method_id', { after: '', limit: 10 }],
    lockRunningDrafts: [[{ accountNumber: account, eventId: 1 }]],
    lockMethodDraft: [{ accountNumber: account, eventId: 1, methodId: 'm' }],
  },
  'features/runs/returns': {
    lockEntryByTrace: ['091000010000001'],
    insertReturn: [{ itemId: 1, code: 'R01', action: 'retry', draftEvent: '1', retryOn: day, retries: 1, now }],
    restrictChecks: [account, member],
    listRetries: [
      { from: day, to: day },
      { after: 0, limit: 10 },
    ],
    findRetry: [1],
  },
  'features/runs/bank-files': {
    lockBankFiles: [],
    findOpenFile: [],
    beginFile: [
      { fileDate: day, effectiveDate: day, originator: { destination: '091000019' }, createdAt: now, most: 10 },
      'first',
    ],
    listFileItems: [1, { after: '', limit: 10 }],
    rejectItem: [1, { id: 1, amount: 1 }, 'reason'],
    releaseFile: [1, now, 'hash'],
  },
  'features/credential-recovery/forgotten-login': { findMemberByAccountAndEmail: [account, 'a@b.test'] },
  'features/credential-recovery/reset-links': {
    insertLink: [{ tokenHash: hash, loginId: login, now, expiresAt: now }],
    closeLinks: [login, now],
  },
  'features/calendar/calendar': {
    findByToken: [hash],
    loadBillingDays: [member],
    keepEntries: [
      member,
      [{ accountNumber: account, kind: 'bill', item: day, dueOn: day, date: day, amount: 1, isPastDue: false }],
      now,
    ],
  },
  'features/green-button/billed-periods': { listBilledPeriods: [{ accountNumber: account, from: day, to: day }] },
  'features/usage/write-readings': {
    createMonths: [day, day],
    upsertDailyReadings: [
      [
        {
          ...usage,
          used: 1,
          received: null,
          demand: null,
          status: 'actual',
          unit: 'kWh',
          endReading: null,
          charge: null,
          prepaidVendor: null,
        },
      ],
    ],
    upsertIntervalDays: [[{ ...usage, minutes: 60, used: [1], received: null, status: 'actual' }]],
    updateReceived: [[{ ...usage, received: 1 }]],
    sumIntervalDays: [[usage]],
    upsertWeather: ['A', [{ day, low: 1, high: 2, average: 1.5 }]],
    setWeatherStation: [['54701'], 'A'],
  },
  'features/usage/known-meters': { listKnownMeters: [[usage]] },
  'features/usage/readings': {
    listMeters: [account],
    loadDailyReadings: [{ ...usage, from: day, to: day }],
    loadIntervalDays: [{ ...usage, from: day, to: day }],
    monthlyTotals: [{ accountNumber: account, from: day, to: day }],
    loadWeather: [{ zip: '54701', from: day, to: day }],
  },
  'features/account-profile/profiles-pending-review': { listProfilesPendingReview: [now, 10] },
}

/** What builds a part of a statement, and what the stores share beside statements. */
const parts: readonly (readonly [file: string, name: string, ...values: readonly unknown[]])[] = [
  ['platform/messages/message', 'messageTo', 'somebody', message],
  ['platform/notices/notice', 'aboutOf', 'outage', account],
  ['features/accounts/accounts', 'emailOf', member],
  ['features/calendar/calendar', 'entryKey', { accountNumber: account, kind: 'bill', item: day }],
]

type Store = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>
const open = async (file: string) => (await import(join(source, `${file}.store.ts`))) as Store

/**
 * Makes the portal send every statement that its stores have: calls every endpoint, runs every scheduled job, and calls what is
 * left by itself. A statement may fail for the values that it is given; it is its text that counts.
 */
export async function walkEveryStore(portal: TestPortal): Promise<void> {
  for (const fixture of await createEndpointFixtures(portal)) await fixture.send()
  await portal.database.runScript(rowsBeside(account, day))
  for (const job of portal.jobs.scheduled) await ignoringFailure(async () => portal.jobs.run(job, {}))
  await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  for (const [file, functions] of Object.entries(calls)) {
    const store = await open(file)
    for (const [name, values] of Object.entries(functions)) await callInTransaction(portal, store, name, values)
  }
  for (const [file, name, ...values] of parts) (await open(file))[name]?.(...values)
  const secrets = await open('platform/stored-secrets/stored-secrets')
  for (const kind of secretKinds) {
    const id = kind.id.map((name) => (name === 'id' ? 1 : name === 'login_id' ? login : hash))
    await callInTransaction(portal, secrets, 'listKeyIds', [kind])
    await callInTransaction(portal, secrets, 'countSecrets', [kind, 'k', 10])
    for (const after of [undefined, id])
      await callInTransaction(portal, secrets, 'listSecrets', [kind, { keyId: 'k', after, limit: 10 }])
    await callInTransaction(portal, secrets, 'replaceSecret', [kind, { id, secret: hash }, hash])
  }
  const personal = await open('features/member-support/personal-data')
  for (const [name, values] of personalDataCalls) await callInTransaction(portal, personal, name, values)
  const integration = await open('features/integration/integration')
  for (const file of bundleFiles) {
    await callInTransaction(portal, integration, 'upsertRows', [file, [file.columns.map(() => '1')]])
    for (const parent of file.parents) {
      const types = parent.columns.map((name) => file.columns.find((column) => column.name === name)?.kind.type)
      await callInTransaction(portal, integration, 'listUnknownParents', [
        parent,
        types,
        [parent.columns.map(() => '1')],
      ])
    }
  }
}

const callInTransaction = async (portal: TestPortal, store: Store, name: string, values: readonly unknown[]) =>
  ignoringFailure(async () => portal.deps.db.transaction().execute(async (tx) => store[name]?.(tx, ...values)))

async function ignoringFailure(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch {
    // Its text was recorded before the database refused its values.
  }
}
