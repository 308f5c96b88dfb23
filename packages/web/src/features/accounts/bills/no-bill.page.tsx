import { paths } from '@coopline/contract/paths'
import { accountOverviewMessage } from '@coopline/rules/accounts/account-overview/account-overview.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useLanguage, useText } from '../../../portal/text/text.tsx'

/** The page for a bill that cannot be shown, with the text of the overview's dialog (REQ-D-094). */
export function NoBillPage() {
  const { noBill: text } = useText('bills')
  const { language } = useLanguage()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Alert tone="info" title={accountOverviewMessage('no-bill', language)} />
      <Stack row gap="small">
        <ButtonLink href={paths.accountOverview()}>{text.toOverview}</ButtonLink>
        <ButtonLink variant="secondary" href={paths.billingHistory()}>
          {text.toHistory}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}
