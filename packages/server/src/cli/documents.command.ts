import { createDeps } from '../create-deps.ts'
import { runDocumentsCommand } from '../features/member-documents/public.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline documents …`: manages the documents at /member-info-docs. */
export const documentsCommand: Command = {
  name: 'documents',
  summary: 'List, add and remove member information documents',
  usage: 'documents list [--json] | add FILE|URL --title TEXT [--title-es TEXT] | remove NUMBER',
  examples: ['documents list', 'documents add bylaws.pdf --title "Bylaws" --title-es "Estatutos"'],
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('documents', args, env, async (database) =>
      runDocumentsCommand(args, await createDeps(env, database, createLog('warn', process.stderr))),
    )
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
