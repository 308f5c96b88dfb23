import { accountTypeNamed } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { readFlags } from '@coopline/rules/kernel/flag'
import type { Language } from '@coopline/rules/kernel/problem'
import type { AccountSort } from '@coopline/contract/accounts/accounts/accounts.contract'
import type { TableSort } from '@coopline/ui/sort-button'
import type { MemberAccounts } from '../../../portal/session/member-accounts.ts'

/** Parses a page of accounts, with flags as booleans. */
export const readAccounts = (answer: MemberAccounts) => ({
  ...answer,
  results: answer.results.map((account) => readFlags(account, ['isPrepaidAccount'])),
})

export type DisplayedAccount = ReturnType<typeof readAccounts>['results'][number]

/** The page sizes that a member can choose; ten unless the address says otherwise. */
export const pageSizes = [5, 10, 25, 100] as const
const usualPageSize = 10

const sortKeys: Readonly<Record<AccountSort, true>> = {
  accountNumber: true,
  accountHolderName: true,
  accountType: true,
  serviceAddress: true,
  derivedStatus: true,
  accountBalance: true,
  pastDueAmount: true,
  dueDate: true,
}

const isSortKey = (key: string): key is AccountSort => Object.hasOwn(sortKeys, key)

/** The state of the list in the address: search, order, page and page size. */
export interface AccountsView {
  readonly search: string
  /** Undefined for the service's own order: the primary account, then by number. */
  readonly sort: (TableSort & { readonly key: AccountSort }) | undefined
  readonly page: number
  readonly pageSize: number
}

/** The longest search that the service takes. */
export const longestSearch = 60

/** Reads the query of an address; what it has wrong is as if it were not there. */
export function readView(query: URLSearchParams): AccountsView {
  const key = query.get('sort') ?? ''
  const size = Number(query.get('pageSize'))
  const page = query.get('page') ?? ''
  return {
    search: (query.get('search') ?? '').trim().slice(0, longestSearch),
    sort: isSortKey(key) ? { key, descending: query.get('order') === 'desc' } : undefined,
    page: /^[1-9][0-9]{0,5}$/u.test(page) ? Number(page) : 1,
    pageSize: pageSizes.find((known) => known === size) ?? usualPageSize,
  }
}

/** The query of the list's address, without what is usual. */
export function writeView({ search, sort, page, pageSize }: AccountsView): string {
  return new URLSearchParams({
    ...(search !== '' && { search }),
    ...(sort !== undefined && { sort: sort.key, order: sort.descending ? 'desc' : 'asc' }),
    ...(page !== 1 && { page: String(page) }),
    ...(pageSize !== usualPageSize && { pageSize: String(pageSize) }),
  }).toString()
}

/** The view sorted by another column, from its first page; unchanged when the column is not sortable. */
export const sortedBy = (view: AccountsView, { key, descending }: TableSort): AccountsView =>
  isSortKey(key) ? { ...view, sort: { key, descending }, page: 1 } : view

/** The query of a view. It names a kind of service by its name on the wire, not by the shown one. */
export const askedQuery = ({ search, sort, page, pageSize }: AccountsView, language: Language) => ({
  page: String(page),
  pageSize: String(pageSize),
  ...(search !== '' && {
    search: search
      .split(/\s+/u)
      .map((word) => accountTypeNamed(word, language))
      .join(' '),
  }),
  ...(sort !== undefined && { sort: sort.key, order: sort.descending ? ('desc' as const) : ('asc' as const) }),
})
