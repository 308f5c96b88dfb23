import { paths } from '@coopline/contract/paths'
import { overviewReads } from '../features/account-overview/overview-reads.ts'
import { addressTemplate } from '../portal/api-request.ts'
import type { PageReads } from '../portal/early-work.ts'
import { accountsInput, accountsLine } from '../portal/member-accounts.ts'

/** Which file the code of a page begins in that only members open. Nothing of it is drawn ahead: its shell is. */
interface MemberPage {
  readonly path: string
  /** Source file of the page's chunk, as the manifest of the build names it. */
  readonly chunk: string
  /** What it reads at once about the account that it shows; started beside its scripts. */
  readonly reads?: Omit<PageReads, 'accounts'>
}

const overview = {
  chunk: 'src/features/account-overview/account-overview.page.tsx',
  reads: overviewReads,
} as const

/** One for every guarded page; `frame.test.tsx` holds it against the route table. */
export const memberPages: readonly MemberPage[] = [
  { path: paths.paymentOptions(), chunk: 'src/features/site/payment-options.page.tsx' },
  { path: paths.viewAllAccounts(), chunk: 'src/features/accounts/view-all-accounts.page.tsx' },
  { path: paths.accountList(), chunk: 'src/features/accounts/account-list.page.tsx' },
  { path: paths.accountManagement(), chunk: 'src/app/account-management-route.tsx' },
  { path: paths.accountProfile(), chunk: 'src/features/account-profile/account-profile.page.tsx' },
  { path: paths.myProfile(), chunk: 'src/app/my-profile-route.tsx' },
  { path: paths.viewBill(), chunk: 'src/features/bills/view-bill.page.tsx' },
  { path: paths.noBill(), chunk: 'src/features/bills/no-bill.page.tsx' },
  { path: paths.notifications(), chunk: 'src/features/notifications/notifications-redirect.page.tsx' },
  { path: paths.manageNotifications(), chunk: 'src/features/notifications/manage-notifications.page.tsx' },
  { path: paths.manageContacts(), chunk: 'src/features/notifications/manage-contacts.page.tsx' },
  { path: paths.billingHistory(), chunk: 'src/features/bill-history/history.page.tsx' },
  { path: paths.viewDeposits(), chunk: 'src/features/deposits/deposits.page.tsx' },
  { path: paths.viewArrangements(), chunk: 'src/features/arrangements/arrangements.page.tsx' },
  { path: paths.delinquentHistory(), chunk: 'src/features/delinquent-history/delinquent-history.page.tsx' },
  { path: paths.accountOverview(), ...overview },
  { path: `${paths.accountOverview()}/:link`, ...overview },
]

/** What a page for members reads first, when its scripts are not to be waited for. */
export function readsOf(path: string): { readonly reads?: PageReads } {
  const reads = memberPages.find((page) => page.path === path)?.reads
  if (reads === undefined) return {}
  return { reads: { accounts: addressTemplate(accountsLine, accountsInput('').query), ...reads } }
}
