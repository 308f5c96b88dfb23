import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** Who sees imports and runs. */
export const runRoles: readonly StaffRole[] = ['billing', 'admin']
