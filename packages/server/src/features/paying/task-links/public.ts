export { isPayableByLink } from './payable-by-link.ts'
