export { billPdf } from './bill-bytes.ts'
export { documentHandle, openDocumentHandle } from './document-handle.ts'
