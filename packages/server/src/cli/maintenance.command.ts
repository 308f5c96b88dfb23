import { runSettingsCommand } from '../features/site/site/public.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import { openDatabaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { isOneSentence } from '../platform/command.ts'
import { parseWords } from '../platform/parse-words.ts'
import { answering, type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

const verbs = ['on', 'off', 'status']

/** `coopline maintenance …`: the setting `underMaintenance`, which every running process follows within two seconds. */
export const maintenanceCommand: Command = {
  name: 'maintenance',
  summary: 'Turn the maintenance page on or off',
  calls: [
    { words: 'on [--until "yyyy-MM-dd HH:mm"]', json: isOneSentence },
    { words: 'off', json: isOneSentence },
    { words: '', json: true },
    { words: 'status', json: true },
  ],
  examples: ['maintenance on --until "2026-12-01 06:00"', 'maintenance status'],
  run: answering(async (args, env) => {
    const call = parseWords(args, { until: { type: 'string' } })
    const [verb = 'status', ...more] = call?.words ?? []
    const { until: end } = call?.values ?? {}
    const isSound = call !== null && more.length === 0 && (end === undefined || verb === 'on')
    if (!isSound || !verbs.includes(verb)) throw new WrongUsage('maintenance: give on, off or status')
    const asked =
      verb === 'status'
        ? ['export', '--all']
        : ['import', JSON.stringify({ maintenanceEnd: end ?? '', underMaintenance: verb === 'on' ? 'Y' : 'N' })]
    const outcome = await runWhereTheDatabaseIs('settings', asked, env, async ({ db }) => {
      const clock = await openDatabaseClock({ db, log: createLog('warn', process.stderr) })
      return runSettingsCommand(asked, { db, clock, by: 'command line (maintenance)' })
    })
    if (outcome.exitCode !== 0) return outcome
    return verb === 'status'
      ? statusIn(outcome.value as Readonly<Record<string, unknown>>)
      : { output: `Maintenance is ${verb}. Every process follows within two seconds.`, exitCode: 0 }
  }),
}

function statusIn(settings: Readonly<Record<string, unknown>>): CommandOutcome {
  const isOn = settings['underMaintenance'] === 'Y'
  return {
    output: `Maintenance is ${isOn ? 'on' : 'off'}.`,
    exitCode: 0,
    value: { underMaintenance: isOn, maintenanceEnd: settings['maintenanceEnd'] || null },
  }
}
