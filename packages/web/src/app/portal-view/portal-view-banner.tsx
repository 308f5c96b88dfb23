import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { useEffect, useLayoutEffect, useState } from 'react'
import { formatTime } from '../../portal/text/format-instant.ts'
import { type StoredPortalView, findPortalView, leavePortalView } from '../../portal/session/portal-view.ts'
import { useStoredStaff } from '../../portal/staff/staff-session.ts'
import { useLanguage, useText } from '../../portal/text/text.tsx'
import { useSignOut } from '../use-sign-out.ts'
import styles from './portal-view-banner.module.css'

/** Says on every page whose portal staff see and until when (decision 0219). It stays in sight, and there is no way to put it away. */
export function PortalViewBanner() {
  const [view] = useState(findPortalView)
  return view && <Banner view={view} />
}

function Banner({ view }: { readonly view: StoredPortalView }) {
  const text = useText('portalView')
  const { language } = useLanguage()
  const { signOut: end, isLeaving } = useSignOut()
  useEndOfView(view)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset['portalView'] = ''
    return () => {
      delete dataset['portalView']
    }
  }, [])
  return (
    <section data-ui="portal-view" className={styles.banner} aria-label={text.label}>
      <Alert tone="warning" title={text.title(view.name)}>
        <div className={styles.row}>
          <p>{text.ends(formatTime(view.endsAt, language))}</p>
          <Button variant="secondary" busy={isLeaving} busyLabel={text.ending} onClick={end}>
            {text.end}
          </Button>
        </div>
      </Alert>
    </section>
  )
}

/** Leaves the view when its time is over, and as soon as staff are signed out of this browser. */
function useEndOfView(view: StoredPortalView): void {
  const isSignedIn = useStoredStaff() !== null
  useEffect(() => {
    if (!isSignedIn) return leavePortalView(view)
    // By the clock, once a second: a computer that slept stops a longer timer.
    const timer = setInterval(() => {
      if (Date.parse(view.endsAt) <= Date.now()) leavePortalView(view)
    }, 1_000)
    return () => clearInterval(timer)
  }, [isSignedIn, view])
}
