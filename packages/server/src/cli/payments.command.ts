import { createDeps } from '../create-deps.ts'
import { runPaymentsCommand } from '../features/payments/public.ts'
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
  run: async (args, env) => {
    const outcome = await runWhereTheDatabaseIs('payments', args, env, async (database) => {
      const deps = await createDeps(env, database, createLog('warn', process.stderr))
      await deps.settings.refresh()
      try {
        return await runPaymentsCommand(args, deps)
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        return { output: error.message, exitCode: 1 }
      }
    })
    if (outcome.exitCode === 2) throw new WrongUsage(outcome.output)
    if (outcome.exitCode === 0) console.log(outcome.output)
    else console.error(outcome.output)
    return outcome.exitCode
  },
}
