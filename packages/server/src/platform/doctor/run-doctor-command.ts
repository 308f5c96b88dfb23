import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandOutcome, escapeControls } from '../command-outcome.ts'
import type { Env } from '../env.ts'
import { keysInDataDir } from '../keys.ts'
import { systemRandom } from '../random.ts'
import { checkDatabase, type DatabaseParts } from './check-database.ts'
import { checkSurroundings } from './check-surroundings.ts'
import type { Finding } from './finding.ts'

/**
 * Runs `doctor`: one line per check. The exit code is 1 when one is a fault.
 *
 * @param database null when it could not be opened.
 */
export async function runDoctorCommand(
  args: readonly string[],
  { env, database, secrets, examine }: Pick<DatabaseParts, 'env' | 'database' | 'secrets' | 'examine'>,
): Promise<CommandOutcome> {
  const wrong = checkDoctorArgs(args)
  if (wrong !== null) return { output: wrong, exitCode: 2 }
  const keys = env.APP_KEYS ?? keysBeside(env.DATA_DIR, 'app')
  const shared = { app: keys, provider: env.PROVIDER_SIGNING_KEYS ?? keysBeside(env.DATA_DIR, 'provider') }
  const [surroundings, stored] = await Promise.all([
    checkSurroundings(env, shared),
    checkDatabase({ env, database, keys, secrets, examine }),
  ])
  const findings = [...surroundings, ...stored]
  const exitCode = findings.some((finding) => finding.status === 'fault') ? 1 : 0
  return {
    output: findings.map(describeFinding).join('\n'),
    exitCode,
    value: { healthy: exitCode === 0, findings },
  }
}

const describeFinding = ({ check, status, text, advice }: Finding): string =>
  escapeControls(`${status.toUpperCase().padEnd(8)} ${check}: ${text}${advice === undefined ? '' : ` ${advice}`}`)

/** The problem of the words of a call, or null. */
export const checkDoctorArgs = (args: readonly string[]): string | null =>
  args.length > 0 ? 'doctor takes no argument but --json' : null

/** A doctor makes no keys: without a key file there are none. */
const keysBeside = (dataDir: string, name: 'app' | 'provider'): NonNullable<Env['APP_KEYS']> =>
  existsSync(join(dataDir, `${name}.key`)) ? keysInDataDir(dataDir, name, systemRandom) : []
