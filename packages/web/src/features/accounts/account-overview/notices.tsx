import { hasCutoffBanner } from '@coopline/rules/accounts/account-status/account-status'
import { outageBanner } from '@coopline/rules/service/outage-display/outage-display.messages'
import { restorationTime } from '@coopline/rules/service/outage-display/outage-clock'
import { Alert } from '@coopline/ui/alert'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { AccountInfo } from './use-overview.ts'

interface NoticesProps {
  readonly info: AccountInfo
  /** Time zone of the cooperative. */
  readonly timeZone: string
}

/** Urgent notices: an outage, a cutoff, an empty prepaid account, returned payments. */
export function Notices({ info, timeZone }: NoticesProps) {
  const { notices: text } = useText('accountOverview')
  const { language } = useLanguage()
  const { cutOffMsg, estimatedTimeOfRestoration: restoredAt, prepaidDisconnectAlert, activeReturnedItems } = info
  const isPrepaid = info.isPrepaidAccount
  const isCutoff = hasCutoffBanner({ isPrepaid, derivedStatus: info.derivedStatus, cutoffMessage: cutOffMsg })
  return (
    <>
      {info.power === 'OFF' && (
        <Alert tone="warning" title={text.outage}>
          {outageBanner(restoredAt === null ? null : restorationTime(new Date(restoredAt), timeZone), language)}
        </Alert>
      )}
      {isCutoff && (
        <Alert tone="error" title={text.cutoff}>
          <p className={styles.plain}>
            <InEnglish>{cutOffMsg}</InEnglish>
          </p>
        </Alert>
      )}
      {isPrepaid && prepaidDisconnectAlert.trim() !== '' && (
        <Alert tone="warning" title={text.prepaid}>
          <p className={styles.plain}>
            <InEnglish>{prepaidDisconnectAlert}</InEnglish>
          </p>
        </Alert>
      )}
      {activeReturnedItems > 0 && <Alert tone="warning" title={text.returned(activeReturnedItems)} />}
    </>
  )
}
