import type { Endpoint } from '../../endpoint.ts'
import type { StaffRole } from './staff-sign-in.contract.ts'

/** Roles by what they may see of a member. The console and portal views both follow it. */
export const staffRights = {
  /** The member, the accounts and the portal as the member sees it. */
  members: ['support', 'billing', 'admin'],
  /** Logins of the member, people and apps that read their data, and the places that messages go to. */
  access: ['support', 'admin'],
  /** Balances and payments in the console, and what is needed to pay out credits. */
  money: ['billing', 'admin'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>

/** Tells whether staff of a role may make the call while they see the portal as a member (decision 0219). */
export function mayCallInPortalView({ portalView }: Pick<Endpoint, 'portalView'>, role: StaffRole): boolean {
  const roles: readonly StaffRole[] = portalView === 'access' ? staffRights.access : staffRights.members
  return portalView !== false && roles.includes(role)
}
