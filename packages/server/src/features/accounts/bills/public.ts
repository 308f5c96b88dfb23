export { billPdf } from './bill-bytes.ts'
export { listBills } from './list-bills.ts'
export { loadBill } from './load-bill.ts'
