import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** The roles that see payments and alarms and decide about them. */
export const billingRoles: readonly StaffRole[] = ['billing', 'admin']
