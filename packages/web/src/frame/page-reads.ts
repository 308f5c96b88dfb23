import { paths } from '@coopline/contract/paths'
import { overviewReads } from '../features/account-overview/overview-reads.ts'
import { payReads } from '../features/pay-multiple/pay-reads.ts'
import { addressTemplate } from '../portal/api-request.ts'
import type { PageReads } from '../portal/early-work.ts'
import { accountsInput, accountsLine } from '../portal/member-accounts.ts'

const overview: PageReads = {
  ofMember: [],
  accounts: addressTemplate(accountsLine, accountsInput('').query),
  ...overviewReads,
}

/** What a page for members reads at once, by path of the page. */
const reads: Readonly<Record<string, PageReads>> = {
  [paths.accountOverview()]: overview,
  [`${paths.accountOverview()}/:link`]: overview,
  [paths.payMultiple()]: { ofMember: payReads, accounts: null, ofAccount: [], open: [] },
}

/** What a page for members reads first, when its scripts are not to be waited for. */
export function readsOf(path: string): { readonly reads?: PageReads } {
  const ofPage = reads[path]
  return ofPage === undefined ? {} : { reads: ofPage }
}
