import { paths } from '@coopline/contract/paths'
import { Icon } from '@coopline/ui/icon'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useMaintenance } from '../../portal/maintenance.tsx'
import { useText } from '../../portal/text.tsx'
import { useRead } from '../../portal/use-read.ts'
import styles from './maintenance.module.css'

const askAgainMs = 30_000

/**
 * The page during maintenance. It polls, and redirects home when the maintenance ends. A failed check keeps it (MT-02, MT-04,
 * REQ-D-262).
 */
export function MaintenancePage() {
  const { maintenance: texts } = useText('site')
  const maintenance = useMaintenance()
  const { data, isFetchedAfterMount } = useRead('GET /v3/site/maintenance', {}, { refetchEveryMs: askAgainMs })
  // An earlier answer says nothing about the current state.
  const isOver = isFetchedAfterMount && data?.underMaintenance === false

  useEffect(() => maintenance.set(!isOver), [maintenance, isOver])

  if (isOver && !maintenance.isOn) return <Navigate to={paths.home()} replace />
  return (
    <div className={styles.page}>
      <span className={styles.mark}>
        <Icon name="tools" size="large" />
      </span>
      <h1 tabIndex={-1}>{texts.heading}</h1>
      <p>{texts.text}</p>
    </div>
  )
}
