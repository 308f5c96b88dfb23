import { resolve } from 'node:path'
import { runApplications } from '../features/service/service-applications/public.ts'
import { type Command, isOneSentence } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

const run = runWithDeps('applications', runApplications)

/** `coopline applications …`: saves or deletes the documents of a submitted application for service. */
export const applicationsCommand: Command = {
  name: 'applications',
  summary: 'Save or delete the documents of an application for service',
  calls: [
    { words: 'save REFERENCE --to FOLDER --by NAME', json: 'It writes files and names them.' },
    { words: 'delete REFERENCE --by NAME', json: isOneSentence },
  ],
  examples: ['applications save A7K2M9 --to /var/lib/coopline/applications --by "Dana, service"'],
  run: async (args, env) => {
    // The serving process may run in another folder.
    const resolved = args.map((word, place) => (args[place - 1] === '--to' && word !== '' ? resolve(word) : word))
    return run(resolved, env)
  },
}
