import type { FeatureCommand } from '../../../platform/command.ts'
import { runNachaCommand, runRunsCommand } from './run-runs-command.ts'

/** `coopline runs …`: lists what is due and what runs have claimed, and starts a run now. */
export const runsCommand: FeatureCommand = {
  name: 'runs',
  summary: 'List, preview or start the runs that collect what is due',
  calls: [
    { words: 'list', json: true },
    { words: 'preview [--date YYYY-MM-DD]', json: true },
    { words: 'run [--date YYYY-MM-DD] [--retry-failed]', json: true },
  ],
  examples: ['runs list --json', 'runs preview --date 2026-12-15', 'runs run --date 2026-12-15 --retry-failed'],
  isBulk: true,
  run: runRunsCommand,
}

/** `coopline nacha …`: the file for the cooperative's bank. */
export const nachaCommand: FeatureCommand = {
  name: 'nacha',
  summary:
    'Write the bank file (NACHA) with everything that waits to be collected, or take back what the bank rejected of it',
  calls: [
    { words: 'export --dir DIR', json: true },
    {
      words: 'reject FILE (--trace N[,N…] | --list FILE | --all) --by NAME [--again] [--late] [--dry-run]',
      json: true,
    },
  ],
  examples: [
    'nacha export --dir /var/spool/coopline',
    'nacha reject nacha-2026-12-15-A.ach --trace 091000010000042 --by Dana',
    'nacha reject nacha-2026-12-15-A.ach --all --again --by Dana --dry-run',
  ],
  isBulk: true,
  namesPath: '--list',
  run: runNachaCommand,
}
