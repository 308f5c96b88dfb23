import { outageClock } from '@coopline/rules/service/outage-display/outage-clock'
import { browserTimeZone } from '../../../portal/text/format-instant.ts'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { ageText, minutesSince } from './age-text.ts'
import { CallInstead } from './call-instead.tsx'
import { useNow } from '../../../portal/text/use-now.ts'

interface NotConnectedProps {
  /** The call that had no answer. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  /** When the page's content was loaded, in milliseconds since 1970; `null` when there is none. */
  readonly loadedAt: number | null
}

/** Says that there is no connection, how old the page's content is, and which number takes reports by phone. */
export function NotConnected({ query, loadedAt }: NotConnectedProps) {
  const { offline: text, everyone } = useText('outage')
  const { language } = useLanguage()
  const now = useNow()
  // The device's own zone: the member remembers when they looked.
  const timeZone = browserTimeZone()
  return (
    <RetryAlert query={query} title={text.title}>
      {loadedAt !== null && (
        <p>
          {text.loaded(
            outageClock(new Date(loadedAt), { timeZone, language, now }),
            ageText(minutesSince(loadedAt, now.getTime()), everyone),
          )}
        </p>
      )}
      <CallInstead />
    </RetryAlert>
  )
}
