export { listComingCharges } from './list-coming-charges.ts'
