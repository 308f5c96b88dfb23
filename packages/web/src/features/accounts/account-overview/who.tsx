import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import { StatusBadge } from './status-badge.tsx'
import type { AccountInfo } from './use-overview.ts'

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
