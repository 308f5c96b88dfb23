import { isVerificationCode, verificationCodeLength } from '@coopline/rules/registration/is-verification-code'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { Stack } from '@coopline/ui/stack'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { StepHeading } from '../../portal/step-heading.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { formatMinutes } from './format-minutes.ts'
import styles from './registration.module.css'
import type { Stage } from './registration-state.ts'
import type { Registration } from './use-registration.ts'

interface CodeStepProps {
  readonly registration: Registration
  readonly stage: Extract<Stage, { at: 'code' }>
}

/** Stage 3: the code proves that the contact is the member's. */
export function CodeStep({ registration, stage }: CodeStepProps) {
  const text = useText('registration').code
  const { sent, verified } = stage
  return (
    <Stack gap="large">
      <StepHeading takesFocus>{text.heading}</StepHeading>
      <p>{text.sent(sent.shownAs)}</p>
      {verified === null ? (
        <CodeForm registration={registration} codeMinutes={sent.codeMinutes} />
      ) : (
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => registration.stepBack()}>
            {text.back}
          </Button>
          <Button onClick={registration.goOn}>{text.continue}</Button>
        </div>
      )}
    </Stack>
  )
}

interface CodeFormProps {
  readonly registration: Registration
  readonly codeMinutes: number
}

function CodeForm({ registration, codeMinutes }: CodeFormProps) {
  const text = useText('registration').code
  const { language } = useLanguage()
  const { failure, busy } = registration.state
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)

  // A wrong code is gone, and the next one can be typed at once.
  const [refused, setRefused] = useState(failure)
  const isWrong = failure?.kind === 'code-refused'
  if (failure !== refused) {
    setRefused(failure)
    if (isWrong) setCode('')
  }
  useEffect(() => {
    if (failure?.kind === 'code-refused') input.current?.focus()
  }, [failure])

  const isWhole = isVerificationCode(code)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isWhole) registration.verify(code)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="large">
        <DigitsField
          ref={input}
          name="verificationCode"
          label={text.code}
          hint={text.validity(formatMinutes(codeMinutes, language))}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          maxDigits={verificationCodeLength}
          cutToMax
          autoComplete="one-time-code"
        />
        <p className={styles.hint}>{text.again}</p>
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={() => registration.stepBack()}>
            {text.back}
          </Button>
          <Button
            type="submit"
            busy={busy}
            busyLabel={text.busy}
            disabledReason={isWhole || busy ? undefined : text.incomplete}
          >
            {text.submit}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
