export { findBillHistory } from './bill-history.store.ts'
