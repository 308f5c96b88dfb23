import { Stack } from '@coopline/ui/stack'
import { RecentActivity } from './recent-activity.tsx'
import { OwnSessions } from './own-sessions.tsx'

interface LoginSecurityPanelProps {
  readonly memberNumber: string
  /** Called when every session has ended on the server; this browser must then forget the member. */
  readonly onSignedOut: () => void
}

/** The member's sessions and recent activity. */
export function LoginSecurityPanel({ memberNumber, onSignedOut }: LoginSecurityPanelProps) {
  return (
    <Stack>
      <OwnSessions memberNumber={memberNumber} onSignedOut={onSignedOut} />
      <RecentActivity memberNumber={memberNumber} />
    </Stack>
  )
}
