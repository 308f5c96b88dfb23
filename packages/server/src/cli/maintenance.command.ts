import { runSettingsCommand } from '../features/site/public.ts'
import { openDatabaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

const words: Readonly<Record<string, readonly string[]>> = {
  on: ['set', 'underMaintenance', 'Y'],
  off: ['set', 'underMaintenance', 'N'],
  status: ['get', 'underMaintenance'],
}

/** `coopline maintenance …`: the setting `underMaintenance`, which every running process follows within two seconds. */
export const maintenanceCommand: Command = {
  name: 'maintenance',
  summary: 'Turn the maintenance page on or off',
  usage: 'maintenance on | off | status',
  run: async (args, env) => {
    const [verb = '', ...rest] = args
    const asked = Object.hasOwn(words, verb) && rest.length === 0 ? words[verb] : undefined
    if (asked === undefined) throw new WrongUsage('maintenance: give on, off or status')
    const { exitCode, output } = await runWhereTheDatabaseIs('settings', asked, env, async ({ db }) =>
      runSettingsCommand(asked, {
        db,
        clock: await openDatabaseClock({ db, log: createLog('warn', process.stderr) }),
        by: 'command line (maintenance)',
      }),
    )
    if (exitCode !== 0) console.error(output)
    else if (verb === 'status') console.log(`Maintenance is ${output === 'Y' ? 'on' : 'off'}.`)
    else console.log(`Maintenance is ${verb}. Every process follows within two seconds.`)
    return exitCode
  },
}
