import { paths } from '@coopline/contract/paths'
import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useLanguage, useText } from '../../../portal/text/text.tsx'

/** The page of a cooperative that does not offer Quick Pay. */
export function ClosedQuickPay() {
  const text = useText('quickPay').page
  const { language } = useLanguage()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Alert tone="warning" title={serviceUnavailableMessage(language)} />
      <div>
        <ButtonLink href={paths.home()} variant="secondary">
          {text.backHome}
        </ButtonLink>
      </div>
    </Stack>
  )
}
