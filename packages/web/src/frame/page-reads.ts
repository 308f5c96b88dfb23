import { paths } from '@coopline/contract/paths'
import { overviewReads } from '../features/account-overview/overview-reads.ts'
import { addressTemplate } from '../portal/api-request.ts'
import type { PageReads } from '../portal/early-work.ts'
import { accountsInput, accountsLine } from '../portal/member-accounts.ts'

/** What a page for members reads at once about the account that it shows, by path of the page. */
const reads: Readonly<Record<string, Omit<PageReads, 'accounts'>>> = {
  [paths.accountOverview()]: overviewReads,
  [`${paths.accountOverview()}/:link`]: overviewReads,
}

/** What a page for members reads first, when its scripts are not to be waited for. */
export function readsOf(path: string): { readonly reads?: PageReads } {
  const ofPage = reads[path]
  if (ofPage === undefined) return {}
  return { reads: { accounts: addressTemplate(accountsLine, accountsInput('').query), ...ofPage } }
}
