import { Card } from '@coopline/ui/card'
import { ControlRoom } from '@coopline/ui/control-room'
import { Field } from '@coopline/ui/field'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../portal/text.tsx'
import { LoginLayout } from './login.page.tsx'

/** The login page before its code is there: everything in its place, and room where the fields will be. */
export function LoginFrame() {
  const { password } = useText('signIn')
  const room = () => <ControlRoom />
  return (
    <LoginLayout>
      <Card>
        <Stack gap="large">
          <Field label={password.username}>{room}</Field>
          <Field label={password.password}>{room}</Field>
          <ControlRoom />
        </Stack>
      </Card>
    </LoginLayout>
  )
}
