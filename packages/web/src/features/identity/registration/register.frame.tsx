import { Card } from '@coopline/ui/card'
import { ControlRoom } from '@coopline/ui/control-room'
import { Field } from '@coopline/ui/field'
import { Stack } from '@coopline/ui/stack'
import { Steps } from '@coopline/ui/steps'
import { useText } from '../../../portal/text/text.tsx'
import { LoginHint } from './login-hint.tsx'
import { RegisterLayout } from './register.page.tsx'

/** The first stage before its code is there: everything in its place, and room where the field will be. */
export function RegisterFrame() {
  const { steps, account } = useText('registration')
  return (
    <RegisterLayout>
      <Steps
        label={steps.label}
        steps={steps.names}
        current={0}
        compactText={steps.compact(1, steps.names[0] ?? '')}
        doneText={steps.done}
      />
      <Card>
        <Stack gap="large">
          <h2>{account.heading}</h2>
          <Field label={account.number} hint={account.numberHint}>
            {() => <ControlRoom />}
          </Field>
          <ControlRoom of="button" />
        </Stack>
      </Card>
      <LoginHint />
    </RegisterLayout>
  )
}
