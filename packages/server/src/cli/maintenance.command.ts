import { runSettingsCommand } from '../features/site/public.ts'
import { openDatabaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

const verbs = ['on', 'off', 'status']

/** `coopline maintenance …`: the setting `underMaintenance`, which every running process follows within two seconds. */
export const maintenanceCommand: Command = {
  name: 'maintenance',
  summary: 'Turn the maintenance page on or off',
  usage: 'maintenance on [--until "yyyy-MM-dd HH:mm"] | off | status',
  examples: ['maintenance on --until "2026-12-01 06:00"', 'maintenance status'],
  run: async (args, env) => {
    const [verb = '', ...rest] = args
    const end = endIn(verb, rest)
    if (!verbs.includes(verb) || end === null) throw new WrongUsage('maintenance: give on, off or status')
    const asked =
      verb === 'status'
        ? ['get', 'underMaintenance']
        : ['import', JSON.stringify({ maintenanceEnd: end, underMaintenance: verb === 'on' ? 'Y' : 'N' })]
    const { exitCode, output } = await runWhereTheDatabaseIs('settings', asked, env, async ({ db }) => {
      const clock = await openDatabaseClock({ db, log: createLog('warn', process.stderr) })
      return runSettingsCommand(asked, { db, clock, by: 'command line (maintenance)' })
    })
    if (exitCode !== 0) console.error(output)
    else if (verb === 'status') console.log(`Maintenance is ${output === 'Y' ? 'on' : 'off'}.`)
    else console.log(`Maintenance is ${verb}. Every process follows within two seconds.`)
    return exitCode
  },
}

/** The expected end in the words after the verb; empty without one, `null` when the words are wrong. */
function endIn(verb: string, words: readonly string[]): string | null {
  if (words.length === 0) return ''
  const [option, end, ...more] = words
  return verb === 'on' && option === '--until' && end !== undefined && more.length === 0 ? end : null
}
