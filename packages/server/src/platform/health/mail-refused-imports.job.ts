import { scheduledJob } from '../jobs/feature-job.ts'
import { mailRefusedImports } from './refused-imports.ts'

/** Mails staff about refused imports. */
export const mailRefusedImportsJob = scheduledJob('platform.mail-refused-imports', '*/5 * * * *', mailRefusedImports)
