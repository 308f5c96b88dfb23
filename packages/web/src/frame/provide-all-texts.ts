import { texts as enCredentialRecovery } from '../messages/en/credential-recovery.ts'
import { texts as enNewPassword } from '../messages/en/new-password.ts'
import { texts as enNotifications } from '../messages/en/notifications.ts'
import { texts as enPaymentResult } from '../messages/en/payment-result.ts'
import { texts as enQuickPay } from '../messages/en/quick-pay.ts'
import { texts as enRegistration } from '../messages/en/registration.ts'
import { texts as enShell } from '../messages/en/shell.ts'
import { texts as enSignIn } from '../messages/en/sign-in.ts'
import { texts as enSite } from '../messages/en/site.ts'
import { texts as esCredentialRecovery } from '../messages/es/credential-recovery.ts'
import { texts as esNewPassword } from '../messages/es/new-password.ts'
import { texts as esNotifications } from '../messages/es/notifications.ts'
import { texts as esPaymentResult } from '../messages/es/payment-result.ts'
import { texts as esQuickPay } from '../messages/es/quick-pay.ts'
import { texts as esRegistration } from '../messages/es/registration.ts'
import { texts as esShell } from '../messages/es/shell.ts'
import { texts as esSignIn } from '../messages/es/sign-in.ts'
import { texts as esSite } from '../messages/es/site.ts'
import { provideTexts } from '../portal/text-store.ts'

/** Puts in at once, in both languages, the sections that the frames use: a frame is drawn without waiting for anything. */
export function provideAllTexts(): void {
  provideTexts('en', 'shell', enShell)
  provideTexts('es', 'shell', esShell)
  provideTexts('en', 'site', enSite)
  provideTexts('es', 'site', esSite)
  provideTexts('en', 'quickPay', enQuickPay)
  provideTexts('es', 'quickPay', esQuickPay)
  provideTexts('en', 'notifications', enNotifications)
  provideTexts('es', 'notifications', esNotifications)
  provideTexts('en', 'paymentResult', enPaymentResult)
  provideTexts('en', 'signIn', enSignIn)
  provideTexts('es', 'paymentResult', esPaymentResult)
  provideTexts('es', 'signIn', esSignIn)
  provideTexts('en', 'newPassword', enNewPassword)
  provideTexts('es', 'newPassword', esNewPassword)
  provideTexts('en', 'registration', enRegistration)
  provideTexts('es', 'registration', esRegistration)
  provideTexts('en', 'credentialRecovery', enCredentialRecovery)
  provideTexts('es', 'credentialRecovery', esCredentialRecovery)
}
