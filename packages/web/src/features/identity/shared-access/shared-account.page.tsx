import type { AccountForGuest } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { paths } from '@coopline/contract/paths'
import { accountTypeWords, statusWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { SharedBills } from './shared-bills.tsx'
import { SharedPaymentStep } from './shared-payment.tsx'
import type { SharedPlace } from './shared-place.ts'
import { SharedUsage } from './shared-usage.tsx'

/** One account that another member shares: the balance, bills and usage. */
export function SharedAccountPage() {
  const { account: text } = useText('sharedAccess')
  const query = usePageQuery()
  const memberNumber = useSession().member?.memberNumber
  const [id, accountNumber] = [query.get('access'), query.get('accountno')]
  if (memberNumber === undefined) return null
  if (id === null || accountNumber === null) return <Redirect to={paths.sharedWithMe()} />
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      <Shown key={`${id} ${accountNumber}`} place={{ memberNumber, id, accountNumber }} />
      <div>
        <ButtonLink variant="secondary" href={paths.sharedWithMe()}>
          {text.back}
        </ButtonLink>
      </div>
    </Stack>
  )
}

function Shown({ place }: { readonly place: SharedPlace }) {
  const { account: text } = useText('sharedAccess')
  const site = useSite()
  const [isPaying, setPaying] = useState(false)
  const read = useMemberRead('GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}', {
    params: { ...place },
  })
  const isGone = read.error instanceof CallFailed && [400, 403, 404].includes(read.error.status)
  if (isGone)
    return (
      <Alert tone="warning" title={text.goneTitle}>
        <p>{text.gone}</p>
      </Alert>
    )
  return (
    <Loaded query={read} loading={text.loading} height="24rem">
      {({ account, memberName, lastDay, rights }) => (
        <Stack gap="large">
          <Alert tone="info" title={text.banner(account.accountNumber, memberName)}>
            <p>{text.bannerLead(memberName, formatUsDate(lastDay))}</p>
          </Alert>
          <Summary account={account} />
          {rights === 'view-and-pay' && !isPaying && (
            <div>
              <Button onClick={() => setPaying(true)}>{text.pay}</Button>
            </div>
          )}
          {isPaying ? (
            <SharedPaymentStep place={place} onBack={() => setPaying(false)} />
          ) : (
            <>
              <SharedBills place={place} />
              {hasFeature(site, 'Usages') && <SharedUsage place={place} />}
            </>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Summary({ account }: { readonly account: AccountForGuest }) {
  const { account: text } = useText('sharedAccess')
  const { language } = useLanguage()
  return (
    <Card title={text.summary}>
      <Facts
        facts={[
          { label: text.holder, value: account.accountHolderName },
          { label: text.address, value: account.serviceAddress },
          { label: text.type, value: accountTypeWords(account.accountType, language) },
          { label: text.status, value: statusWords(account.derivedStatus, language) },
          { label: text.pastDue, value: formatUsd(account.pastDueAmount) },
          { label: text.dueDate, value: account.dueDate === null ? text.noDueDate : formatUsDate(account.dueDate) },
          { label: text.balance, value: formatUsd(account.accountBalance), total: true },
        ]}
      />
    </Card>
  )
}
