export { openBankNumbers } from './bank-numbers.ts'
export { importFedach } from './import-fedach.ts'
export { listComingDrafts } from './list-coming-drafts.ts'
export { handOverBankNumbers } from './hand-over-bank-numbers.ts'
