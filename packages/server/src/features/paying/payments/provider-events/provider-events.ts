// The door of the room: the functions that other rooms use. Every report of the provider is applied here, and only here.
export { applyAcceptedEvent, reviewAlarms } from './apply-accepted-event.ts'
export {
  applyEventIn,
  applyProviderAnswer,
  applyProviderEvent,
  type EventDeps,
  paymentEventOf,
  selectUnposted,
} from './apply-provider-event.ts'
export { figuresOf } from './compare-event.ts'
export { eventBody } from './move-and-book.ts'
export { bookableSum, type NetSum, netSumOf } from './net-sum.ts'
export {
  type EventOutcome,
  listEventsOfPayment,
  listPostedEvents,
  type PostedEvent,
  selectDoubleCharges,
} from './postings.store.ts'
export { expirePayment, settleUnderWay } from './settle-open-payment.ts'
