import type { SubmittedApplication } from '@coopline/contract/service/service-applications/service-applications.contract'
import { paths } from '@coopline/contract/paths'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { CopyButton } from '@coopline/ui/copy-button'
import { type Fact, Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'

type ApplicationStatusProps = Pick<SubmittedApplication, 'referenceNumber'> &
  Partial<SubmittedApplication> & { readonly token: string }

/** Shows a submitted application's reference number and, once loaded, its status. */
export function ApplicationStatus({
  referenceNumber,
  submittedOn,
  accountType = '',
  status = '',
  token,
}: ApplicationStatusProps) {
  const { status: text, saved } = useText('serviceApplications')
  const facts: readonly Fact[] = [
    { label: text.referenceNumber, value: referenceNumber },
    ...(submittedOn === undefined ? [] : [{ label: text.submittedOn, value: formatUsDate(submittedOn) }]),
    ...(accountType === '' ? [] : [{ label: text.accountType, value: accountType }]),
    ...(status === '' ? [] : [{ label: text.status, value: status }]),
  ]
  return (
    <Card title={text.heading}>
      <Stack gap="large">
        <Facts facts={facts} />
        <p>{text.next}</p>
        <Stack row>
          <CopyButton
            text={window.location.origin + paths.applicationForService({ token })}
            label={text.copyLink}
            copied={saved.copied}
            failed={saved.copyFailed}
          />
          <ButtonLink variant="secondary" href={paths.home()}>
            {text.home}
          </ButtonLink>
        </Stack>
      </Stack>
    </Card>
  )
}
