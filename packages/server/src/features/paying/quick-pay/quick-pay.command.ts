import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import { runQuickPayCommand } from './run-quick-pay-command.ts'

/** `coopline quick-pay …`: reopens an account that failed attempts have closed. */
export const quickPayCommand: FeatureCommand = {
  name: 'quick-pay',
  summary: 'Reopen Quick Pay for an account after too many failed attempts',
  calls: [{ words: 'reopen ACCOUNT --by NAME', json: isOneSentence }],
  examples: ['quick-pay reopen 100100101 --by "Dana, billing"'],
  run: runQuickPayCommand,
}
