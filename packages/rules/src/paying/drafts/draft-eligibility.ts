import type { Cents } from '../../kernel/money.ts'
import type { DraftOption } from './draft-types.ts'

/** The facts of an account that decide whether a draft can be set up. */
export interface DraftCandidate {
  readonly hasDraft: boolean
  readonly hasAutopay: boolean
  readonly pastDue: Cents
  readonly isCardEligible: boolean
  readonly noMoreChecks: boolean
}

export type DraftObstacle = 'has-draft' | 'autopay' | 'past-due' | 'card-restricted' | 'echeck-restricted'

/**
 * The reason that an account cannot get a draft by that option (DR-22 to DR-26); `null` when it can. An account with a draft has to lose it
 * first (DR-36). A card restriction matters to cards only, and no-more-checks to bank accounts only.
 *
 * @param blockPastDue the cooperative's setting of that name.
 */
export function draftObstacle(
  account: DraftCandidate,
  option: DraftOption,
  blockPastDue: boolean,
): DraftObstacle | null {
  if (account.hasDraft) return 'has-draft'
  if (account.hasAutopay) return 'autopay'
  if (option === 'CREDIT' && !account.isCardEligible) return 'card-restricted'
  if (option === 'BANK' && account.noMoreChecks) return 'echeck-restricted'
  return isPastDue(account) && blockPastDue ? 'past-due' : null
}

export const isPastDue = ({ pastDue }: Pick<DraftCandidate, 'pastDue'>): boolean => pastDue > 0
