export { listComingScheduled } from './list-coming-scheduled.ts'
export { scheduleIn } from './schedule-payment.ts'
export { scheduledSource } from './scheduled-source.ts'
export { listScheduled } from './scheduled-payments.store.ts'
