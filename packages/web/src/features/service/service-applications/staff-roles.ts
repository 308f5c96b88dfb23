import type { StaffRole } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'

/** The roles that read applications and their documents. */
export const applicationRoles: readonly StaffRole[] = ['support', 'admin']
