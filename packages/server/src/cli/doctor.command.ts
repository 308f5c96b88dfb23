import { styleText } from 'node:util'
import { featureData } from '../features.ts'
import { askControlChannel, controlChannelPath } from '../platform/control-channel.ts'
import { holdsDatabase } from '../platform/db/holds-database.ts'
import { DirectoryInUse } from '../platform/db/lock-directory.ts'
import { openByEnv } from '../platform/db/open-by-env.ts'
import { checkDoctorArgs, runDoctorCommand } from '../platform/doctor/run-doctor-command.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { Env } from '../platform/env.ts'
import { type Command, printOutcome, readJsonFlag, WrongUsage } from './command.ts'

/** `coopline doctor`: reports what is wrong with this installation and how to mend it. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check settings, database, mail, provider, keys, queue, disk and certificate',
  calls: [{ words: '', json: true }],
  examples: ['doctor', 'doctor --json'],
  run: async (args, env) => {
    const { isJson, words } = readJsonFlag(args)
    const wrong = checkDoctorArgs(words)
    if (wrong !== null) throw new WrongUsage(wrong)
    const { output, exitCode, value } = await examine(words, env)
    if (isJson) return printOutcome({ output, exitCode, value }, isJson)
    // Findings are the output of the command even when some are faults, so they go to standard output.
    console.log(colored(output))
    return exitCode
  },
}

const colors = { OK: 'green', WARNING: 'yellow', FAULT: 'red' } as const

/** Colors the status of each line, on a terminal and unless NO_COLOR is set. */
const colored = (lines: string): string =>
  lines.replaceAll(/^(?:OK|WARNING|FAULT)\b/gmu, (status) => styleText(colors[status as keyof typeof colors], status))

const { secrets, examine: examineSlices } = featureData

/** Examines the installation. Unlike other commands it does not migrate, and it also reports while the database is down. */
async function examine(args: readonly string[], env: Env): Promise<CommandOutcome> {
  if (env.DATABASE_URL === undefined && !holdsDatabase(env.DATA_DIR))
    return runDoctorCommand(args, { env, database: null, secrets, examine: examineSlices })
  try {
    const database = await openByEnv(env, () => {})
    try {
      return await runDoctorCommand(args, { env, database, secrets, examine: examineSlices })
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    const answer = await askControlChannel(controlChannelPath(env.DATA_DIR), { command: 'doctor', args: [...args] })
    return answer ?? { output: error.message, exitCode: 1 }
  }
}
