export { noteLookUp } from './note-look-up.ts'
export { runMemberCommand } from './run-member-command.ts'
