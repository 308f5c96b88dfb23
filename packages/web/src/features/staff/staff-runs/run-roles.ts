import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** The roles that see imports and runs. */
export const runRoles: readonly StaffRole[] = ['billing', 'admin']
