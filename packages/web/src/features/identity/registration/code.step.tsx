import { isVerificationCode, verificationCodeLength } from '@coopline/rules/identity/registration/is-verification-code'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { Stack } from '@coopline/ui/stack'
import { useEffect, useState } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './registration.module.css'
import type { Stage } from './registration-state.ts'
import type { Registration } from './use-registration.ts'
import type { Language } from '@coopline/rules/kernel/problem'

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
      <p>{sent.isOwn ? text.sentToOwn(sent.displayedAs) : text.sent(sent.displayedAs)}</p>
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
  const form = useRuleForm(
    () => [],
    () => '',
    {
      start: { verificationCode: '' },
      onSubmit: ({ verificationCode }) => {
        if (isVerificationCode(verificationCode)) registration.verify(verificationCode)
      },
    },
  )

  // A wrong code is gone, and the next one can be typed at once.
  const [refused, setRefused] = useState(failure)
  if (failure !== refused) {
    setRefused(failure)
    if (failure?.kind === 'code-refused') form.change({ verificationCode: '' })
  }
  const { focus } = form
  useEffect(() => {
    if (failure?.kind === 'code-refused') focus('verificationCode')
  }, [failure, focus])

  const isWhole = isVerificationCode(form.values.verificationCode)
  return (
    <PortalForm
      form={form}
      busy={busy}
      error={null}
      submit={{ label: text.submit, busyLabel: text.busy, disabledReason: isWhole ? undefined : text.incomplete }}
      beside={{
        before: (
          <Button variant="secondary" onClick={() => registration.stepBack()}>
            {text.back}
          </Button>
        ),
        className: styles.buttons,
      }}
    >
      <DigitsField
        {...form.text('verificationCode')}
        label={text.code}
        hint={text.validity(formatMinutes(codeMinutes, language))}
        maxDigits={verificationCodeLength}
        autoComplete="one-time-code"
      />
      <p className={styles.hint}>{text.again}</p>
    </PortalForm>
  )
}

/** '2 hours', '90 minutes'. */
function formatMinutes(minutes: number, language: Language): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
