import type { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { Calls } from '@coopline/contract/calls'
import { appCodeLength, isAppCode } from '@coopline/rules/identity/sign-in/check-sign-in'
import { signInMessage } from '@coopline/rules/identity/sign-in/sign-in.messages'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { DigitsField } from '@coopline/ui/digits-field'
import { Stack } from '@coopline/ui/stack'
import { AppKey } from '../../../portal/page/app-key.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useFocusOnce } from '../../../portal/page/use-focus-once.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './authenticator-app.module.css'

interface SetUpProps {
  readonly memberNumber: string
  readonly data: Calls[(typeof authenticatorApp)['qrCode']['call']]['answer']
  /** An app is active already and is changed to another. */
  readonly isChange: boolean
  readonly onActivated: (recoveryCodes: readonly string[]) => void
  readonly onRefused: () => void
  readonly onCancel: () => void
}

/** Thrown when the service says of a code that it does not activate the app. */
class CodeRefused extends Error {}

/** Brings the key into the member's app and takes its first code (MA-03 to MA-06). */
export function SetUp({ memberNumber, data, isChange, onActivated, onRefused, onCancel }: SetUpProps) {
  const { setUp: text } = useText('authenticatorApp')
  const { language } = useLanguage()
  const title = useFocusOnce<HTMLHeadingElement>()
  const activate = useTask((typed: string) => activateBy(typed, data, memberNumber), { onSuccess: onActivated })
  const form = useRuleForm(
    () => [],
    () => '',
    {
      start: { code: '' },
      onSubmit: ({ code }) => {
        if (!isAppCode(code)) return
        const onError = () => {
          onRefused()
          form.change({ code: '' })
          form.focus('code')
        }
        activate.mutate(code, { onError })
      },
    },
  )
  const { error } = activate
  const refusal = error instanceof CodeRefused ? error.message || signInMessage('wrong-code', language) : undefined
  return (
    <Stack>
      <FailureAlert error={error} title={refusal} />
      <Card>
        <Stack gap="large">
          <h2 ref={title} tabIndex={-1}>
            {isChange ? text.titleChange : text.title}
          </h2>
          <p>
            {isChange && text.changeNote} {text.elsewhere}
          </p>
          <ol className={styles.steps}>
            <li>
              <h3>{text.install}</h3>
              <p>{text.installMore}</p>
            </li>
            <li>
              <h3>{text.scan}</h3>
              <AppKey data={data} />
            </li>
            <li>
              <h3>{text.enter}</h3>
              <div className={styles.form}>
                <PortalForm
                  form={form}
                  busy={activate.isPending}
                  error={null}
                  gap="medium"
                  submit={{
                    label: text.submit,
                    busyLabel: text.busy,
                    disabledReason: isAppCode(form.values.code) ? undefined : text.incomplete,
                  }}
                  beside={{
                    row: true,
                    after: (
                      <Button variant="secondary" onClick={onCancel}>
                        {text.cancel}
                      </Button>
                    ),
                  }}
                >
                  <DigitsField
                    {...form.text('code')}
                    label={text.code}
                    maxDigits={appCodeLength}
                    autoComplete="one-time-code"
                  />
                </PortalForm>
              </div>
            </li>
          </ol>
        </Stack>
      </Card>
    </Stack>
  )
}

/** @throws CodeRefused with the service's sentence when the code is wrong; else as `memberCall`. */
async function activateBy(code: string, data: SetUpProps['data'], memberNumber: string): Promise<readonly string[]> {
  const answer = await memberCall('POST /v3/members/{memberNumber}/mfa', {
    params: { memberNumber },
    body: { encryptedMember: data.encryptedValidator, code, key: data.secretNewKey },
  })
  // sic: the wire spells it this way (DE-15).
  const { verificationSatus: isVerified, transactionStatus: isDone, mfaEnabled, message, recoveryCodes } = answer
  if (!isVerified || !isDone || !mfaEnabled) throw new CodeRefused(message)
  return recoveryCodes ?? []
}
