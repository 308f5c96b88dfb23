import { payments } from '@coopline/contract/paying/payments/payments.contract'
import { type SliceFixtures, visitor } from '../../../testing/endpoint-fixture.ts'
import { tell } from '../../../testing/provider-double.ts'
import { pay, payingSettings, verified } from '../../../testing/quick-payer.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** The provider confirms a payment of Ada's. */
export const fixtures: SliceFixtures = async ({ portal }) => {
  portal.set(payingSettings)
  const form = await pay(portal, await verified(portal), 5_000)
  const { eventId, ...body } = tell(form, 'payment.succeeded')
  const call = { ...visitor, body, headers: { 'webhook-id': eventId } }
  return [
    [payments.postback, call],
    [payments.postbackOf, { ...call, params: { provider: 'hosted-form' } }],
  ]
}

const event = { eventId: 'e', transNo: 'T', type: 'payment.succeeded' }

export const storeCalls: StoreCalls = {
  'guest-payments': { findGuestEmail: ['T'] },
  'alarms/payment-figures': { readComparedThrough: ['2026-11-20'] },
  'alarms/alarms': {
    listAlarms: [10],
    insertAlarm: [{ kind: 'illegal-move', transNo: null, detail: {}, dedupeKey: 'k', now: given.now }],
    countAlarmedPayments: ['illegal-move'],
    listOpenAlarmDetails: ['T', 'second-person', given.now],
    settleAlarmsOf: ['T', ['illegal-move'], given.now],
    settleAlarmsAbout: ['k', given.now],
    settleOpenAlarm: [{ id: 1, by: 'dana', reason: 'checked', now: given.now }],
    listAlarmsOf: [['T']],
    claimUnmailedAlarms: [10, given.now],
  },
  'ledger/posting-file': {
    listPostingRows: [
      { day: given.day, timeZone: 'America/Chicago', after: { bookedAt: given.now, bookingId: 1 }, limit: 10 },
    ],
  },
  'ledger/ledger': {
    lockReturnFees: [given.account],
    hasOtherReturnFee: [{ transNo: 'T', accountNumber: given.account }, given.now],
    insertBooking: [
      {
        transNo: 'T',
        kind: 'refund',
        now: given.now,
        lines: [{ ledgerAccount: 'provider-clearing', amount: 0 }],
        eventKind: 'payment-refunded',
        credits: [{ accountNumber: given.account, amount: 0, body: {} }],
        receipt: null,
      },
    ],
    listBookedBetween: [
      { from: given.now, to: given.now },
      { after: undefined, limit: 10 },
    ],
    listBooked: [['T']],
    findLedgerSum: ['T'],
    listPaymentLines: ['T'],
  },
  'review/listed-payments': {
    listPayments: [{ accountNumber: given.account, limit: 10 }],
  },
  'provider-events/open-payments': {
    listOpenPayments: [],
    claimOpenPaymentsOf: [
      [given.account],
      { now: given.now, notSince: given.now, quickPayUntil: given.now, asked: [], limit: 5 },
    ],
    hasLaterPayment: ['T'],
  },
  'provider-news/provider-notices': {
    insertNotices: [
      'stripe',
      [{ kind: 'look-up', noticeId: 'n', subject: { about: 'payment', transNo: 'T' } }],
      given.now,
    ],
    claimNotices: [given.now, 10],
    endNotices: [[1], given.now],
    putBackNotices: [[1], given.now],
  },
  'stored-methods/method-requests': {
    insertMethodRequest: [
      { reference: 'M', memberNumber: given.member, expiresAt: given.now, now: given.now, provider: null },
    ],
    storeMethodReference: ['M', 'R'],
    findMethodRequest: ['M'],
    lockMethodRequest: ['M'],
    answerMethodRequest: ['M', 'm'],
    noteMethodAsking: ['M', given.now, given.now],
    listUnansweredRequests: [{ askedBefore: given.now, expiredAfter: given.now }, 10],
  },
  'stored-methods/stored-methods': {
    restrictChecks: [given.account, given.member],
    listStoredMethods: [given.member],
    findStoredMethod: [given.member, 'm'],
    lockStoredMethod: [given.member, 'm'],
    findToken: ['m'],
    lockStoredMethods: [given.member],
    setNickname: ['m', 'name'],
    setDefaultMethod: [given.member, 'm'],
    refuseMethod: ['m', 'R07'],
    refuseOnly: ['m', 'R07'],
    markRemoved: [['m'], given.now],
    listRemovedMethods: [10],
    listTokensEnding: ['1111'],
    listCardsOfMonth: [{ month: '2026-12', after: '', limit: 10 }],
    listTokensUnder: ['1'],
    renewStoredMethod: ['m', { paymentType: 'cc', cardType: 'VI', lastFour: '1111', expiry: '2029-12' }],
    deleteStoredMethod: ['m'],
    listMethodUses: [given.member, ['m']],
    insertStoredMethod: [
      {
        methodId: 'm',
        memberNumber: given.member,
        token: given.hash,
        paymentType: 'cc',
        lastFour: '1111',
        isDefault: true,
        now: given.now,
        provider: null,
        providerReference: null,
      },
    ],
  },
  payments: {
    recordAcceptance: ['T', event],
    selectUnderReview: [['T']],
    countPaymentsUnderReview: [],
    recordProviderView: ['T', { status: 'succeeded', sum: 0 }],
    isRequestedUnder: ['T', 'scope'],
    lockPayment: ['T'],
    storeReference: ['T', 'R'],
    findByRequest: ['scope', 'k'],
    movePayment: [
      'T',
      { from: 'requested', to: 'expired', event: 'expired', corrected: false, source: 'portal', at: given.now },
    ],
  },
  'provider-events/postings': {
    insertPosting: [{ key: 'k', event, source: 'postback', outcome: 'applied', now: given.now }],
    findPostedEvent: ['k'],
    listPostedEvents: [['k']],
    selectDoubleCharges: [['k']],
    listEventsOfPayment: ['T'],
  },
  'ledger/refund-orders': {
    listRefundOrders: ['T'],
    repeatRefundOrder: ['R', given.now],
    endRefundOrder: ['R', 'done'],
    endReportedRefund: ['T', { name: 'R', amount: 1 }],
  },
  'review/reviewed-payments': {
    findRefundAsked: ['T'],
    recordRefundAsked: ['T', given.now],
    listPaymentsUnderReview: [10],
  },
  'bank-debits/bank-debits': { insertBankDebits: [[], { handOff: {}, now: given.now }] },
  'reconcile/reconcile': {
    beginComparedDays: [given.day, given.now],
    recordComparedDays: [{ first: given.day, last: given.day }, given.now],
    listOpenDays: [given.day, 10],
    listSharesAndEvents: [['T']],
    insertReported: [
      'R',
      [{ kind: 'readable', transNo: 'T', events: [], standing: { status: 'open', netAmount: null } }],
      given.now,
    ],
    listReported: ['R', { after: '', limit: 10 }],
    findReported: ['R', ['T']],
    listUnreadable: ['R', { after: 0, limit: 10 }],
    deleteReported: ['other', { readBefore: new Date(0), limit: 10 }],
  },
  'request/payments-under-way': {
    findPaymentsUnderWay: [[given.account]],
    findRequestAndUnderWay: [{ scope: 'scope', key: 'key', accountNumbers: [given.account] }],
  },
  'request/to-confirm': { listToConfirm: [given.member, given.now] },
  'request/deferred': {
    listDeferred: [[given.account], given.day],
    listDeferredOn: [[{ accountNumber: given.account, dueOn: given.day }]],
  },
}
