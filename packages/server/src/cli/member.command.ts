import { resolve } from 'node:path'
import { runMemberCommand } from '../features/member-support/public.ts'
import type { Command } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

const run = runWithDeps('member', runMemberCommand)

/** `coopline member …`: shows and helps one member, and exports or erases their data. */
export const memberCommand: Command = {
  name: 'member',
  summary: 'Find, show and help a member; export or erase their data',
  usage:
    'member find TEXT [--json] | show MEMBER --by NAME | unlock MEMBER --by NAME | sign-out MEMBER --by NAME | send-reset MEMBER --by NAME | remove-passkey MEMBER --id=ID --by NAME | end-connection MEMBER --id=ID --by NAME | end-access MEMBER --id=ID --by NAME | export MEMBER --to FILE --by NAME | erase MEMBER --by NAME [--yes]',
  examples: ['member find lindqvist', 'member send-reset 10001 --by "Dana, support"'],
  run: async (args, env) => {
    // The serving process may run in another folder.
    const resolved = args.map((word, place) => (args[place - 1] === '--to' && word !== '' ? resolve(word) : word))
    return run(resolved, env)
  },
}
