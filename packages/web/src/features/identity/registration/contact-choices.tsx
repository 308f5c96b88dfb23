import { ownEmailOption, ownPhoneOption } from '@coopline/rules/identity/registration/check-authentication-option'
import type { RadioCard } from '@coopline/ui/radio-cards'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './registration.module.css'
import type { ContactOptions } from './registration-state.ts'

/** Lists the contacts that can receive a code: those on file, and others when the cooperative allows it (REQ-D-074, REQ-D-075). */
export function contactChoices(options: ContactOptions, text: TextsOf<'registration'>['option']): readonly RadioCard[] {
  const { cellPhones, emails, isSmsEnabled, allowUserProvidedContact } = options
  const phones = isSmsEnabled ? cellPhones : []
  return [
    ...phones.map(({ id, display }) => ({
      value: id,
      title: <ContactTitle before={text.toPhone} contact={display} />,
      icon: 'phone' as const,
    })),
    ...emails.map(({ id, display }) => ({
      value: id,
      title: <ContactTitle before={text.toEmail} contact={display} />,
      icon: 'mail' as const,
    })),
    ...(allowUserProvidedContact ? [{ value: ownEmailOption, title: text.ownEmail, icon: 'mail' as const }] : []),
    ...(allowUserProvidedContact && isSmsEnabled
      ? [{ value: ownPhoneOption, title: text.ownPhone, description: text.ownPhoneHint, icon: 'phone' as const }]
      : []),
  ]
}

/** The contact stays on one line where it can. */
const ContactTitle = ({ before, contact }: { readonly before: string; readonly contact: string }) => (
  <>
    {before} <span className={styles.contact}>{contact}</span>
  </>
)

/** Returns the chosen contact as the member knows it; empty without one. */
export function chosenContact(
  options: ContactOptions,
  choice: { readonly selectedAuthenticateOption: string; readonly email: string; readonly phone: string },
): string {
  const { selectedAuthenticateOption: chosen, email, phone } = choice
  if (chosen === ownEmailOption) return email
  if (chosen === ownPhoneOption) return phone
  return [...options.cellPhones, ...options.emails].find(({ id }) => id === chosen)?.display ?? ''
}
