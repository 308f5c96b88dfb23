export { insertMemberDocument, listMemberDocuments } from './member-documents.store.ts'
export { runDocumentsCommand } from './run-documents-command.ts'
