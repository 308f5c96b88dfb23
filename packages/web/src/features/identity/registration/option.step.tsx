import { maxEmailLength } from '@coopline/rules/identity/email-address/check-email'
import {
  type AuthenticationOptionForm,
  checkAuthenticationOption,
  chooseAuthenticationOption,
  isOwnContact,
  ownEmailOption,
  ownPhoneOption,
} from '@coopline/rules/identity/registration/check-authentication-option'
import { formatAmountOnBlur } from '@coopline/rules/kernel/typed-amount'
import { registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { Button } from '@coopline/ui/button'
import { EmailField } from '@coopline/ui/email-field'
import { MoneyField } from '@coopline/ui/money-field'
import { PhoneField } from '@coopline/ui/phone-field'
import { type RadioCard, RadioCards } from '@coopline/ui/radio-cards'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './registration.module.css'
import type { ContactOptions } from './registration-state.ts'
import { submitOnceChanged } from './submit-once-changed.ts'
import type { Registration } from './use-registration.ts'
import type { TextsOf } from '../../../portal/text/text-store.ts'

interface OptionStepProps {
  readonly registration: Registration
  readonly options: ContactOptions
  readonly takesFocus: boolean
}

/** Stage 2: where the code goes. */
export function OptionStep({ registration, options, takesFocus }: OptionStepProps) {
  const text = useText('registration').option
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const { choice, failure, busy } = registration.state
  const form = useRuleForm(
    (values: AuthenticationOptionForm) => checkAuthenticationOption(values, { strictEmailEnding }),
    registrationMessage,
    {
      start: choice,
      onSubmit: (values) => registration.sendCode(values, chosenContact(options, values)),
      error: failure,
    },
  )
  const chosen = form.values.selectedAuthenticateOption
  const choices = contactChoices(options, text)
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={null}
      submit={submitOnceChanged(text, failure, form)}
      beside={{
        before: (
          <Button variant="secondary" onClick={() => registration.stepBack()}>
            {text.back}
          </Button>
        ),
        className: styles.buttons,
      }}
      heading={<StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>}
    >
      <RadioCards
        {...form.text('selectedAuthenticateOption')}
        legend={text.legend}
        hint={choices.length === 0 ? text.nothing : undefined}
        options={choices}
        // Shows other fields, which no one has filled in yet.
        onChange={({ target }) => form.reset(chooseAuthenticationOption(form.values, target.value))}
      />
      {chosen === ownEmailOption && (
        <EmailField {...form.text('email')} label={text.email} maxLength={maxEmailLength} />
      )}
      {chosen === ownPhoneOption && <PhoneField {...form.text('phone')} label={text.phone} hint={text.phoneHint} />}
      {isOwnContact(form.values) && (
        <MoneyField
          {...form.text('billAmount')}
          label={text.billAmount}
          hint={text.billAmountHint}
          onFormat={formatAmountOnBlur}
        />
      )}
    </PortalForm>
  )
}

/** Lists the contacts that can receive a code: those on file, and others when the cooperative allows it (REQ-D-074, REQ-D-075). */
function contactChoices(options: ContactOptions, text: TextsOf<'registration'>['option']): readonly RadioCard[] {
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
function chosenContact(
  options: ContactOptions,
  choice: { readonly selectedAuthenticateOption: string; readonly email: string; readonly phone: string },
): string {
  const { selectedAuthenticateOption: chosen, email, phone } = choice
  if (chosen === ownEmailOption) return email
  if (chosen === ownPhoneOption) return phone
  return [...options.cellPhones, ...options.emails].find(({ id }) => id === chosen)?.display ?? ''
}
