export { runApplications } from './run-applications-command.ts'
