import { Card } from '@coopline/ui/card'
import { Field } from '@coopline/ui/field'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../portal/text.tsx'
import { LoginLayout } from './login.page.tsx'
import styles from './sign-in.module.css'

/** The login page before its code is there: everything in its place, and room where the fields will be. */
export function LoginFrame() {
  const { password } = useText('signIn')
  const room = () => <div className={styles.fieldRoom} />
  return (
    <LoginLayout>
      <Card>
        <Stack gap="large">
          <Field label={password.username}>{room}</Field>
          <Field label={password.password}>{room}</Field>
          <div className={styles.fieldRoom} />
        </Stack>
      </Card>
    </LoginLayout>
  )
}
