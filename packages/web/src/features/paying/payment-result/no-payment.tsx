import { paths } from '@coopline/contract/paths'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'
import { CallUs } from './call-us.tsx'

/** The page without a payment: opened by hand, or in another tab than the one that paid. */
export function NoPayment() {
  const text = useText('paymentResult')
  return (
    <Stack gap="large">
      <p>{text.nothing.text}</p>
      <CallUs />
      <div>
        <ButtonLink href={paths.home()}>{text.home}</ButtonLink>
      </div>
    </Stack>
  )
}
