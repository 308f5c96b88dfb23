import { maxEmailLength } from '@coopline/rules/email-address/check-email'
import {
  type AuthenticationOptionForm,
  type AuthenticationOptionProblem,
  checkAuthenticationOption,
  chooseAuthenticationOption,
  ownEmailOption,
  ownPhoneOption,
} from '@coopline/rules/registration/check-authentication-option'
import { registrationMessage } from '@coopline/rules/registration/registration.messages'
import { Button } from '@coopline/ui/button'
import { EmailField } from '@coopline/ui/email-field'
import { ErrorSummary } from '@coopline/ui/error-summary'
import { PhoneField } from '@coopline/ui/phone-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { Stack } from '@coopline/ui/stack'
import { useForm, useWatch } from 'react-hook-form'
import { byRules } from '../../portal/by-rules.ts'
import { keepFocus } from '../../portal/keep-focus.ts'
import { useSite } from '../../portal/site.tsx'
import { StepHeading } from '../../portal/step-heading.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import { contactChoices, contactShown } from './contact-choices.tsx'
import styles from './registration.module.css'
import type { ContactOptions } from './registration-state.ts'
import { useChangedSince } from './use-changed-since.ts'
import type { Registration } from './use-registration.ts'

interface OptionStepProps {
  readonly registration: Registration
  readonly options: ContactOptions
  readonly takesFocus: boolean
}

/** Stage 2: where the code goes. */
export function OptionStep({ registration, options, takesFocus }: OptionStepProps) {
  const { page, option: text } = useText('registration')
  const { language } = useLanguage()
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const { choice, failure, busy } = registration.state
  const check = (form: AuthenticationOptionForm) => checkAuthenticationOption(form, { strictEmailEnding })
  const { control, formState, getValues, handleSubmit, register, reset, setFocus } = useForm<AuthenticationOptionForm>({
    resolver: byRules(check),
    defaultValues: choice,
    mode: 'onBlur',
    shouldFocusError: false,
  })
  const chosen = useWatch({ control, name: 'selectedAuthenticateOption' })
  const refused = useSubmitErrors<AuthenticationOptionProblem>(setFocus)
  const { mustChange, noteChange } = useChangedSince(failure)
  const choices = contactChoices(options, text)

  const errorOf = (field: AuthenticationOptionProblem['field']) => {
    const problem = formState.errors[field] && check(getValues()).find((found) => found.field === field)
    return problem && registrationMessage(problem, language)
  }
  const choose = () => {
    noteChange()
    // Other fields are shown now, which nobody has filled in yet.
    refused.accept()
    reset(chooseAuthenticationOption(getValues(), getValues('selectedAuthenticateOption')), { keepErrors: false })
  }
  const submit = handleSubmit(
    (form) => {
      refused.accept()
      registration.sendCode(form, contactShown(options, form))
    },
    () => refused.refuse(check(getValues())),
  )

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="large">
        <StepHeading takesFocus={takesFocus}>{text.heading}</StepHeading>
        <ErrorSummary
          title={page.problems}
          problems={refused.problems.map(({ code, field }) => ({
            field,
            text: registrationMessage({ code }, language),
          }))}
          submitCount={refused.count}
        />
        <RadioCards
          {...register('selectedAuthenticateOption', { onChange: choose })}
          legend={text.legend}
          hint={choices.length === 0 ? text.nothing : undefined}
          options={choices}
          defaultValue={choice.selectedAuthenticateOption}
          error={errorOf('selectedAuthenticateOption')}
        />
        {chosen === ownEmailOption && (
          <EmailField
            {...register('email', { onChange: noteChange })}
            label={text.email}
            maxLength={maxEmailLength}
            error={errorOf('email')}
          />
        )}
        {chosen === ownPhoneOption && (
          <PhoneField
            {...register('phone', { onChange: noteChange })}
            label={text.phone}
            hint={text.phoneHint}
            error={errorOf('phone')}
          />
        )}
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => registration.stepBack()}>
            {text.back}
          </Button>
          <Button
            type="submit"
            busy={busy}
            busyLabel={text.busy}
            onMouseDown={keepFocus}
            disabledReason={mustChange && !busy ? text.changeFirst : undefined}
          >
            {text.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
