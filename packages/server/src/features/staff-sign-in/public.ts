export { createStaffLogin, hasStaff } from './create-staff-login.ts'
export { runStaffCommand } from './run-staff-command.ts'
