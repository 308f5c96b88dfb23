import { paths } from '@coopline/contract/paths'
import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { overviewReads } from '../features/accounts/account-overview/overview-reads.ts'
import { contentLine, type SiteMessageKey } from '../portal/text/content-line.ts'
import {
  offersOutages,
  offersReports,
  optionsLine,
  summaryLine,
  territoryLine,
} from '../features/service/outage/public-lines.ts'
import { payReads } from '../features/paying/pay-multiple/pay-reads.ts'
import { addressTemplate, fillAddress } from '../portal/call/api-request.ts'
import type { CallLine } from '../portal/call/call.ts'
import type { PageReads } from '../portal/call/early-work.ts'
import { accountsInput, accountsLine } from '../portal/session/member-accounts.ts'

const overview: PageReads = {
  ofMember: [],
  accounts: addressTemplate(accountsLine, accountsInput('').query),
  ...overviewReads,
}

const forVisitors = (...lines: readonly CallLine[]): PageReads => ({
  ofMember: null,
  accounts: null,
  ofAccount: [],
  open: lines.map((line) => addressTemplate(line)),
})

const siteMessage = (key: SiteMessageKey, language: Language): PageReads => ({
  ...forVisitors(),
  open: [fillAddress(addressTemplate(contentLine, { language }), { key })],
})

/** The reads that a page starts with, by its path; `null` where the cooperative does not offer the page. */
const reads: Readonly<Record<string, (site: SiteStart, language: Language) => PageReads | null>> = {
  [paths.accountOverview()]: () => overview,
  [`${paths.accountOverview()}/:link`]: () => overview,
  [paths.payMultiple()]: () => ({ ofMember: payReads, accounts: null, ofAccount: [], open: [] }),
  [paths.outages()]: (site) => (offersOutages(site) ? forVisitors(summaryLine, territoryLine) : null),
  [paths.reportOutage()]: (site) => (offersReports(site) ? forVisitors(optionsLine) : null),
  [paths.letterReturn()]: (_, language) => siteMessage('ccLetterReturnMessage', language),
  [paths.unclaimedCredits()]: (_, language) => siteMessage('unclaimedCapitalCreditMessage', language),
}

/** Returns the first reads of a page, which start before its scripts have loaded. */
export function readsOf(path: string, site: SiteStart, language: Language): { readonly reads?: PageReads } {
  const ofPage = reads[path]?.(site, language) ?? null
  return ofPage === null ? {} : { reads: ofPage }
}
