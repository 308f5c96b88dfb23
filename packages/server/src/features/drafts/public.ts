export { importFedach } from './import-fedach.ts'
export { handOverBankNumbers } from './hand-over-bank-numbers.ts'
