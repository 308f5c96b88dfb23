import { classNames } from '@coopline/ui/class-names'
import { LoadingBar } from '@coopline/ui/loading-bar'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { callsUnderWay, onCallsUnderWay } from '../../portal/call/calls-under-way.ts'
import { useMaintenance } from '../../portal/page/maintenance.tsx'
import { findRoute, useRouteTable } from '../../portal/page/route-table.tsx'
import { isGuest, useSession } from '../../portal/session/session.tsx'
import { useSite } from '../../portal/page/site.tsx'
import { useText } from '../../portal/text/text.tsx'
import { Announcer } from '../announcer.tsx'
import accountStyles from './account-list.module.css'
import { Announcement } from './announcement.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'

const none = () => 0

interface ShellProps {
  readonly children: ReactNode
  /** The member's accounts under the header; shown where the route table says so. */
  readonly accountList?: ReactNode
  /** Above everything, on every page. */
  readonly banner?: ReactNode
  readonly announcementClosedOnServer?: boolean | undefined
}

/** The frame around every page. It makes no calls: it shows what was loaded at start (SH-73, REQ-D-207). */
export function Shell({ children, accountList, banner, announcementClosedOnServer = false }: ShellProps) {
  const { demo } = useSite()
  const { header } = useText('shell')
  const { isOn: isUnderMaintenance } = useMaintenance()
  const session = useSession()
  const entry = findRoute(useRouteTable(), useLocation().pathname)
  const isBusy = useSyncExternalStore(onCallsUnderWay, callsUnderWay, none) > 0
  const hasAccounts = session.isValid && !isGuest(session)
  const showsAccounts = hasAccounts && entry?.accountList === true && accountList !== undefined

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {header.skip}
      </a>
      <Announcer />
      <LoadingBar active={isBusy} />
      {banner}
      {!isUnderMaintenance && (
        <>
          {demo && <DemoStrip />}
          <Announcement closedOnServer={announcementClosedOnServer} />
          <Header showsMenu={entry?.menu ?? true} isForStaff={entry?.staff ?? false} />
          {showsAccounts && (
            <nav data-ui="account-list" className={accountStyles.whole} aria-label={header.accountList}>
              {accountList}
            </nav>
          )}
        </>
      )}
      <main id="main" tabIndex={-1} className={classNames(styles.main, entry?.loadsLate === true && styles.filling)}>
        {children}
      </main>
      {!isUnderMaintenance && <Footer />}
    </div>
  )
}

function DemoStrip() {
  const { header } = useText('shell')
  return (
    <aside data-ui="demo-strip" className={styles.demo}>
      <p>
        {header.demo} <a href="/demo/mailbox">{header.demoMailbox}</a>
      </p>
    </aside>
  )
}
