import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runMemberCommand } from './run-member-command.ts'

/** `coopline member …`: shows and helps one member, and exports or erases their data. */
export const memberCommand: FeatureCommand = {
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
  namesPath: '--to',
  run: runMemberCommand,
}
