export { closeLinks, closeSecondSteps } from './reset-links.store.ts'
export { mailResetLink } from './send-recovery-mail.job.ts'
