import { paths } from '@coopline/contract/paths'
import { checkArrangement } from '@coopline/rules/paying/arrangement/check-arrangement'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import { useReachable } from '../page/route-table.tsx'
import { hasFeature, useSite } from '../page/site.tsx'

interface PayLaterLinkProps {
  readonly account: {
    readonly accountNumber: string
    readonly accountStatus: string
    readonly derivedStatus: string
    readonly isPrepaid: boolean
    readonly accountBalance: Cents
    readonly pastDueAmount: Cents
    readonly hasArrangement: boolean
  }
  readonly label: string
  readonly className?: string | undefined
}

/** Leads a member who cannot pay all of a past-due account to an arrangement, where the cooperative offers one online. */
export function PayLaterLink({ account, label, className }: PayLaterLinkProps) {
  const site = useSite()
  const isReachable = useReachable()
  const isOffered = hasFeature(site, 'Arrangements') && hasFeature(site, 'OnlineArrangements')
  const { accountBalance: owed, pastDueAmount: pastDue } = account
  // Only the server knows of a former arrangement; the page says when the next one may be made.
  const candidate = { ...account, owed, pastDue, lastMadeOn: null }
  if (!isOffered || !isReachable(paths.arrange()) || checkArrangement(candidate, 0, anyDay) !== null) return null
  return (
    <a href={paths.arrange({ accountno: account.accountNumber })} className={className}>
      {label}
    </a>
  )
}

/** Without a former arrangement the day decides nothing. */
const anyDay = calendarDate('2026-01-01')
