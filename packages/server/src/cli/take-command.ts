import { featureCommands, isFeatureCommand } from '../features.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { ControlRequest } from '../platform/control-channel.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { Env } from '../platform/env.ts'
import type { Portal } from '../portal.ts'

/** A running portal, as commands find it. */
export interface RunningPortal {
  readonly env: Env
  readonly database: OpenDatabase
  readonly portal: Portal
}

/** Runs a command in the process of the running portal. */
export async function takeCommand({ command, args }: ControlRequest, running: RunningPortal): Promise<CommandOutcome> {
  const { database, portal } = running
  // Loaded on first use: a start should not wait for commands that rarely run.
  if (isFeatureCommand(command)) return (await featureCommands[command]()).run(portal.deps, args)
  if (command === 'ach-returns')
    return (await import('../features/paying/runs/public.ts')).importReturns(portal.deps, args[0] ?? '')
  if (command === 'outages')
    return (await import('../features/service/outage/public.ts')).runOutageImport(portal.deps, args)
  if (command === 'readings')
    return (await import('../features/usage/green-button/public.ts')).runReadingsCommand(portal.deps, args)
  if (command === 'refused-imports' || command === 'ping') return takeFromWatch(command, args, portal)
  if (command === 'keys')
    return (await import('../platform/stored-secrets/run-keys-command.ts')).runKeysCommand(portal.deps, args)
  if (command === 'jobs') return (await import('../platform/jobs/run-jobs-command.ts')).runJobsCommand(args, database)
  if (command === 'doctor' || command === 'backup') return runOnInstallation(command, args, running)
  if (command !== 'settings') return { output: `The running portal does not take ${command}.`, exitCode: 1 }
  const { runSettingsCommand } = await import('../features/site/site/public.ts')
  return runSettingsCommand(args, {
    db: database.db,
    clock: portal.deps.clock,
    by: 'command line',
    onChanged: portal.settings.refresh,
  })
}

/** Runs the commands that `coopline watch` sends to the process that has the embedded database open. */
async function takeFromWatch(command: 'refused-imports' | 'ping', args: readonly string[], { deps }: Portal) {
  if (command === 'ping') return { output: '', exitCode: 0 }
  return (await import('../platform/health/refused-imports.ts')).noteRefusedImports(deps, args)
}

/** Runs commands about the installation as a whole. */
async function runOnInstallation(
  command: 'doctor' | 'backup',
  args: readonly string[],
  { env, database, portal }: RunningPortal,
) {
  const { clock, featureData } = portal.deps
  const { secrets, examine } = featureData
  const parts = { env, database, secrets, examine }
  return command === 'doctor'
    ? (await import('../platform/doctor/run-doctor-command.ts')).runDoctorCommand(args, parts)
    : (await import('../platform/backup/run-backup-command.ts')).runBackupCommand(args, { ...parts, now: clock.now() })
}
