export { listDeferred, listDeferredOn } from './deferred.store.ts'
export { lookUpPayment } from './look-up-payment.ts'
export { listAmountsDue } from './amounts-due.ts'
export { accountFigures } from './account-figures.answer.ts'
export {
  accountsWithCeiling,
  lastPaymentAnswer,
  paymentSettingsAnswer,
  paymentsUnderWayAnswer,
} from './payment-settings.answer.ts'
export { type AccountOfPayer, type Payer, startPayment } from './start-payment.ts'
export { amountSettingsOf, isPaymentUnderWay } from './check-request.ts'
export { paymentResult } from './payment-result.answer.ts'
export {
  findPaymentsUnderWay,
  lockPaymentRequests,
  type UnderWayByAccount,
} from './payments-under-way.store.ts'
export { findLastPayment, listLastPayments } from './last-payment.store.ts'
export { reconcile, type Reconciliation } from './reconcile.job.ts'
export { isRequestedUnder } from './idempotency-scope.store.ts'
export { runExportCommand } from './run-export-command.ts'
export { runPaymentsCommand } from './run-payments-command.ts'
export { runReconcileCommand } from './run-reconcile-command.ts'
export {
  chargeStoredMethod,
  checkStoredCharge,
  findStoredCharge,
  payWithStoredMethod,
  type StoredCharge,
  type StoredMethodCharge,
} from './charge-stored-method.ts'
export { findGuestPayment, listPaidByGuest } from './guest-payments.store.ts'
export { accountForGuest, guestPayer, linkPayer, memberPayer } from './member-payer.ts'
export { settleUnderWay } from './settle-open-payment.ts'
export { startItemPayment } from './start-item-payment.ts'
export { findPayableAccounts, isPayable, listPayableAccounts, type PayableAccount } from './payable-accounts.store.ts'
export { accountDisplay, type ChargeReason, type Guest, newTransNo } from './payment.ts'
export { feeOn, feeOptionOf, feesToCharge, type FeeTerms, feeTermsOf } from './fee-terms.ts'
export {
  findMethodOf,
  lookUpMethodOf,
  lookUpMethodRequest,
  type MethodToStore,
  requestMethod,
  storableKinds,
} from './request-method.ts'
export { type BankDebit, bookBankDebits, returnBankDebit } from './bank-debit.ts'
export { isHeldUp, lockOwed, lockOwedOf, openPagesAmount, type Owed } from './lock-owed.ts'
export { forbidChecks } from './forbid-checks.ts'
export { acceptPayment, rejectPayment, type ReviewDecision } from './review-payment.ts'
export { isRefundable, refundPayment } from './refund-payment.ts'
export { settleAlarm } from './settle-alarm.ts'
export { isSettledByDecision } from './settle-command.ts'
export type { Alarm } from './alarms.store.ts'
export { raiseAlarm } from './raise-alarm.ts'
export { erasedMember } from './method-requests.store.ts'
export { changeStoredMethod } from './change-stored-method.ts'
export { removeStoredMethods } from './remove-stored-methods.ts'
export {
  findStoredMethod,
  listMethodUses,
  listStoredMethods,
  lockStoredMethod,
  type StoredMethod,
} from './stored-methods.store.ts'
