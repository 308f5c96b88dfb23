import { Card } from '@coopline/ui/card'
import { LoginLayout, LoginLinks } from './login.page.tsx'
import { PasswordStep } from './password.step.tsx'
import type { SignIn } from './use-sign-in.ts'

const nothingYet = () => undefined

const noOneYet: SignIn = {
  secondStep: null,
  busyWith: null,
  failure: null,
  submitPassword: nothingYet,
  submitCode: nothingYet,
  takePasskey: nothingYet,
  goBack: nothingYet,
}

/** The login page before its code is there. Text that is typed or sent by then is kept for the page. */
export function LoginFrame() {
  return (
    <LoginLayout>
      <Card>
        <PasswordStep signIn={noOneYet} username="" takesFocus={false} />
      </Card>
      <LoginLinks />
    </LoginLayout>
  )
}
