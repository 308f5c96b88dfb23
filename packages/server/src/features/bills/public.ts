export { billPdf } from './bill-bytes.ts'
