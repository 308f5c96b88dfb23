import { maxEmailLength } from '@coopline/rules/identity/email-address/check-email'
import { maxSecretAnswerLength } from '@coopline/rules/identity/registration/check-registration'
import { Button } from '@coopline/ui/button'
import { EmailField } from '@coopline/ui/email-field'
import { SelectField } from '@coopline/ui/select-field'
import { TextField } from '@coopline/ui/text-field'
import { EmailCodeField } from '../../../portal/form/email-code-field.tsx'
import { NewPasswordFields } from '../../../portal/form/new-password-fields.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { UsernameField } from '../../../portal/form/username-field.tsx'
import styles from './registration.module.css'
import type { TypedRegistration, Verified } from './registration-state.ts'
import { draftOf } from './registration.calls.ts'
import { useRegistrationForm } from './use-registration-form.ts'
import type { Registration } from './use-registration.ts'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'

interface RegistrationFormStepProps {
  readonly registration: Registration
  readonly verified: Verified
}

/** Stage 4: the login itself. */
export function RegistrationForm({ registration, verified }: RegistrationFormStepProps) {
  const text = useText('registration').form
  const { keyEmailTwice } = useSite().settings
  const { form, verdict, checkUsername } = useRegistrationForm(registration, verified)
  const username = form.text('loginId')
  const { loginId, email } = form.values

  return (
    <PortalForm
      form={form}
      busy={registration.state.busy}
      error={null}
      submit={{ label: text.heading, busyLabel: text.busy }}
      beside={{
        before: (
          <Button variant="secondary" onClick={() => registration.stepBack(draftOf(form.values))}>
            {text.back}
          </Button>
        ),
        className: styles.buttons,
      }}
      heading={<StepHeading takesFocus>{text.heading}</StepHeading>}
    >
      <TextField label={text.memberNumber} name="memberNumber" value={verified.memberNumber} readOnly figures />
      <UsernameField
        input={{
          ...username,
          onBlur: () => {
            username.onBlur()
            checkUsername()
          },
        }}
        verdict={verdict}
        words={text}
      />
      <EmailField
        {...form.text('email')}
        // The code was sent to the address that was typed before.
        onChange={({ target }) => form.change({ email: target.value, emailCode: '' }, 'email')}
        label={text.email}
        maxLength={maxEmailLength}
      />
      {keyEmailTwice && <EmailField {...form.text('cnfemail')} label={text.confirmEmail} maxLength={maxEmailLength} />}
      <EmailCodeField form={form} />
      <NewPasswordFields
        password={form.text('password')}
        confirm={form.text('cnfpassword')}
        known={`${loginId} ${email}`}
      />
      <SelectField
        {...form.text('secQuestion')}
        label={text.question}
        placeholder={text.chooseQuestion}
        options={verified.secretQuestions
          .filter(({ visible }) => visible)
          .map(({ id, description }) => ({ value: id, text: description }))}
      />
      <TextField
        {...form.text('secAnswer')}
        label={text.answer}
        hint={text.answerHint}
        maxLength={maxSecretAnswerLength}
        autoComplete="off"
      />
      <PreferenceFields form={form} />
    </PortalForm>
  )
}

interface PreferenceFieldsProps {
  readonly form: RuleForm<TypedRegistration>
}

/** Shows the paperless and marketing options. Without a paperless offer there is nothing to confirm (REQ-D-076). */
function PreferenceFields({ form }: PreferenceFieldsProps) {
  const text = useText('registration').form
  const { paperlessOptions, marketingSignup } = useSite().settings
  const offersBills = paperlessOptions === 'BILL' || paperlessOptions === 'BOTH'
  const offersOther = paperlessOptions === 'OTHER' || paperlessOptions === 'BOTH'
  if (!offersBills && !offersOther && !marketingSignup) return null
  return (
    <fieldset className={styles.options}>
      <legend>{text.options}</legend>
      {offersBills && (
        <CheckboxField {...form.flag('hasOptedForPaperlessBilling')} label={text.eBilling} hint={text.eBillingHint} />
      )}
      {offersOther && (
        <CheckboxField
          {...form.flag('hasOptedForPaperlessOther')}
          label={text.eCommunications}
          hint={text.eCommunicationsHint}
        />
      )}
      {marketingSignup && (
        <CheckboxField {...form.flag('areMarketingEmailsAllowed')} label={text.marketing} hint={text.marketingHint} />
      )}
      {(offersBills || offersOther) && (
        <CheckboxField {...form.flag('paperlessConfirmText')} label={text.confirmPaperless} />
      )}
    </fieldset>
  )
}
