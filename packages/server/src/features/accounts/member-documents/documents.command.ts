import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runDocumentsCommand } from './run-documents-command.ts'

/** `coopline documents …`: manages the documents at /member-info-docs. */
export const documentsCommand: FeatureCommand = {
  name: 'documents',
  summary: 'List, add and remove member information documents',
  calls: [
    { words: 'list', json: true },
    { words: 'add FILE|URL --title TEXT [--title-es TEXT]', json: true },
    { words: 'remove NUMBER', json: isOneSentence },
  ],
  examples: ['documents list', 'documents add bylaws.pdf --title "Bylaws" --title-es "Estatutos"'],
  run: runDocumentsCommand,
}
