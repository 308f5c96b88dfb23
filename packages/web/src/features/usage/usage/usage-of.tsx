import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { usualUsageRange } from '@coopline/rules/usage/usage-range/check-usage-range'
import { suspendedUsageMessage, unsupportedUsageMessage } from '@coopline/rules/usage/usage/usage.messages'
import { Alert } from '@coopline/ui/alert'
import { Content } from '@coopline/ui/content'
import { Facts } from '@coopline/ui/facts'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import { useChartCode } from './chart-code.tsx'
import { DownloadDialog } from './download.dialog.tsx'
import { NetMetering } from './net-metering.tsx'
import { type DisplayedUsageAccount, lines } from './usage-lines.ts'
import { UsageSearchForm } from './usage-search.form.tsx'
import type { UsageSearched, ViewProps } from './view-props.ts'
import styles from './usage.module.css'
import { type Tab, Tabs } from '@coopline/ui/tabs'
import { useLocation } from 'react-router'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { DailyTab } from './daily.tab.tsx'
import { IntervalTab } from './interval.tab.tsx'
import { MonthlyTab } from './monthly.tab.tsx'

/** The tabs Daily, Monthly and Interval (US-02, US-11). */
function UsageViews(props: ViewProps) {
  const { heading, tabs: titles } = useText('usage')
  const site = useSite()
  const { state } = useLocation()
  const hasIntervals = useIntervalTab(props)
  const opensMonthly = !hasFeature(site, 'Usages') || asksForMonthly(state)
  const [selected, setSelected] = useState(opensMonthly ? 'monthly' : 'daily')
  const tabs: readonly Tab[] = [
    { key: 'daily', title: titles.daily, content: <DailyTab {...props} /> },
    { key: 'monthly', title: titles.monthly, content: <MonthlyTab {...props} /> },
    ...(hasIntervals
      ? [{ key: 'interval', title: titles.interval, content: <IntervalTab {...props} days={props.searched} /> }]
      : []),
  ]
  const shown = tabs.some(({ key }) => key === selected) ? selected : 'daily'
  return <Tabs label={heading} tabs={tabs} selected={shown} onSelect={setSelected} />
}

/** True when the link to the page asks for the Monthly tab (US-05, REQ-D-232). */
const asksForMonthly = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'tab' in state && state.tab === 'monthly'

/** True when the account has cloud meter data and the meter's attributes loaded (US-07, US-58, US-64). */
function useIntervalTab({ own, meterId }: ViewProps): boolean {
  const isOffered = hasFeature(useSite(), 'MdmCloudEnabled')
  const { data, error } = useMemberRead(lines.attributes, { params: { ...own, meterId } }, { enabled: isOffered })
  useEffect(() => {
    // oxlint-disable-next-line no-console
    if (error !== null) console.warn('The attributes of the meter could not be loaded.', error)
  }, [error])
  return isOffered && error === null && (data === undefined || data.attributes.length > 0)
}

export interface InsightsSlot {
  /** Shows the account's insights below the charts. */
  readonly Insights: ComponentType<OwnAccount>
}

interface UsageOfProps extends InsightsSlot {
  readonly own: OwnAccount
  readonly account: DisplayedUsageAccount
}

/** An account's usage: header, search and charts. */
export function UsageOf({ own, account, Insights }: UsageOfProps) {
  const { language } = useLanguage()
  const { isUsageSupported, showUsageSuspendedMsg: isSuspended, meters, today } = account
  const [meterId, setMeterId] = useState(meters[0]?.meterId ?? '')
  const [searched, setSearched] = useState<UsageSearched>(() => {
    const { fromDate, toDate } = usualUsageRange(today)
    return { from: fromDate, to: toDate, isSearched: false }
  })
  const hasMdm = hasFeature(useSite(), 'MDMEnabled')
  useChartCode()
  if (!isUsageSupported) {
    return (
      <Stack gap="large">
        <Header account={account} meterId={meterId} onMeter={setMeterId} />
        <Alert tone="info" title={unsupportedUsageMessage(language)} />
      </Stack>
    )
  }
  return (
    <Stack gap="large">
      <Header account={account} meterId={meterId} onMeter={setMeterId} />
      {isSuspended && <Suspended />}
      <div className={styles.range}>
        <UsageSearchForm
          searched={searched}
          limits={{ today, hasMdm }}
          isSuspended={isSuspended}
          onSearch={setSearched}
        />
        {!isSuspended && <DownloadDialog own={own} account={account} meterId={meterId} searched={searched} />}
      </div>
      {!isSuspended && (
        <>
          <Disclaimer />
          <UsageViews key={meterId} own={own} account={account} meterId={meterId} searched={searched} />
          {meters.some(({ isNetMetered }) => isNetMetered) && <NetMetering own={own} />}
          <Insights {...own} />
        </>
      )}
    </Stack>
  )
}

interface HeaderProps {
  readonly account: DisplayedUsageAccount
  readonly meterId: string
  readonly onMeter: (meterId: string) => void
}

/** Account, customer, meter and address (US-43 to US-46), with a choice of meter when there are several (REQ-D-233). */
function Header({ account, meterId, onMeter }: HeaderProps) {
  const { header: text } = useText('usage')
  const { language } = useLanguage()
  const { meters } = account
  return (
    <section className={styles.header} aria-label={text.account}>
      <Facts
        facts={[
          { label: text.account, value: account.accountNumber },
          { label: text.customer, value: account.accountHolderName },
          ...(meters.length === 1 ? [{ label: text.meter, value: meterId }] : []),
          { label: text.address, value: account.serviceAddress },
        ]}
      />
      {meters.length > 1 && (
        <SelectField
          label={text.meter}
          value={meterId}
          onChange={({ target }) => onMeter(target.value)}
          options={meters.map((meter) => ({
            value: meter.meterId,
            text: `${meter.meterId} (${unitWords(meter.unitOfMeasure, language)})`,
          }))}
        />
      )}
    </section>
  )
}

/** The cooperative's message about suspended usage, or the default one (US-40, US-42). */
function Suspended() {
  const text = useText('usage')
  const { language } = useLanguage()
  return (
    <CooperativeText name="usageSuspendedMessage">
      {(content) => (
        <Alert tone="warning" title={text.suspendedTitle}>
          {content ?? suspendedUsageMessage(language)}
        </Alert>
      )}
    </CooperativeText>
  )
}

/** The disclaimer above the chart (US-39). */
const Disclaimer = () => (
  <CooperativeText name="openUsageDisclaimer">
    {(content) => content !== null && <Alert tone="info">{content}</Alert>}
  </CooperativeText>
)

interface CooperativeTextProps {
  readonly name: 'openUsageDisclaimer' | 'usageSuspendedMessage'
  /** Called with `null` when the cooperative has no such text or it failed to load. */
  readonly children: (content: ReactNode) => ReactNode
}

function CooperativeText({ name, children }: CooperativeTextProps) {
  const { language } = useLanguage()
  const query = useRead(lines.content, { params: { key: name }, query: { language } })
  if (query.isPending) return null
  const nodes = query.data?.content ?? []
  return children(nodes.length === 0 ? null : <Content nodes={nodes} />)
}
