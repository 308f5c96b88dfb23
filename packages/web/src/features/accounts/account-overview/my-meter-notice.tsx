import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import { Alert } from '@coopline/ui/alert'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { MyMeterState } from './use-my-meter.ts'

/** The state of opening MyMeter. */
export function MyMeterNotice({ state }: { readonly state: MyMeterState }) {
  const { myMeter: text } = useText('accountOverview')
  const { language } = useLanguage()
  if (state.kind === 'closed') return null
  if (state.kind === 'opening') return <Alert tone="info" title={text.opening} />
  if (state.kind === 'unavailable') return <Alert tone="error" title={serviceUnavailableMessage(language)} />
  return (
    <Alert tone="info" title={state.isOpen ? text.opened : text.blocked}>
      <a href={state.link} className={styles.wayOn} target="_blank" rel="noopener noreferrer">
        {text.open}
      </a>
    </Alert>
  )
}
