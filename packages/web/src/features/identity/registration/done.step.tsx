import { paths } from '@coopline/contract/paths'
import { registeredMessage } from '@coopline/rules/identity/registration/registration.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'

/** Stage 5: the login is there. */
export function DoneStep({ email }: { readonly email: string }) {
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
