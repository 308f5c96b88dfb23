import { createDeps } from '../create-deps.ts'
import { runExportCommand, runPaymentsCommand, runReconcileCommand } from '../features/payments/public.ts'
import type { CommandOutcome } from '../platform/command-outcome.ts'
import type { Deps } from '../platform/deps.ts'
import { Unavailable } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { type Command, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline payments …`: what became of payments, the repairs that need not wait for their schedule, and decisions about reviews. */
export const paymentsCommand: Command = {
  name: 'payments',
  summary:
    'List payments with their bookings, ask the provider now, compare with its report, decide reviews, see alarms',
  usage:
    'payments [--account N | --trans T] [--json] | sweep | reconcile | review [--json] | accept TRANSNO --by NAME --reason TEXT [--event ID] | reject TRANSNO --by NAME --reason TEXT | alarms [--json] | settle-alarm ID',
  run: runOf('payments', runPaymentsCommand),
}

/** `coopline reconcile …`: one day of the provider, the ledger and the events for the cooperative, compared. */
export const reconcileCommand: Command = {
  name: 'reconcile',
  summary: 'Compare a day of the provider’s report with the ledger and the events, and print a table',
  usage: 'reconcile [--date yyyy-MM-dd] [--json]',
  run: runOf('reconcile', runReconcileCommand),
}

/** `coopline export payments …`: the posting file of a day. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'Print what each account was credited with on a day, for the cooperative’s system',
  usage: 'export payments --date yyyy-MM-dd [--format csv|jsonl]',
  run: runOf('export', runExportCommand),
}

function runOf(name: string, run: (args: readonly string[], deps: Deps) => Promise<CommandOutcome>): Command['run'] {
  return async (args, env) => {
    const outcome = await runWhereTheDatabaseIs(name, args, env, async (database) => {
      const deps = await createDeps(env, database, createLog('warn', process.stderr))
      await deps.settings.refresh()
      try {
        return await run(args, deps)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        return { output: error.message, exitCode: 1 }
      }
    })
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  }
}
