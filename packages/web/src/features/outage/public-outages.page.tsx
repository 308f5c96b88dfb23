import type { OutageSummary, publicOutages } from '@coopline/contract/outage/public-outages.contract'
import { paths } from '@coopline/contract/paths'
import { outageClock } from '@coopline/rules/outage-display/outage-clock'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { RequireFeature } from '../../portal/require-feature.tsx'
import { hasFeature, useSite } from '../../portal/site.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { ageText, minutesSince } from './age-text.ts'
import { AreaTable } from './area-table.tsx'
import { DownedLines } from './downed-lines.tsx'
import { IncidentTable } from './incident-table.tsx'
import { LoadedOrKept } from './loaded-or-kept.tsx'
import styles from './outage.module.css'
import { OutageMap } from './outage-map.tsx'
import { safeMapLink } from './safe-map-link.ts'
import { TerritoryMap } from './territory-map.tsx'
import { useKeptRead } from './use-kept-read.ts'
import { useNow } from './use-now.ts'
import { useOfflineCopy } from './use-offline-copy.ts'
import { useKeptReport, WaitingReportNotice } from './waiting-report.notice.tsx'

const summaryLine = 'GET /v3/outages' satisfies (typeof publicOutages)['summary']['call']

const refreshMs = 30_000
/** Older data gets a warning. */
const oldAfterMinutes = 30

/** The public page with every active outage: a map, and tables with the same facts. */
export function PublicOutagesPage() {
  const site = useSite()
  return (
    <RequireFeature when={hasFeature(site, 'Outage') && site.settings.publicOutages}>
      <Outages />
    </RequireFeature>
  )
}

function Outages() {
  const { everyone: text, loading } = useText('outage')
  useOfflineCopy()
  const read = useKeptRead(summaryLine, { refetchEveryMs: refreshMs })
  const report = useKeptReport()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {report !== null && <WaitingReportNotice report={report} />}
      <LoadedOrKept read={read} loading={loading} height="30rem">
        {(summary) => <SummaryOf summary={summary} />}
      </LoadedOrKept>
    </Stack>
  )
}

function SummaryOf({ summary }: { readonly summary: OutageSummary }) {
  const { everyone: text, anyone } = useText('outage')
  const site = useSite()
  const link = safeMapLink(site)
  const { incidents, incidentCount, customers, generatedAt } = summary
  const now = useNow()
  if (generatedAt === null) return <Alert tone="info" title={text.unknown} />
  return (
    <Stack gap="large">
      <Stack>
        <Alert
          tone={incidentCount === 0 ? 'info' : 'warning'}
          title={
            incidentCount === 0
              ? text.none
              : text.summary(incidentCount, customers === null ? text.fewerThanFive : customers.toLocaleString('en-US'))
          }
        >
          <Age generatedAt={generatedAt} timeZone={summary.timeZone} now={now} />
          <DownedLines />
        </Alert>
        <Stack row>
          <ButtonLink href={paths.outageStatus()}>{text.report}</ButtonLink>
          {site.settings.publicOutageReports && (
            <ButtonLink href={paths.reportOutage()} variant="secondary">
              {anyone.link}
            </ButtonLink>
          )}
        </Stack>
      </Stack>
      {link === null ? (
        <div className={styles.board}>
          <TerritoryMap summary={summary} />
          {incidentCount > 0 && (
            <Card title={text.areas}>
              <AreaTable summary={summary} />
            </Card>
          )}
        </div>
      ) : (
        <OutageMap address={link} />
      )}
      {incidents.length > 0 && (
        <Card title={text.list}>
          <IncidentTable summary={summary} now={now} />
        </Card>
      )}
    </Stack>
  )
}

interface AgeProps {
  readonly generatedAt: string
  readonly timeZone: string
  readonly now: Date
}

/** Shows when the outage system wrote the data, with a warning when it is old. */
function Age({ generatedAt, timeZone, now }: AgeProps) {
  const { everyone: text } = useText('outage')
  const { language } = useLanguage()
  const minutes = minutesSince(Date.parse(generatedAt), now.getTime())
  return (
    <>
      <p>{text.asOf(outageClock(new Date(generatedAt), { timeZone, language, now }), ageText(minutes, text))}</p>
      {minutes >= oldAfterMinutes && <p>{text.old}</p>}
    </>
  )
}
