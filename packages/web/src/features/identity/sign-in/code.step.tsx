import { Button } from '@coopline/ui/button'
import { classNames } from '@coopline/ui/class-names'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { CodeField, CodeKindButton, noCode, useIncompleteCode, wholeCode } from '../../../portal/form/code-entry.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './sign-in.module.css'
import type { SignIn } from './use-sign-in.ts'

interface CodeStepProps {
  readonly signIn: SignIn
  readonly username: string
}

/** The second step: the code of the authenticator app, or a recovery code for a member without it. */
export function CodeStep({ signIn, username }: CodeStepProps) {
  const text = useText('signIn')
  const { failure, busyWith } = signIn
  const form = useRuleForm(
    () => [],
    () => '',
    {
      start: noCode,
      onSubmit: (values) => {
        const code = wholeCode(values)
        if (code !== null) signIn.submitCode(code)
      },
    },
  )
  const incomplete = useIncompleteCode(form.values)

  // A refused code is gone, and the next one can be typed at once.
  const [refused, setRefused] = useState(failure)
  if (failure !== refused) {
    setRefused(failure)
    if (failure !== null) form.change({ code: '' })
  }
  const { focus } = form
  useEffect(() => {
    if (failure !== null) focus('code')
  }, [failure, focus])

  return (
    <PortalForm
      form={form}
      busy={busyWith === 'form'}
      error={null}
      submit={{
        label: text.code.submit,
        busyLabel: text.code.busy,
        fullWidth: true,
        disabledReason: busyWith === null ? incomplete : undefined,
      }}
      beside={{
        after: (
          <div className={classNames(styles.ways, styles.quietWays)}>
            <Button variant="quiet" onClick={signIn.goBack}>
              {text.code.back}
            </Button>
            <CodeKindButton form={form} />
          </div>
        ),
      }}
    >
      <p>{text.code.lead}</p>
      <TextField label={text.password.username} name="username" value={username} readOnly autoComplete="username" />
      <CodeField form={form} takesFocus />
    </PortalForm>
  )
}
