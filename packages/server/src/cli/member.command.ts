import { resolve } from 'node:path'
import { runMemberCommand } from '../features/staff/member-support/public.ts'
import { type Command, isOneSentence } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

const run = runWithDeps('member', runMemberCommand)

/** `coopline member …`: shows and helps one member, and exports or erases their data. */
export const memberCommand: Command = {
  name: 'member',
  summary: 'Find, show and help a member; export or erase their data',
  calls: [
    { words: 'find TEXT', json: true },
    { words: 'show MEMBER --by NAME', json: true },
    { words: 'unlock MEMBER --by NAME', json: isOneSentence },
    { words: 'sign-out MEMBER --by NAME', json: isOneSentence },
    { words: 'send-reset MEMBER --by NAME', json: isOneSentence },
    { words: 'remove-passkey MEMBER --id=ID --by NAME', json: isOneSentence },
    { words: 'end-connection MEMBER --id=ID --by NAME', json: isOneSentence },
    { words: 'end-access MEMBER --id=ID --by NAME', json: isOneSentence },
    { words: 'export MEMBER --to FILE --by NAME', json: isOneSentence },
    { words: 'erase MEMBER --by NAME [--yes]', json: true },
  ],
  examples: ['member find lindqvist', 'member send-reset 10001 --by "Dana, support"'],
  run: async (args, env) => {
    // The serving process may run in another folder.
    const resolved = args.map((word, place) => (args[place - 1] === '--to' && word !== '' ? resolve(word) : word))
    return run(resolved, env)
  },
}
