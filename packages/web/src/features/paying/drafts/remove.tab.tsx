import { draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { DraftAccountName } from './draft-account-name.tsx'
import { type DraftAccount, updateLine } from './draft-reads.ts'
import styles from './drafts.module.css'
import { useDraftWords } from './use-draft-words.ts'

interface RemoveTabProps {
  readonly memberNumber: string
  readonly accounts: readonly DraftAccount[]
  /** @param leadsOn whether the member still looks at the question. */
  readonly onDone: (message: string, leadsOn: boolean) => void
}

/** Accounts with a draft, each of which can be removed after a question (DR-07, DR-35). */
export function RemoveTab({ memberNumber, accounts, onDone }: RemoveTabProps) {
  const { remove: text } = useText('drafts')
  const { language } = useLanguage()
  const words = useDraftWords()
  const { dialog: asking, open, close, replaceWith } = useOneDialog<DraftAccount>()
  const send = useMemberSend(updateLine, { onSuccess: ({ message }) => onDone(message, replaceWith(null)) })
  const remove = ({ accountNumber }: DraftAccount) => {
    const draftAccounts = [
      { accountNumber, action: 'REMOVE' as const, draftMethod: null, draftDay: null, draftStartDate: null },
    ]
    const noBank = { draftType: null, bankAccountNumber: null, routingNumber: null, bankName: null, authorize: false }
    send.mutate({ params: { memberNumber }, body: { memberNumber, draftAccounts, ...noBank } })
  }
  if (accounts.length === 0) return <Alert tone="info" title={draftText('noneToRemove', language)} />
  return (
    <>
      <ul className={styles.list} aria-label={text.accounts}>
        {accounts.map((account) => (
          <li key={account.accountNumber} className={styles.removable}>
            <div className={styles.row}>
              <DraftAccountName account={account} />
              {account.draft !== null && (
                <span>
                  {words.from(account.draft)} · {words.when(account.draft)}
                </span>
              )}
              <Button
                variant="secondary"
                aria-label={text.ofAccount(account.accountNumber)}
                onClick={() => open(account)}
              >
                {text.button}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asking !== null && (
        <AskFirstDialog text={text} cancel={text.cancel} task={send} onSubmit={() => remove(asking)} onCancel={close}>
          {draftText('askToRemove', language)}
        </AskFirstDialog>
      )}
    </>
  )
}
