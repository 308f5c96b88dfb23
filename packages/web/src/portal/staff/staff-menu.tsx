import { type StaffRole, staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import { useLocation } from 'react-router'
import { useStaffRead } from './staff-call.ts'
import styles from './staff-page.module.css'
import type { StoredStaff } from './staff-session.ts'
import { useText } from '../text/text.tsx'

interface MenuEntry {
  readonly label: 'members' | 'applications' | 'profileChanges' | 'payments' | 'alarms' | 'runs' | 'texts' | 'settings'
  readonly to: string
  /** The roles that the server answers there. */
  readonly roles: readonly StaffRole[]
}

const entries: readonly MenuEntry[] = [
  { label: 'members', to: paths.staff(), roles: staffRights.members },
  { label: 'applications', to: paths.staffApplications(), roles: staffRights.applications },
  { label: 'profileChanges', to: paths.staffProfileChanges(), roles: staffRights.profileChanges },
  { label: 'payments', to: paths.staffPayments(), roles: staffRights.payments },
  { label: 'alarms', to: paths.staffAlarms(), roles: staffRights.payments },
  { label: 'runs', to: paths.staffRuns(), roles: staffRights.runs },
  { label: 'texts', to: paths.staffTexts(), roles: staffRights.texts },
  { label: 'settings', to: paths.staffSettings(), roles: staffRights.settings },
]

/** The pages of the console that the role may open. */
export function StaffMenu({ staff }: { readonly staff: StoredStaff }) {
  const { frame: text } = useText('staffSignIn')
  const { pathname } = useLocation()
  return (
    <nav aria-label={text.menu} className={styles.menu}>
      <ul>
        {entries
          .filter(({ roles }) => roles.some((role) => role === staff.role))
          .map(({ label, to }) => (
            <li key={label}>
              <a href={to} aria-current={pathname === to ? 'page' : undefined}>
                {text[label]} {label === 'alarms' && <OpenAlarms />}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}

const everyMinute = 60_000
/** The server counts no further. */
const mostCounted = 100

function OpenAlarms() {
  const { frame: text } = useText('staffSignIn')
  const open = useStaffRead('GET /v3/staff/alarms/count', {}, { refetchEveryMs: everyMinute }).data?.open ?? 0
  if (open === 0) return null
  return <span className={styles.count}>{text.open(open < mostCounted ? String(open) : `${mostCounted}+`)}</span>
}
