import { verificationCodeLength } from '@coopline/rules/identity/registration/is-verification-code'
import { Button } from '@coopline/ui/button'
import { DigitsField } from '@coopline/ui/digits-field'
import { useState } from 'react'
import { useText } from '../text/text.tsx'
import type { RuleForm } from './use-rule-form.ts'

interface EmailCodeFieldProps {
  readonly form: Pick<RuleForm<{ readonly emailCode: string }>, 'text' | 'errorOf' | 'change' | 'submit'>
}

/** The code that the server has sent to a new email address: there once the server has asked for it (REQ-D-309). */
export function EmailCodeField({ form }: EmailCodeFieldProps) {
  const text = useText('emailCode')
  const [isAsked, setIsAsked] = useState(false)
  if (!isAsked && form.errorOf('emailCode') !== undefined) setIsAsked(true)
  if (!isAsked) return null
  const sendAgain = () => {
    form.change({ emailCode: '' }, 'emailCode')
    form.submit()
  }
  return (
    <>
      <DigitsField
        {...form.text('emailCode')}
        label={text.label}
        hint={text.hint}
        maxDigits={verificationCodeLength}
        autoComplete="one-time-code"
      />
      <Button variant="quiet" onClick={sendAgain}>
        {text.sendAgain}
      </Button>
    </>
  )
}
