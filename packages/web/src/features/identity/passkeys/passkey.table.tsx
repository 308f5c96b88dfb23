import type { Passkey } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { Button } from '@coopline/ui/button'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import type { ReactNode } from 'react'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './passkeys.module.css'

interface PasskeyTableProps {
  readonly passkeys: readonly Passkey[]
  /** The passkey that is being confirmed. */
  readonly confirmingId: string | undefined
  readonly onConfirm: (passkey: Passkey) => void
  readonly onRename: (passkey: Passkey) => void
  readonly onRemove: (passkey: Passkey) => void
}

/** The passkeys of the login, with what can be done with each. */
export function PasskeyTable({ passkeys, ...actions }: PasskeyTableProps) {
  const text = useText('passkeys')
  const { list } = text
  const { language } = useLanguage()
  const columns: readonly TableColumn<Passkey>[] = [
    { key: 'name', header: list.name, rowHeader: true, cell: nameCell(list.suspended) },
    { key: 'created', header: list.created, cell: ({ createdAt }) => formatInstant(createdAt, language) },
    {
      key: 'used',
      header: list.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? list.never : formatInstant(lastUsedAt, language)),
    },
    { key: 'kept', header: list.kept, cell: ({ isSynced }) => (isSynced ? list.synced : list.notSynced) },
    {
      key: 'actions',
      header: list.actions,
      align: 'end',
      cell: actionsCell({ text, ...actions }),
    },
  ]
  return (
    <DataTable
      caption={list.title}
      captionHidden
      columns={columns}
      rows={passkeys}
      rowKey={({ id }) => id}
      empty={list.empty}
    />
  )
}

const nameCell =
  (suspended: string) =>
  ({ name, isSuspended }: Passkey): ReactNode =>
    isSuspended ? `${name} (${suspended})` : name

interface ActionsCell extends Omit<PasskeyTableProps, 'passkeys'> {
  readonly text: TextsOf<'passkeys'>
}

const actionsCell =
  ({ text: { list, confirm }, confirmingId, onConfirm, onRename, onRemove }: ActionsCell) =>
  (passkey: Passkey): ReactNode => (
    <div className={styles.actions}>
      {passkey.isSuspended && (
        <Button
          variant="quiet"
          aria-label={confirm.name(passkey.name)}
          busy={confirmingId === passkey.id}
          busyLabel={confirm.busy}
          onClick={() => onConfirm(passkey)}
        >
          {confirm.submit}
        </Button>
      )}
      <Button variant="quiet" aria-label={list.renameName(passkey.name)} onClick={() => onRename(passkey)}>
        {list.rename}
      </Button>
      <Button variant="quiet" aria-label={list.removeName(passkey.name)} onClick={() => onRemove(passkey)}>
        {list.remove}
      </Button>
    </div>
  )
