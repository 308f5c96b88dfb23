import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runExportCommand } from './ledger/run-export-command.ts'
import { runPaymentsCommand } from './run-payments-command.ts'
import { runReconcileCommand } from './reconcile/run-reconcile-command.ts'

/** `coopline payments …`: payments and alarms, scheduled repairs run now, and decisions about reviews. */
export const paymentsCommand: FeatureCommand = {
  name: 'payments',
  summary: 'List payments and alarms, ask the provider now, compare with its report, decide reviews, settle alarms',
  calls: [
    { words: '[--account N | --trans T]', json: true },
    { words: 'sweep', json: true },
    { words: 'reconcile', json: true },
    { words: 'review', json: true },
    { words: 'accept TRANSNO --by NAME --reason TEXT [--event ID]', json: isOneSentence },
    { words: 'reject TRANSNO --by NAME --reason TEXT', json: isOneSentence },
    { words: 'alarms', json: true },
    { words: 'settle-alarm ID --by NAME --reason TEXT', json: isOneSentence },
  ],
  examples: [
    'payments --account 100100101',
    'payments review',
    'payments settle-alarm 12 --by "Dana, billing" --reason "Refunded at the provider"',
  ],
  run: runPaymentsCommand,
}

/** `coopline reconcile …`: one day of the provider, the ledger and the events for the cooperative, compared. */
export const reconcileCommand: FeatureCommand = {
  name: 'reconcile',
  summary: 'Compare a day of the provider’s report with the ledger and the events, and print a table',
  calls: [{ words: '[--date yyyy-MM-dd]', json: true }],
  examples: ['reconcile --date 2026-11-19', 'reconcile --json'],
  run: runReconcileCommand,
}

/** `coopline export payments …`: the posting file of a day. */
export const exportCommand: FeatureCommand = {
  name: 'export',
  summary: 'Print what each account was credited with on a day, for the cooperative’s system',
  calls: [{ words: 'payments --date yyyy-MM-dd [--format csv|jsonl]', json: '"--format jsonl" prints JSON lines.' }],
  examples: ['export payments --date 2026-11-19 --format csv'],
  run: runExportCommand,
}
