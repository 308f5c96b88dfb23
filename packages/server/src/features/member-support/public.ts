export { eraseMember } from './erase-member.ts'
export { runMemberCommand } from './run-member-command.ts'
