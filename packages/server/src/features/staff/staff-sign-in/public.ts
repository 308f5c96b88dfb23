export { findSessionOfView, requireStaffSession } from './check-staff-session.ts'
export { createStaffLogin, hasStaff } from './create-staff-login.ts'
export { findStaffRole } from './find-staff-role.ts'
