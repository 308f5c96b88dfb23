import { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { askForPasswordMail, askForUsernameMail } from './ask-for-mail.ts'
import type { PasswordReset } from './password-reset.ts'
import { portalPasswordReset } from './portal-password-reset.ts'
import { resetPassword, validateLink } from './reset-password.ts'
import { sendRecoveryMailJob } from './send-recovery-mail.job.ts'

/** Creates the feature for a forgotten username or password. @param passwordReset the system that stores the passwords. */
export const createCredentialRecovery = (passwordReset: PasswordReset): Feature => ({
  routes: (routes) => {
    routes.on(credentialRecovery.forgotPassword, async ({ deps, request, body }) =>
      askForPasswordMail(deps, request, body),
    )
    routes.on(credentialRecovery.forgotUsername, async ({ deps, request, body }) =>
      askForUsernameMail(deps, request, body),
    )
    routes.on(credentialRecovery.validateLink, async ({ deps, body }) => validateLink(deps, passwordReset, body.otc))
    routes.on(
      credentialRecovery.reset,
      async ({ deps, request, body }) => resetPassword(deps, passwordReset, request, body),
      { needs: 'hashing' },
    )
  },
  jobs: [sendRecoveryMailJob],
})

export const credentialRecoveryFeature: Feature = createCredentialRecovery(portalPasswordReset)
