import type { AnswerOf } from '@coopline/contract/endpoint'
import type { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { groupByYear } from '@coopline/rules/accounts/capital-credits/credit-years'
import { cents, maxCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../platform/deps.ts'
import { documentHandle } from '../../../platform/documents/document-handle.ts'
import { listCreditEntries, type StoredEntry } from './credit-entries.store.ts'

/** Lists a member's capital credits by year, newest first, with handles for the notices. */
export async function listOwnCredits(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  memberNumber: string,
): Promise<AnswerOf<(typeof capitalCredits)['list']>> {
  const { entries, allocated, retired } = await listCreditEntries(deps.db, memberNumber)
  const [all, paid] = [cents(allocated), cents(retired)]
  const noticeOf = ({ entryId, document }: StoredEntry): string =>
    document === '' ? '' : documentHandle(deps, { kind: 'capital-credit-entry', memberNumber, entryId })
  return {
    allocated: all,
    retired: paid,
    remaining: maxCents(subtractCents(all, paid), zeroCents),
    results: groupByYear(entries).map(({ entries: own, ...year }) => ({
      ...year,
      notices: own
        .filter((entry) => entry.document !== '')
        .map((entry) => ({ kind: entry.kind, postedOn: entry.postedOn, viewUrl: noticeOf(entry) })),
    })),
  }
}
