import type { OutageSummary, Territory } from '@coopline/contract/service/outage/public-outages.contract'
import { paths } from '@coopline/contract/paths'
import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { ageText, minutesSince } from './age-text.ts'
import { AreaTable } from './area.table.tsx'
import { DownedLines } from './downed-lines.tsx'
import { IncidentTable } from './incident.table.tsx'
import { LoadedOrStored } from './loaded-or-stored.tsx'
import styles from './outage.module.css'
import { OutageMap } from './outage-map.tsx'
import { offersOutages, offersReports, summaryLine, territoryLine } from './public-lines.ts'
import { safeMapLink } from './safe-map-link.ts'
import { TerritoryMap } from './territory-map.tsx'
import { type StoredRead, useStoredRead } from './use-stored-read.ts'
import { useNow } from '../../../portal/text/use-now.ts'
import { useOfflineCopy } from './use-offline-copy.ts'
import { useStoredReport, WaitingReportNotice } from './waiting-report.notice.tsx'

const refreshMs = 30_000
/** Older data gets a warning. */
const oldAfterMinutes = 30

/** The public page with every active outage: a map, and tables with the same facts. */
export function PublicOutagesPage() {
  return (
    <RequireFeature when={offersOutages(useSite())}>
      <Outages />
    </RequireFeature>
  )
}

function Outages() {
  const { everyone: text, anyone, loading } = useText('outage')
  const site = useSite()
  useOfflineCopy()
  const read = useStoredRead(summaryLine, { refetchEveryMs: refreshMs })
  const territory = useStoredRead(territoryLine)
  const report = useStoredReport()
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {report !== null && <WaitingReportNotice report={report} />}
      <Stack>
        <DownedLines />
        <Stack row>
          <ButtonLink href={paths.outageStatus({ tab: 'report' })}>{text.report}</ButtonLink>
          {offersReports(site) && (
            <ButtonLink href={paths.reportOutage()} variant="secondary">
              {anyone.link}
            </ButtonLink>
          )}
        </Stack>
      </Stack>
      <LoadedOrStored read={read} loading={loading} height="48rem">
        {(summary) => <SummaryOf summary={summary} territory={territory} />}
      </LoadedOrStored>
    </Stack>
  )
}

interface SummaryProps {
  readonly summary: OutageSummary
  readonly territory: StoredRead<Territory>
}

function SummaryOf({ summary, territory }: SummaryProps) {
  const { everyone: text } = useText('outage')
  const { incidentCount, customers, generatedAt } = summary
  const now = useNow()
  if (generatedAt === null) return <Alert tone="info" title={text.unknown} />
  return (
    <Stack gap="large">
      <Alert
        tone={incidentCount === 0 ? 'info' : 'warning'}
        title={
          incidentCount === 0
            ? text.none
            : text.summary(incidentCount, customers === null ? text.fewerThanFive : customers.toLocaleString('en-US'))
        }
      >
        <Age generatedAt={generatedAt} timeZone={summary.timeZone} now={now} />
      </Alert>
      {/* The height of the map depends on the territory: what is below it would move. */}
      {territory.query.isPending ? (
        <Skeleton height="40rem" />
      ) : (
        <Board summary={summary} territory={territory.answer} now={now} />
      )}
    </Stack>
  )
}

interface BoardProps {
  readonly summary: OutageSummary
  readonly territory: Territory | undefined
  readonly now: Date
}

function Board({ summary, territory, now }: BoardProps) {
  const { everyone: text } = useText('outage')
  const link = safeMapLink(useSite())
  return (
    <Stack gap="large">
      {link === null ? (
        <div className={styles.board}>
          {territory !== undefined && <TerritoryMap summary={summary} territory={territory} />}
          {summary.incidentCount > 0 && (
            <Card title={text.areas}>
              <AreaTable summary={summary} territory={territory} />
            </Card>
          )}
        </div>
      ) : (
        <OutageMap address={link} />
      )}
      {summary.incidents.length > 0 && (
        <Card title={text.list}>
          <IncidentTable summary={summary} territory={territory} now={now} />
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
