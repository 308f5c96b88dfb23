export { runDocumentsCommand } from './run-documents-command.ts'
