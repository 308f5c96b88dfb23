import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { type FeatureCommand, isOneSentence } from '../../../platform/command.ts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { parseWords, text } from '../../../platform/parse-words.ts'
import { clearAttempts } from '../../../platform/attempts/record-attempt.ts'
import { browsersPerAccount } from './payer-browser.ts'
import { findPayerStanding, listPayerBrowsers } from './payer-browsers.store.ts'
import { accountLimits } from './verification-limits.ts'

/** `coopline quick-pay …`: reopens an account that failed attempts have closed. */
export const quickPayCommand: FeatureCommand = {
  name: 'quick-pay',
  summary: 'Reopen Quick Pay for an account after too many failed attempts',
  calls: [{ words: 'reopen ACCOUNT --by NAME', json: isOneSentence }],
  examples: ['quick-pay reopen 100100101 --by "Dana, billing"'],
  run: reopenQuickPay,
}

const longestName = 80

const noCaller = { browser: Buffer.alloc(0), client: Buffer.alloc(0) }

/**
 * Runs `quick-pay reopen ACCOUNT --by NAME`: resets the failed verifications of an account, of its member, and of the browsers
 * that have verified it, which have separate counters (decision 0282).
 */
async function reopenQuickPay(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const call = parseWords(args, { by: text })
  const [verb, accountNumber = '', ...more] = call?.words ?? []
  const by = call?.values.by?.trim() ?? ''
  if (verb !== 'reopen' || by === '' || by.length > longestName || more.length > 0)
    return {
      output: `quick-pay reopen: give the account and --by NAME (at most ${longestName} characters)`,
      exitCode: 2,
    }
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    const standing = await findPayerStanding(tx, accountNumber, noCaller, now)
    if (standing.memberNumber === null) return { output: `There is no account ${accountNumber}.`, exitCode: 1 }
    const browsers = await listPayerBrowsers(tx, accountNumber, browsersPerAccount)
    const limits = [undefined, ...browsers].flatMap((browser) =>
      Object.values(accountLimits(deps, accountNumber, standing, browser)),
    )
    const failures = await clearAttempts(tx, limits)
    await recordAudit(tx, {
      kind: 'quick-pay.reopened',
      at: now,
      memberNumber: standing.memberNumber,
      accountNumber,
      detail: { by, failures },
    })
    return { output: `Quick Pay takes new attempts for account ${accountNumber}.`, exitCode: 0 }
  })
}
