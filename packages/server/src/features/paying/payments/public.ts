export { listDeferred, listDeferredOn } from './request/deferred.store.ts'
export { lookUpPayment } from './provider-events/look-up-payment.ts'
export { forHolder, listAmountsDue, isHeldUp, lockOwed, lockOwedOf, type Owed } from './request/amounts-owed.ts'
export {
  accountFigures,
  accountsWithCeiling,
  lastPaymentAnswer,
  paymentSettingsAnswer,
  paymentsUnderWayAnswer,
} from './request/payment-settings.answer.ts'
export { isOutOfReach, lastingProblemOf, methodSettings } from './stored-methods/method-settings.ts'
export { type Payer, amountSettingsOf, isPaymentUnderWay } from './request/build-payment.ts'
export { startPayment } from './request/request-payment.ts'
export { paymentResult } from './provider-events/payment-result.answer.ts'
export {
  findPaymentsUnderWay,
  lockPaymentRequests,
  type UnderWayByAccount,
} from './request/payments-under-way.store.ts'
export { findLastPayment, listLastPayments } from './request/last-payment.store.ts'
export { listToConfirm } from './request/to-confirm.store.ts'
export { isRequestedUnder } from './payments.store.ts'
export {
  chargeStoredMethod,
  checkStoredCharge,
  findStoredCharge,
  payWithStoredMethod,
  type StoredMethodCharge,
} from './request/charge-stored-method.ts'
export { findGuestPayment, listPaidByGuest } from './guest-payments.store.ts'
export { accountForGuest, guestPayer, linkPayer, memberPayer } from './request/member-payer.ts'
export { settleUnderWay } from './provider-events/settle-open-payment.ts'
export { startItemPayment } from './request/start-item-payment.ts'
export {
  findPayableAccounts,
  isPayable,
  listPayableAccounts,
  type PayableAccount,
} from './request/payable-accounts.store.ts'
export { accountDisplay, newTransNo, feeOn, feeOptionOf, feesToCharge, type FeeTerms, feeTermsOf } from './payment.ts'
export {
  findMethodOf,
  lookUpMethodOf,
  lookUpMethodRequest,
  requestMethod,
  storableKinds,
} from './stored-methods/request-method.ts'
export { type BankDebit, bookBankDebits, returnBankDebit } from './bank-debits/bank-debit.ts'
export { forbidChecks, changeStoredMethod } from './stored-methods/stored-methods.ts'
export { acceptPayment, rejectPayment, type ReviewDecision } from './review/review-payment.ts'
export { isRefundable, refundPayment } from './review/refund-payment.ts'
export { clearingAccounts, type FeeWaiver, refundedOf } from './ledger/ledger.ts'
export { settleAlarm, isSettledByDecision, raiseAlarm } from './alarms/alarms.ts'
export type { Alarm } from './alarms/alarms.store.ts'
export { removeStoredMethods } from './stored-methods/remove-stored-methods.ts'
export {
  findStoredMethod,
  listMethodUses,
  listStoredMethods,
  lockStoredMethod,
  type StoredMethod,
} from './stored-methods/stored-methods.store.ts'
