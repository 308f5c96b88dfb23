export { endRecovery } from './end-recovery.ts'
export { mailResetLink } from './send-recovery-mail.job.ts'
