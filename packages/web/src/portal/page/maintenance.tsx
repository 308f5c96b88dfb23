import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { call } from '../call/call.ts'
import { onCallFailed } from '../call/call-failed.ts'

interface Maintenance {
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}

const MaintenanceContext = createContext<Maintenance | null>(null)

/**
 * Whether the site is under maintenance: as the start-up data said, and asked again whenever a call is refused with
 * 503 (REQ-D-262). A check that fails changes nothing.
 */
export function MaintenanceProvider({
  initial,
  children,
}: {
  readonly initial: boolean
  readonly children: ReactNode
}) {
  const [isOn, set] = useState(initial)
  useEffect(() => {
    let asking = false
    return onCallFailed(({ status }) => {
      if (status !== 503 || asking) return
      asking = true
      call('GET /v3/site/maintenance', {})
        .then(({ underMaintenance }) => {
          if (underMaintenance) set(true)
        })
        .catch(() => undefined)
        .finally(() => {
          asking = false
        })
    })
  }, [])
  const maintenance = useMemo(() => ({ isOn, set }), [isOn])
  return <MaintenanceContext value={maintenance}>{children}</MaintenanceContext>
}

export function useMaintenance(): Maintenance {
  const maintenance = useContext(MaintenanceContext)
  if (maintenance === null) throw new Error('useMaintenance needs a MaintenanceProvider above it')
  return maintenance
}
