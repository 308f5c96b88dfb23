import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'
import type { AccountInfo } from './use-overview.ts'

interface MessagesCardProps {
  readonly info: AccountInfo
  readonly onViewCapitalCredit: () => void
}

/** The cooperative's messages to this account, as plain text; renders nothing without any (REQ-D-103). */
export function MessagesCard({ info, onViewCapitalCredit }: MessagesCardProps) {
  const { messages: text } = useText('accountOverview')
  const messages = [
    { title: text.bill, words: info.billMessages },
    { title: text.statement, words: info.statementHeadingMessage },
    { title: text.capitalCredit, words: info.capitalCreditRefundMessage },
  ].filter(({ words }) => words.trim() !== '')
  const hasDocument = info.viewccPdfUrl !== ''
  if (messages.length === 0 && !hasDocument) return null
  return (
    <Card title={text.title}>
      <Stack>
        {messages.map(({ title, words }) => (
          <div key={title}>
            <h3 className={styles.messageTitle}>{title}</h3>
            <p className={styles.plain}>
              <InEnglish>{words}</InEnglish>
            </p>
          </div>
        ))}
        {hasDocument && (
          <div className={styles.plain}>
            <Button variant="secondary" onClick={onViewCapitalCredit}>
              {info.ccPdfLinkText.trim() === '' ? text.capitalCreditPdf : <InEnglish>{info.ccPdfLinkText}</InEnglish>}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
