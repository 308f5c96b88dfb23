import { statusWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { isPastDueOrCutoff } from '@coopline/rules/accounts/account-status/is-past-due-or-cutoff'
import { displayedStatus } from '@coopline/rules/accounts/account-status/displayed-status'
import { Icon } from '@coopline/ui/icon'
import { useLanguage } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { AccountInfo } from './use-overview.ts'

/** The shown status (AO-41 to AO-43). Past due and cutoff are emphasized, not by color alone. */
export function StatusBadge({ info }: { readonly info: Pick<AccountInfo, 'accountStatus' | 'derivedStatus'> }) {
  const { language } = useLanguage()
  const status = displayedStatus(info)
  const isBad = isPastDueOrCutoff(info.derivedStatus)
  return (
    <span className={styles.badge} data-status={isBad ? 'past-due-or-cutoff' : 'usual'}>
      <Icon name={isBad ? 'warning' : 'check'} />
      {statusWords(status, language)}
    </span>
  )
}
