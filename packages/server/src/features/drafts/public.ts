export { openBankNumbers } from './bank-numbers.ts'
export { importFedach } from './import-fedach.ts'
export { handOverBankNumbers } from './hand-over-bank-numbers.ts'
