import type { Passkey } from '@coopline/contract/passkeys/passkeys.contract'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../portal/format-instant.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import type { TextsOf } from '../../portal/text-store.ts'
import styles from './passkeys.module.css'

interface PasskeyTableProps {
  readonly passkeys: readonly Passkey[]
  readonly onRename: (passkey: Passkey) => void
  readonly onRemove: (passkey: Passkey) => void
}

/** The passkeys of the login, with what can be done with each. */
export function PasskeyTable({ passkeys, onRename, onRemove }: PasskeyTableProps) {
  const { list: text } = useText('passkeys')
  const { language } = useLanguage()
  const columns: readonly TableColumn<Passkey>[] = [
    { key: 'name', header: text.name, rowHeader: true, cell: ({ name }) => name },
    { key: 'created', header: text.created, cell: ({ createdAt }) => formatInstant(createdAt, language) },
    {
      key: 'used',
      header: text.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? text.never : formatInstant(lastUsedAt, language)),
    },
    { key: 'kept', header: text.kept, cell: ({ isSynced }) => (isSynced ? text.synced : text.notSynced) },
    {
      key: 'actions',
      header: text.actions,
      align: 'end',
      cell: actionsCell({ text, onRename, onRemove }),
    },
  ]
  return (
    <DataTable
      caption={text.title}
      captionHidden
      columns={columns}
      rows={passkeys}
      rowKey={({ id }) => id}
      empty={text.empty}
    />
  )
}

interface ActionsCell extends Omit<PasskeyTableProps, 'passkeys'> {
  readonly text: TextsOf<'passkeys'>['list']
}

const actionsCell =
  ({ text, onRename, onRemove }: ActionsCell) =>
  (passkey: Passkey): ReactNode => (
    <div className={styles.actions}>
      <Button variant="quiet" aria-label={text.renameName(passkey.name)} onClick={() => onRename(passkey)}>
        {text.rename}
      </Button>
      <Button variant="quiet" aria-label={text.removeName(passkey.name)} onClick={() => onRemove(passkey)}>
        {text.remove}
      </Button>
    </div>
  )
