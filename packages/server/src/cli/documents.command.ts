import { createDeps } from '../create-deps.ts'
import { runDocumentsCommand } from '../features/accounts/member-documents/public.ts'
import { createLog } from '../platform/log.ts'
import { answering, type Command, isOneSentence } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline documents …`: manages the documents at /member-info-docs. */
export const documentsCommand: Command = {
  name: 'documents',
  summary: 'List, add and remove member information documents',
  calls: [
    { words: 'list', json: true },
    { words: 'add FILE|URL --title TEXT [--title-es TEXT]', json: true },
    { words: 'remove NUMBER', json: isOneSentence },
  ],
  examples: ['documents list', 'documents add bylaws.pdf --title "Bylaws" --title-es "Estatutos"'],
  run: answering(async (args, env) =>
    runWhereTheDatabaseIs('documents', args, env, async (database) =>
      runDocumentsCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    ),
  ),
}
