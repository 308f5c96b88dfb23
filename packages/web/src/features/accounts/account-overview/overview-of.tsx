import { supportsUsage } from '@coopline/rules/usage/usage/supports-usage'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useState } from 'react'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { OutOfDateOnce } from '../../../portal/call/out-of-date-once.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import { AmountCard } from './amount.card.tsx'
import { ArrangementCard } from './arrangement.card.tsx'
import { DetailsCard } from './details.card.tsx'
import { DocumentDialogs, type OpenDocument } from './document-dialogs.tsx'
import { HistoryCard } from './history.card.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { MessagesCard } from './messages.card.tsx'
import { MyMeterNotice } from './my-meter-notice.tsx'
import { Notices } from './notices.tsx'
import { OverviewLinks } from './overview-link-cards.tsx'
import { RecentUsageCard } from './recent-usage.card.tsx'
import { UsageCard, useBilledUsage } from './usage.card.tsx'
import { useMyMeter } from './use-my-meter.ts'
import { useOverview } from './use-overview.ts'
import { Who } from './who.tsx'

interface OverviewOfProps {
  readonly own: OwnAccount
}

/** The overview of one account, a block for each load: one that fails says so in its place, and the others are shown. */
export function OverviewOf({ own }: OverviewOfProps) {
  const site = useSite()
  const overview = useOverview(own)
  const { info, payments, bills, settings, known, today } = overview
  const [shown, setShown] = useState<OpenDocument | null>(null)
  const myMeter = useMyMeter(own)
  const latest = bills.data?.results[0]
  const viewLatest = latest === undefined ? undefined : () => setShown({ kind: 'bill', bill: latest })
  const { data } = info
  const billed = useBilledUsage(own, bills.data?.results ?? [])
  // What the column has, and how high it is: what came later would move a link away from the finger.
  const isColumnKnown = !settings.isPending && !bills.isPending && !billed.isPending
  return (
    <OutOfDateOnce>
      <MyMeterNotice state={myMeter.state} />
      <InfoHead info={info} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {data === undefined && info.isPending && <Skeleton height="22.625rem" />}
          {data !== undefined && (
            <>
              <AmountCard info={data} onViewBill={bills.isPending ? 'awaited' : viewLatest} />
              <Notices info={data} timeZone={known.timeZone} />
              <ArrangementCard info={data} today={today} />
            </>
          )}
          <HistoryCard
            own={own}
            payments={payments}
            bills={bills}
            onViewBill={(bill) => setShown({ kind: 'bill', bill })}
          />
          {data !== undefined && (
            <>
              <MessagesCard info={data} onViewCapitalCredit={() => setShown({ kind: 'capital-credit', info: data })} />
              <div className={styles.details}>
                <DetailsCard info={data} />
              </div>
            </>
          )}
        </div>
        <div className={styles.column}>
          {data !== undefined && isColumnKnown && (
            <>
              <RecentUsageCard
                own={own}
                today={today}
                isShown={
                  !data.showUsageSuspendedMsg &&
                  supportsUsage({
                    accountType: data.accountType,
                    meterCount: data.meters.length,
                    showsUsageHistory: data.viewUsageHistory,
                    hidesNonElectric: known.hidesNonElectricUsage,
                  })
                }
              />
              {billed.usage !== null && <UsageCard usage={billed.usage} info={data} />}
              {data.isLinkedAccount && hasFeature(site, 'LinkedAccountsEnabled') && <LinkedAccounts {...own} />}
              <RetryAlert query={settings}>
                <SettingsWhy />
              </RetryAlert>
              <OverviewLinks own={own} info={data} known={known} onMyMeter={myMeter.open} />
            </>
          )}
          {data !== undefined && !isColumnKnown && <Skeleton height="20rem" />}
          {data === undefined && <RetryAlert query={settings} />}
        </div>
      </div>
      {shown !== null && (
        <DocumentDialogs
          memberNumber={own.memberNumber}
          shown={shown}
          info={info}
          bills={bills}
          onClose={() => setShown(null)}
        />
      )}
    </OutOfDateOnce>
  )
}

/** Shows the account's identity, the failure to load it, or a placeholder. */
function InfoHead({ info }: Pick<ReturnType<typeof useOverview>, 'info'>) {
  const { page } = useText('accountOverview')
  return (
    <div className={styles.head}>
      {info.isPending && (
        <>
          <VisuallyHidden live="polite">{page.loading}</VisuallyHidden>
          <Skeleton height="3.5rem" />
        </>
      )}
      <RetryAlert query={info} />
      {info.data !== undefined && <Who info={info.data} />}
    </div>
  )
}

function SettingsWhy() {
  return <p>{useText('accountOverview').settings.why}</p>
}
