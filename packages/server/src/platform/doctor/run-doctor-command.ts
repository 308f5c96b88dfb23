import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandOutcome, escapeControls } from '../command-outcome.ts'
import type { OpenDatabase } from '../db/open-database.ts'
import type { Env } from '../env.ts'
import { keysInDataDir } from '../keys.ts'
import { systemRandom } from '../random.ts'
import { checkDatabase } from './check-database.ts'
import { checkSurroundings } from './check-surroundings.ts'
import type { Finding } from './finding.ts'

/**
 * Runs `doctor [--json]`: one line per check. The exit code is 1 when one is a fault.
 *
 * @param database null when it could not be opened.
 */
export async function runDoctorCommand(
  args: readonly string[],
  { env, database }: { readonly env: Env; readonly database: OpenDatabase | null },
): Promise<CommandOutcome> {
  if (args.length > 1 || (args.length === 1 && args[0] !== '--json'))
    return { output: 'doctor takes no argument but --json', exitCode: 2 }
  const keys = env.APP_KEYS ?? keysBeside(env.DATA_DIR)
  const [surroundings, stored] = await Promise.all([checkSurroundings(env), checkDatabase({ env, database, keys })])
  const findings = [...surroundings, ...stored]
  const exitCode = findings.some((finding) => finding.status === 'fault') ? 1 : 0
  const output =
    args[0] === '--json'
      ? JSON.stringify({ healthy: exitCode === 0, findings }, null, 2)
      : findings.map(describeFinding).join('\n')
  return { output, exitCode }
}

const describeFinding = ({ check, status, text, advice }: Finding): string =>
  escapeControls(`${status.toUpperCase().padEnd(8)} ${check}: ${text}${advice === undefined ? '' : ` ${advice}`}`)

/** A doctor makes no keys: without a key file there are none. */
const keysBeside = (dataDir: string): NonNullable<Env['APP_KEYS']> =>
  existsSync(join(dataDir, 'app.key')) ? keysInDataDir(dataDir, 'app', systemRandom) : []
