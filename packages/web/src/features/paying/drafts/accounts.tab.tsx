import { draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { DraftAccountName } from './draft-account-name.tsx'
import type { DraftAccount } from './draft-reads.ts'
import { useDraftWords } from './use-draft-words.ts'

/** Every account with its draft, to read (DR-05, DR-15). */
export function AccountsTab({ accounts }: { readonly accounts: readonly DraftAccount[] }) {
  const { accounts: text, tabs } = useText('drafts')
  const { language } = useLanguage()
  const words = useDraftWords()
  const hasFee = accounts.some(({ draft }) => draft !== null && words.fee(draft) !== '')
  return (
    <Card>
      <DataTable
        caption={tabs.accounts}
        captionHidden
        columns={columnsOf(text, words).filter(({ key }) => key !== 'fee' || hasFee)}
        rows={accounts}
        rowKey={({ accountNumber }) => accountNumber}
        empty={draftText('noAccounts', language)}
      />
    </Card>
  )
}

const columnsOf = (
  text: TextsOf<'drafts'>['accounts'],
  words: ReturnType<typeof useDraftWords>,
): readonly TableColumn<DraftAccount>[] => [
  { key: 'account', header: text.account, rowHeader: true, cell: (account) => <DraftAccountName account={account} /> },
  { key: 'from', header: text.from, cell: ({ draft }) => (draft === null ? text.none : words.from(draft)) },
  { key: 'when', header: text.when, cell: ({ draft }) => (draft === null ? '–' : words.when(draft)) },
  {
    key: 'fee',
    header: text.fee,
    cell: ({ draft }) => (draft === null || words.fee(draft) === '' ? '–' : words.fee(draft)),
  },
]
