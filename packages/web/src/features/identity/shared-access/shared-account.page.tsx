import type { AccountForGuest } from '@coopline/contract/identity/shared-access/shared-access.contract'
import { paths } from '@coopline/contract/paths'
import {
  accountTypeWords,
  statusWords,
  unitWords,
} from '@coopline/rules/accounts/account-status/cooperative-words.messages'
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
import type { MonthlyUsage } from '@coopline/contract/usage/usage/usage.contract'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { longMonth } from '../../../portal/text/calendar-words.ts'
import { numberFormat } from '../../../portal/text/formats.ts'

type Month = MonthlyUsage & { readonly meterId: string }

const usageFormat = numberFormat({ maximumFractionDigits: 1 })

/** Usage of a shared account by meter and month, newest first. */
function SharedUsage({ place }: { readonly place: SharedPlace }) {
  const { account: text } = useText('sharedAccess')
  const { language } = useLanguage()
  const read = useMemberRead('GET /v3/members/{memberNumber}/shared-with-me/{id}/accounts/{accountNumber}/usage', {
    params: { ...place },
  })
  const columns: readonly TableColumn<Month>[] = [
    {
      key: 'month',
      header: text.month,
      rowHeader: true,
      cell: ({ month }) => longMonth(month, language),
    },
    { key: 'meter', header: text.meter, cell: ({ meterId }) => meterId },
    {
      key: 'used',
      header: text.used,
      align: 'end',
      cell: ({ usageValue, unitOfMeasure }) =>
        `${usageFormat(language).format(usageValue)} ${unitWords(unitOfMeasure, language)}`,
    },
  ]
  // The account shows no usage at all, as its own page would say.
  const isUnsupported = read.error instanceof CallFailed && read.error.status === 400
  return (
    <Card title={text.usage}>
      {isUnsupported ? (
        <Alert tone="info" title={text.noUsage} />
      ) : (
        <Loaded query={read} loading={text.usageLoading} height="12rem">
          {({ usagesByMeter }) => (
            <DataTable
              caption={text.usage}
              captionHidden
              columns={columns}
              rows={usagesByMeter
                .flatMap(({ meterId, monthlyUsages }) => monthlyUsages.map((month) => ({ ...month, meterId })))
                .sort((a, b) => b.month.localeCompare(a.month) || a.meterId.localeCompare(b.meterId))}
              rowKey={({ month, meterId }) => `${month} ${meterId}`}
              empty={text.noUsage}
            />
          )}
        </Loaded>
      )}
    </Card>
  )
}

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
