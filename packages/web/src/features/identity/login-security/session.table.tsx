import type { ListedSession } from '@coopline/contract/identity/sign-in/sign-in.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './login-security.module.css'

interface SessionTableProps {
  readonly sessions: readonly ListedSession[]
  /** The one that is being ended. */
  readonly endingId: string | undefined
  readonly onEnd: (session: ListedSession) => void
}

/** The sessions of the login. The one of this browser is ended by signing out. */
export function SessionTable({ sessions, endingId, onEnd }: SessionTableProps) {
  const { sessions: text } = useText('loginSecurity')
  const { language } = useLanguage()
  const columns: readonly TableColumn<ListedSession>[] = [
    { key: 'device', header: text.device, rowHeader: true, cell: ({ device }) => device || text.unknownDevice },
    { key: 'address', header: text.address, cell: ({ clientAddress }) => clientAddress },
    { key: 'signedIn', header: text.signedIn, cell: ({ signedInAt }) => formatInstant(signedInAt, language) },
    { key: 'lastSeen', header: text.lastSeen, cell: ({ lastSeenAt }) => formatInstant(lastSeenAt, language) },
    {
      key: 'end',
      header: text.action,
      align: 'end',
      cell: endCell({ text, language, endingId, onEnd }),
    },
  ]
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={columns}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={text.empty}
    />
  )
}

interface EndCell extends Omit<SessionTableProps, 'sessions'> {
  readonly text: TextsOf<'loginSecurity'>['sessions']
  readonly language: Language
}

const endCell =
  ({ text, language, endingId, onEnd }: EndCell) =>
  (session: ListedSession): ReactNode =>
    session.isThisOne ? (
      <span className={styles.thisOne}>{text.thisOne}</span>
    ) : (
      <Button
        variant="quiet"
        aria-label={text.endName(session.device || text.unknownDevice, formatInstant(session.signedInAt, language))}
        busy={session.id === endingId}
        busyLabel={text.ending}
        onClick={() => onEnd(session)}
      >
        {text.end}
      </Button>
    )
