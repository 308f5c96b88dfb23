import { paths } from '@coopline/contract/paths'

/** Which file the code of a page begins in that only members open. Nothing of it is drawn ahead: its shell is. */
interface MemberPage {
  readonly path: string
  /** Source file of the page's chunk, as the manifest of the build names it. */
  readonly chunk: string
}

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
  { path: paths.accountOverview(), chunk: 'src/features/account-overview/account-overview.page.tsx' },
  { path: `${paths.accountOverview()}/:link`, chunk: 'src/features/account-overview/account-overview.page.tsx' },
]

/** The member's accounts under the header, on the pages that have them. */
export const accountListChunk = 'src/app/shell/account-list.tsx'
