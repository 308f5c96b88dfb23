import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'

const day = 24 * 3600

/** The settings with the hourly limits per client (REQ-D-389). */
const settingOf = {
  'capital-credits.letter': 'capitalCreditLettersPerHour',
  'capital-credits.search': 'capitalCreditSearchesPerHour',
  'capital-credits.claim': 'capitalCreditClaimsPerHour',
} as const

/**
 * Counts a call against the limits of the client, of its network and, for a letter, of the named member. Letter numbers are short
 * enough to guess from many addresses.
 *
 * @throws TooManyAttempts when any limit is reached; then no limit counts the call.
 */
export async function limitCreditCall(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  request: RequestFacts,
  kind: keyof typeof settingOf,
  memberNumber?: string,
): Promise<void> {
  const most = deps.settings.current()[settingOf[kind]]
  const ofMember = { kind: `${kind}-member`, subject: memberNumber ?? '', windowSeconds: day, limit: most }
  await limitVisitor(deps, request, { kind, limit: most, others: memberNumber === undefined ? [] : [ofMember] })
}
