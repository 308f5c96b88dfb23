import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { CallUs } from './call-us.tsx'

/** A member's session ended while they were on the provider's page. Signing in leads back to the result. */
export function SignedOut() {
  const text = useText('paymentResult').signedOut
  return (
    <Stack gap="large">
      <p>{text.text}</p>
      <CallUs />
      <div>
        <ButtonLink href={paths.login({ returnUrl: paths.paymentSuccess() })}>{text.signIn}</ButtonLink>
      </div>
    </Stack>
  )
}
