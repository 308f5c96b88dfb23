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
import { RadioCards } from '@coopline/ui/radio-cards'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { contactChoices, chosenContact } from './contact-choices.tsx'
import styles from './registration.module.css'
import type { ContactOptions } from './registration-state.ts'
import { submitOnceChanged } from './submit-once-changed.ts'
import type { Registration } from './use-registration.ts'

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
