import type { AnswerOf } from '@coopline/contract/endpoint'
import type { outage } from '@coopline/contract/service/outage/outage.contract'
import { paths } from '@coopline/contract/paths'
import { canReportOutage } from '@coopline/rules/service/outage-display/can-report-outage'
import type { OutageReportForm } from '@coopline/rules/service/outage-report/check-outage-report'
import { type OutageRefusal, outageReportMessage } from '@coopline/rules/service/outage-report/outage-report.messages'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { type Tab, Tabs } from '@coopline/ui/tabs'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { NoAnswer } from '../../../portal/call/call-failed.ts'
import { Loaded, Loading } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSelectedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useSettings } from '../../../portal/page/use-settings.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { LastStatusView } from './last-status.view.tsx'
import { OutageHistory } from './outage-history.tsx'
import { OutageMap } from './outage-map.tsx'
import { ReportOutageForm } from './report-outage.form.tsx'
import { safeMapLink } from './safe-map-link.ts'
import { OutageStatus, statusLine } from './outage-status.tsx'
import { useOfflineCopy } from './use-offline-copy.ts'
import { useStoredReport, WaitingReportNotice } from './waiting-report.notice.tsx'
import { isOfMember, type StoredReport } from './waiting-report.ts'

type Lines = typeof outage
const infoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/outage-account-info' satisfies Lines['accountInfo']['call']

const height = '20rem'

/** The outage page: status, report form, map and history. */
export function OutagePage() {
  const text = useText('outage')
  const query = usePageQuery()
  useOfflineCopy()
  const report = useStoredReport()
  const [openedAt] = useState(Date.now)
  const memberNumber = useSession().member?.memberNumber ?? ''
  const { accounts } = useSelectedAccount(memberNumber)
  // Use only the account from the URL, and only when it is the member's own.
  return (
    <RequireFeature when={hasFeature(useSite(), 'Outage')}>
      {isLost(accounts) ? (
        <Stack>
          <PageHeading title={text.heading} />
          {report !== null && <WaitingReportNotice report={report} />}
          <LastStatusView memberNumber={memberNumber} query={accounts} />
        </Stack>
      ) : (
        <AccountPage title={text.heading} height={height} stays none={<Refusal code="no-account" />}>
          {({ accountNumber }) => (
            <Stack gap="large">
              {report !== null && <WaitingReportNotice report={report} focusOnMount={report.writtenAt >= openedAt} />}
              <OutageOf key={accountNumber} memberNumber={memberNumber} accountNumber={accountNumber} />
              {query.get('isFromViewAllAccounts') === 'true' && (
                <Stack row>
                  <ButtonLink href={paths.viewAllAccounts()} variant="secondary">
                    {text.allAccounts}
                  </ButtonLink>
                </Stack>
              )}
            </Stack>
          )}
        </AccountPage>
      )}
    </RequireFeature>
  )
}

/** Whether a call had no answer and nothing was loaded before. */
const isLost = ({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): boolean =>
  data === undefined && error instanceof NoAnswer

function Refusal({ code }: { readonly code: OutageRefusal }) {
  const { language } = useLanguage()
  return <Alert tone="info" title={outageReportMessage({ code }, language)} />
}

function OutageOf(own: OwnAccount) {
  const { loading } = useText('outage')
  const info = useMemberRead(infoLine, { params: { ...own } })
  const settings = useSettings({ texts: ['timeZone'], flags: ['hideNonElectricOutage'] })
  const lost = [info, settings].find(isLost)
  if (lost !== undefined) return <LastStatusView memberNumber={own.memberNumber} query={lost} />
  return (
    <Loaded query={info} loading={loading} height={height}>
      {(account) => (
        <Loaded query={settings} loading={loading} height={height}>
          {({ timeZone = 'UTC', hideNonElectricOutage }) => {
            const isHidden = hideNonElectricOutage && account.accountType !== 'Electric'
            return isHidden ? (
              <Refusal code="not-supported" />
            ) : (
              <OutageTabs own={own} account={account} timeZone={timeZone} />
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** Returns the form of this account's report that was refused after it had waited for a connection; `null` without one. */
function refusedForm(
  report: StoredReport | null,
  { memberNumber, accountNumber }: OwnAccount,
): OutageReportForm | null {
  const form = report?.kind === 'refused' ? report.form : null
  if (form === null || !isOfMember(form)) return null
  if (form.memberNumber !== memberNumber || form.accountNumber !== accountNumber) return null
  const { outageReason, callBack, callbackNumber, remarks } = form
  return { outageReason, callBack, callbackNumber, remarks }
}

interface TabsProps {
  readonly own: OwnAccount
  readonly account: AnswerOf<Lines['accountInfo']>
  /** The cooperative's time zone. */
  readonly timeZone: string
}

function OutageTabs({ own, account, timeZone }: TabsProps) {
  const text = useText('outage')
  const site = useSite()
  const mapLink = safeMapLink(site)
  // Load the status in parallel, because it decides whether the report tab is available.
  const status = useMemberRead(statusLine, { params: { ...own } })
  const report = useStoredReport()
  const refused = refusedForm(report, own)
  // An object for each selection: what is answered late leaves a tab alone that was selected since.
  const asksToReport = usePageQuery().get('tab') === 'report'
  const [selected, setSelected] = useState({ key: refused === null && !asksToReport ? 'status' : 'report' })
  const { success, succeedWith, clearSuccess } = useSuccess()
  const { locationId, derivedStatus } = account
  // Only then is it known which tabs there are: one that came later would move the others.
  if (status.isPending) return <Loading loading={text.loading} height={height} />
  const tabs: readonly (Tab & { readonly when: boolean })[] = [
    {
      key: 'status',
      title: text.tabs.status,
      when: true,
      content: <OutageStatus own={own} timeZone={timeZone} />,
    },
    {
      key: 'report',
      title: text.tabs.report,
      when: canReportOutage(derivedStatus) && status.data?.isActive === false && report?.kind !== 'waiting',
      content:
        locationId === '' ? (
          <Refusal code="no-location" />
        ) : (
          <ReportOutageForm
            own={own}
            refused={refused}
            onDone={(message) => {
              succeedWith(message)
              setSelected((current) => (current === selected ? { key: 'status' } : current))
            }}
          />
        ),
    },
    { key: 'map', title: text.tabs.map, when: mapLink !== null, content: <OutageMap address={mapLink ?? ''} /> },
    {
      key: 'history',
      title: text.tabs.history,
      when: true,
      content: <OutageHistory memberNumber={own.memberNumber} locationId={locationId} timeZone={timeZone} />,
    },
  ]
  const shown = tabs.filter(({ when }) => when)
  return (
    <Stack>
      {success}
      <Tabs
        label={text.heading}
        tabs={shown}
        selected={shown.some(({ key }) => key === selected.key) ? selected.key : 'status'}
        onSelect={(key) => {
          setSelected({ key })
          clearSuccess()
        }}
      />
    </Stack>
  )
}
