import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runStaffCommand } from './run-staff-command.ts'

/** `coopline staff …`: manages the logins of the staff console. */
export const staffCommand: FeatureCommand = {
  name: 'staff',
  summary: 'List, add, reset and remove logins of the staff console',
  calls: [
    { words: 'list', json: true },
    { words: 'add USERNAME --name NAME --role support|billing|content|admin --by NAME', json: true },
    { words: 'role USERNAME ROLE --by NAME', json: isOneSentence },
    { words: 'reset USERNAME --by NAME', json: true },
    { words: 'unlock USERNAME --by NAME', json: isOneSentence },
    { words: 'disable USERNAME --by NAME', json: isOneSentence },
    { words: 'enable USERNAME --by NAME', json: isOneSentence },
    { words: 'remove USERNAME --by NAME', json: isOneSentence },
  ],
  examples: ['staff list', 'staff add dana --name "Dana Reyes" --role billing --by "Kim, IT"'],
  run: runStaffCommand,
}
