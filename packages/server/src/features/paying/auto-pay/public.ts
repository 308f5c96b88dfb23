export { listComingCharges } from './list-coming-charges.ts'
export { autoPaySource } from './auto-pay-source.ts'
