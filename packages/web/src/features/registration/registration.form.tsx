import { maxEmailLength } from '@coopline/rules/email-address/check-email'
import { maxSecretAnswerLength } from '@coopline/rules/registration/check-registration'
import { Button } from '@coopline/ui/button'
import { EmailField } from '@coopline/ui/email-field'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { keepFocus } from '../../portal/keep-focus.ts'
import { NewPasswordFields } from '../../portal/new-password-fields.tsx'
import { useSite } from '../../portal/site.tsx'
import { StepHeading } from '../../portal/step-heading.tsx'
import { useText } from '../../portal/text.tsx'
import { UsernameField } from '../../portal/username-field.tsx'
import { PreferenceFields } from './preference.fields.tsx'
import styles from './registration.module.css'
import type { Verified } from './registration-state.ts'
import { useRegistrationForm } from './use-registration-form.ts'
import type { Registration } from './use-registration.ts'

interface RegistrationFormStepProps {
  readonly registration: Registration
  readonly verified: Verified
}

/** Stage 4: the login itself. */
export function RegistrationFormStep({ registration, verified }: RegistrationFormStepProps) {
  const { page, form: text } = useText('registration')
  const { keyEmailTwice } = useSite().settings
  const { form, values, verdict, checkAvailability, errorOf, summary, refusals, submit, stepBack } =
    useRegistrationForm(registration, verified)
  const { register } = form

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <StepHeading takesFocus>{text.heading}</StepHeading>
        <ErrorSummary title={page.problems} problems={summary} submitCount={refusals} />
        <TextField label={text.memberNumber} name="memberNumber" value={verified.memberNumber} readOnly figures />
        <UsernameField
          input={register('loginId', { onBlur: checkAvailability })}
          verdict={verdict}
          words={text}
          error={errorOf('loginId')}
        />
        <EmailField
          {...register('email', { deps: 'cnfemail' })}
          label={text.email}
          maxLength={maxEmailLength}
          error={errorOf('email')}
        />
        {keyEmailTwice && (
          <EmailField
            {...register('cnfemail')}
            label={text.confirmEmail}
            maxLength={maxEmailLength}
            error={errorOf('cnfemail')}
          />
        )}
        <NewPasswordFields
          password={register('password', { deps: 'cnfpassword' })}
          confirm={register('cnfpassword')}
          typed={values.password}
          passwordError={errorOf('password')}
          confirmError={errorOf('cnfpassword')}
          known={`${values.loginId} ${values.email}`}
        />
        <SelectField
          {...register('secQuestion')}
          label={text.question}
          placeholder={text.chooseQuestion}
          defaultValue={values.secQuestion}
          options={verified.secretQuestions
            .filter(({ visible }) => visible)
            .map(({ id, description }) => ({ value: id, text: description }))}
          error={errorOf('secQuestion')}
        />
        <TextField
          {...register('secAnswer')}
          label={text.answer}
          hint={text.answerHint}
          maxLength={maxSecretAnswerLength}
          autoComplete="off"
          error={errorOf('secAnswer')}
        />
        <PreferenceFields register={register} confirmError={errorOf('paperlessConfirmText')} />
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={stepBack}>
            {text.back}
          </Button>
          <Button type="submit" busy={registration.state.busy} busyLabel={text.busy} onMouseDown={keepFocus}>
            {text.heading}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
