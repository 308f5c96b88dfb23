/** The roles of staff: `support` helps members, `billing` sees money, `content` edits texts, `admin` may do everything. */
export const staffRoles = ['support', 'billing', 'content', 'admin'] as const

export type StaffRole = (typeof staffRoles)[number]

const only = (...roles: readonly StaffRole[]): readonly StaffRole[] => roles

/** Roles by what they may see and do. The contract names one of them for each call of staff; pages and portal views follow it. */
export const staffRights = {
  /** The member, the accounts and the portal as the member sees it. */
  members: only('support', 'billing', 'admin'),
  /** Logins of the member, people and apps that read their data, and the places that messages go to. */
  access: only('support', 'admin'),
  /** Balances and payments of a member, and what is needed to pay out credits. */
  money: only('billing', 'admin'),
  /** Payments and alarms, and decisions about them. */
  payments: only('billing', 'admin'),
  /** Imports, and the runs that take due payments. */
  runs: only('billing', 'admin'),
  /** Applications for service and their documents. */
  applications: only('support', 'admin'),
  /** Changes of account profiles that wait for review. */
  profileChanges: only('support', 'admin'),
  /** Texts that members read. Of the settings, `content` sees these only. */
  texts: only('content', 'admin'),
  /** Every setting. */
  settings: only('admin'),
  /** Keys with which the cooperative's own systems call the portal. */
  apiKeys: only('admin'),
}

/** Tells whether staff of a role may make the call while they see the portal as a member (decision 0219). */
export const mayCallInPortalView = (
  { portalView }: { readonly portalView: boolean | 'access' },
  role: StaffRole,
): boolean => portalView !== false && staffRights[portalView === 'access' ? 'access' : 'members'].includes(role)
