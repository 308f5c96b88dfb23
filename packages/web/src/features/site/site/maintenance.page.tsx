import { paths } from '@coopline/contract/paths'
import { calendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Icon } from '@coopline/ui/icon'
import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { clockTime } from '../../../portal/text/calendar-words.ts'
import { useMaintenance } from '../../../portal/page/maintenance.tsx'
import { PhoneLink } from '../../../portal/page/phone-link.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
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
  const endsAt = data?.endsAt ?? null
  const { language } = useLanguage()
  const end =
    endsAt === null ? '' : texts.until(formatUsDate(calendarDate(endsAt.slice(0, 10))), clockTime(endsAt, language))
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
      <p className={styles.until}>{end}</p>
      <MaintenancePhone />
    </div>
  )
}

/** The number for emergencies, or else the office's: the footer, which has both, is hidden now. */
function MaintenancePhone() {
  const { maintenance: texts } = useText('site')
  const { emergencyContactNumber, phoneNumber } = useSite().settings
  const number = emergencyContactNumber || phoneNumber
  if (number === '') return null
  return (
    <p>
      {emergencyContactNumber === '' ? texts.phone : texts.emergency} <PhoneLink number={number} />
    </p>
  )
}
