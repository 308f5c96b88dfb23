import {
  accountVerifiedMessage,
  registeredMessage,
  registrationMessage,
} from '@coopline/rules/identity/registration/registration.messages'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { Steps } from '@coopline/ui/steps'
import { CallFailed, NoAnswer } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { AccountStep } from './account.step.tsx'
import { CodeStep } from './code.step.tsx'
import type { Failure } from './failure.ts'
import { LoginHint } from './login-hint.tsx'
import { OptionStep } from './option.step.tsx'
import { RegistrationForm } from './registration.form.tsx'
import type { Stage } from './registration-state.ts'
import { type Registration, useRegistration } from './use-registration.ts'
import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { StepHeading } from '../../../portal/form/step-heading.tsx'

const positions: Record<Stage['at'], number> = { account: 0, option: 1, code: 2, form: 3, done: 4 }

/** The five stages, the alert above them and where the member is among them. */
export function RegistrationStages() {
  const text = useText('registration').steps
  const { language } = useLanguage()
  const registration = useRegistration()
  const { stage, failure, turn } = registration.state
  const position = positions[stage.at]
  const isVerified = stage.at === 'form' || (stage.at === 'code' && stage.verified !== null)
  return (
    <>
      {/* What is about fields stands at the fields. */}
      {failure !== null && failure.kind !== 'fields-refused' && <StageFailure failure={failure} />}
      {isVerified && failure === null && <Alert tone="success" title={accountVerifiedMessage(language)} />}
      {stage.at !== 'done' && (
        <Steps
          label={text.label}
          steps={text.names}
          current={position}
          compactText={text.compact(position + 1, text.names[position] ?? '')}
          doneText={text.done}
        />
      )}
      <Card>
        <StageOf key={turn} registration={registration} />
      </Card>
      {stage.at !== 'done' && <LoginHint />}
    </>
  )
}

/** The reason that registration cannot continue, in the server's words if it gave any (REQ-D-078). */
function StageFailure({ failure: { kind, error } }: { readonly failure: Failure }) {
  const text = useText('registration').failure
  const { language } = useLanguage()
  const isWordless = error instanceof CallFailed && error.status === 400 && error.errors.length === 0
  const isWrongCode = kind === 'code-refused' && isWordless
  const own = isWrongCode ? registrationMessage({ code: 'code-wrong' }, language) : undefined
  return (
    // After a wrong code the keyboard goes to the next one; a username is checked while the member types elsewhere.
    <FailureAlert
      error={error}
      title={kind === 'verification-over' ? text.verificationOver : own}
      focusOnMount={kind !== 'code-refused' && kind !== 'check-failed'}
    >
      {error instanceof NoAnswer && <p>{text.noAnswer}</p>}
    </FailureAlert>
  )
}

function StageOf({ registration }: { readonly registration: Registration }) {
  const { stage, turn, failure } = registration.state
  const takesFocus = turn > 0 && failure === null
  switch (stage.at) {
    case 'option':
      return <OptionStep registration={registration} options={stage.options} takesFocus={takesFocus} />
    case 'code':
      return <CodeStep registration={registration} stage={stage} />
    case 'form':
      return <RegistrationForm registration={registration} verified={stage.verified} />
    case 'done':
      return <DoneStep email={stage.email} />
    case 'account':
      break
  }
  return <AccountStep registration={registration} takesFocus={takesFocus} />
}

/** Stage 5: the login is there. */
function DoneStep({ email }: { readonly email: string }) {
  const text = useText('registration').done
  const { language } = useLanguage()
  return (
    <Stack gap="large">
      <StepHeading takesFocus>{text.heading}</StepHeading>
      <Alert tone="success" title={registeredMessage(email, language)} />
      <div>
        <ButtonLink href={paths.login()}>{text.login}</ButtonLink>
      </div>
    </Stack>
  )
}
