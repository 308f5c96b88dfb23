export { runMemberCommand } from './run-member-command.ts'
