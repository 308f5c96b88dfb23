import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { exportBankFile } from './export-bank-file.ts'
import { type RejectedEntries, rejectEntries } from './reject-entries.ts'
import { previewRun } from './preview-run.ts'
import { processRun } from './process-run.ts'
import type { Deps } from '../../../platform/deps.ts'
import { flag, parseWords, text } from '../../../platform/parse-words.ts'
import { todayOf } from '../../../platform/today.ts'
import { countItems, listRuns, reopenFailed, type RunCount } from './runs.store.ts'

const newest = 30
const done = (output: string, value: unknown): CommandOutcome => ({ output, exitCode: 0, value })

/** Runs `runs list | preview [--date D] | run [--date D] [--retry-failed]`. */
export async function runRunsCommand(deps: Deps, args: readonly string[]): Promise<CommandOutcome> {
  if (args.join(' ') === 'list') return list(deps)
  const call = parseWords(args, { date: text, 'retry-failed': flag })
  const [verb, ...more] = call?.words ?? []
  const { date: day, 'retry-failed': retryFailed = false } = call?.values ?? {}
  const today = todayOf(deps)
  const date = day === undefined ? today : parseCalendarDate(day)
  if (call === null || more.length > 0 || date === null || (retryFailed && verb !== 'run'))
    return { output: `runs ${args.join(' ')}: give the day as --date YYYY-MM-DD`, exitCode: 2 }
  if (verb === 'preview') return previewRun(deps, date)
  if (verb === 'run') return run(deps, date, today, retryFailed)
  return { output: `runs: there is no sub-command ${verb ?? ''}`, exitCode: 2 }
}

async function list({ db }: Deps): Promise<CommandOutcome> {
  const runs = await listRuns(db, newest)
  const lines = runs.flatMap(({ runDate, completedAt, counts }) => [
    `${runDate}  ${completedAt === null ? 'not complete' : `complete ${completedAt.toISOString()}`}`,
    ...counts.map(countLine),
  ])
  return done(lines.length === 0 ? 'No runs.' : lines.join('\n'), runs)
}

async function run(deps: Deps, date: CalendarDate, today: CalendarDate, retryFailed: boolean): Promise<CommandOutcome> {
  if (date > today) return { output: `${date} is in the future. Preview it instead.`, exitCode: 1 }
  if (retryFailed) await inTransaction(deps.db, (tx) => reopenFailed(tx, date, deps.clock.now()))
  await processRun(deps, date)
  const counts = await countItems(deps.db, date)
  return done([`${date}  complete`, ...counts.map(countLine)].join('\n'), { runDate: date, counts })
}

const countLine = ({ kind, state, reason, items, amount }: RunCount): string =>
  `  ${kind.padEnd(14)}${`${state}${reason === '' ? '' : ` (${reason})`}`.padEnd(36)}${String(items).padStart(9)}${formatUsd(amount).padStart(20)}`

/** Runs `nacha export --dir DIR | reject FILE …`. */
export async function runNachaCommand(deps: Deps, args: readonly string[]): Promise<CommandOutcome> {
  if (args[0] === 'reject') return runReject(deps, args.slice(1))
  const call = parseWords(args, { dir: text })
  const directory = call?.values.dir
  if (call?.words.join(' ') !== 'export' || directory === undefined)
    return { output: 'nacha: give export --dir DIR, or reject FILE', exitCode: 2 }
  return exportBankFile(deps, directory)
}

const longestName = 80

async function runReject(deps: Deps, args: readonly string[]): Promise<CommandOutcome> {
  const call = parseWords(args, {
    trace: text,
    list: text,
    all: flag,
    by: text,
    again: flag,
    late: flag,
    'dry-run': flag,
  })
  const [name, ...more] = call?.words ?? []
  const { again = false, late = false, 'dry-run': dryRun = false, ...values } = call?.values ?? {}
  const by = values.by?.trim() ?? ''
  const chosen = chosenEntries(values)
  if (name === undefined || more.length > 0 || chosen === null || by === '' || by.length > longestName)
    return {
      output: `nacha reject: name the bank file, one of --trace N[,N…] (15 digits each), --list FILE or --all, and --by NAME (at most ${longestName} characters)`,
      exitCode: 2,
    }
  return rejectEntries(deps, name, chosen, { again, late, dryRun, by })
}

function chosenEntries({
  trace,
  list: path,
  all,
}: {
  readonly trace?: string | undefined
  readonly list?: string | undefined
  readonly all?: boolean | undefined
}): RejectedEntries | null {
  if ([trace, path, all].filter((one) => one !== undefined).length !== 1) return null
  if (path !== undefined) return { path }
  if (trace === undefined) return 'all'
  const traces = trace.split(',').map((one) => one.trim())
  return traces.every((one) => /^\d{15}$/u.test(one)) ? { traces } : null
}
