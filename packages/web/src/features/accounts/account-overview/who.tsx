import { accountTypeWords, statusWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { AccountInfo } from './use-overview.ts'
import { displayedStatus, isPastDueOrCutoff } from '@coopline/rules/accounts/account-status/account-status'
import { Icon } from '@coopline/ui/icon'

/** Names the account in a compact form. */
export function Who({ info }: { readonly info: AccountInfo }) {
  const { page } = useText('accountOverview')
  const { language } = useLanguage()
  return (
    <div className={styles.who}>
      <div className={styles.whoWords}>
        <p className={styles.whoAccount}>
          {page.account(accountTypeWords(info.accountType, language), info.accountNumber)}
        </p>
        <p className={styles.muted}>{info.serviceAddress}</p>
      </div>
      <StatusBadge info={info} />
    </div>
  )
}

/** The shown status (AO-41 to AO-43). Past due and cutoff are emphasized, not by color alone. */
function StatusBadge({ info }: { readonly info: Pick<AccountInfo, 'accountStatus' | 'derivedStatus'> }) {
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
