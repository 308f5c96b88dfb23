import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { isPastDue } from '@coopline/rules/paying/drafts/draft-eligibility'
import { pastDueSuffix } from '@coopline/rules/paying/drafts/drafts.messages'
import { useLanguage } from '../../../portal/text/text.tsx'
import { candidateOf, type DraftAccount } from './draft-reads.ts'
import styles from './drafts.module.css'

/** An account by its number, with " - Past Due" where that is so (DR-30), its type and its address. */
export function DraftAccountName({ account }: { readonly account: DraftAccount }) {
  const { language } = useLanguage()
  return (
    <span className={styles.account}>
      <span>
        {account.accountNumber}
        {isPastDue(candidateOf(account)) && pastDueSuffix(language)}
      </span>
      <span className={styles.small}>
        {accountTypeWords(account.accountType, language)} · {account.serviceAddress}
      </span>
    </span>
  )
}
