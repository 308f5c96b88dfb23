import type { Deps } from '../../../platform/deps.ts'
import { findMemberNumbers, type ListedMember, listMembers } from './find-members.store.ts'
import { readSearch } from './read-search.ts'

const [mostMembers, mostAccounts] = [20, 5] as const

/** Members who fit a search. */
export interface FoundMembers {
  readonly members: readonly ListedMember[]
  /** True when more members match than the 20 that are listed. */
  readonly hasMore: boolean
}

/** Finds members by account or member number, phone number, email address, username, name or service address. */
export async function findMembers({ db }: Pick<Deps, 'db'>, text: string): Promise<FoundMembers> {
  const numbers = await findMemberNumbers(db, readSearch(text), mostMembers + 1)
  const members = await listMembers(db, numbers.slice(0, mostMembers), mostAccounts)
  return { members, hasMore: numbers.length > mostMembers }
}
