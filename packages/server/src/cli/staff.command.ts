import { runStaffCommand } from '../features/staff-sign-in/public.ts'
import type { Command } from './command.ts'
import { runWithDeps } from './run-with-deps.ts'

/** `coopline staff …`: manages the logins of the staff console. */
export const staffCommand: Command = {
  name: 'staff',
  summary: 'List, add, reset and remove logins of the staff console',
  usage:
    'staff list | add USERNAME --name NAME --role support|billing|content|admin --by NAME | role USERNAME ROLE --by NAME | reset USERNAME --by NAME | unlock USERNAME --by NAME | remove USERNAME --by NAME',
  examples: ['staff list', 'staff add dana --name "Dana Reyes" --role billing --by "Kim, IT"'],
  run: runWithDeps('staff', runStaffCommand),
}
