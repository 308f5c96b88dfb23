import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** Who sees payments and alarms, and decides about them. */
export const billingRoles: readonly StaffRole[] = ['billing', 'admin']
