import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** Who reads applications and their documents. */
export const applicationRoles: readonly StaffRole[] = ['support', 'admin']
