import type {
  LevelizedAccount,
  LevelizedResult,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { billingTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import {
  billingButton,
  type BillingFilter,
  billingFilters,
  isListed,
} from '@coopline/rules/accounts/average-billing/check-billing-change'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Button } from '@coopline/ui/button'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useState } from 'react'
import { monthName } from '../../../portal/text/calendar-words.ts'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'
import styles from './average-billing.module.css'
import { type BillingDialog, BillingDialogs } from './billing.dialogs.tsx'

interface BillingTableProps {
  readonly memberNumber: string
  readonly accounts: readonly LevelizedAccount[]
  readonly onStart: () => void
  /** Reloads the accounts and shows the outcome. */
  readonly onDone: (success: string, refused?: readonly LevelizedResult[]) => Promise<void>
}

/** Accounts with a filter, a search and the changes that each account allows (AB-03 to AB-07). */
export function BillingTable({ memberNumber, accounts, onStart, onDone }: BillingTableProps) {
  const { links } = useText('shell')
  const text = useText('averageBilling')
  const { pager } = useTableWords()
  const [filter, setFilter] = useState<BillingFilter>('all')
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { dialog, open: show, close, replaceWith } = useOneDialog<BillingDialog>()
  // Removing Average Billing clears the estimate of the row (AB-11, REQ-D-246).
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const wanted = search.trim().toLowerCase()
  const listed = accounts.filter((account) => isListed(filter, account))
  const found = listed.filter(
    ({ accountNumber, serviceAddress }) =>
      accountNumber.includes(wanted) || serviceAddress.toLowerCase().includes(wanted),
  )
  const canSelect = (account: LevelizedAccount) => billingButton(account) !== 'not-eligible'
  const selectable = found.filter(canSelect)
  const chosen = listed.filter((account) => canSelect(account) && selected.has(account.accountNumber))
  const select = (rows: readonly LevelizedAccount[], isSelected: boolean) =>
    setSelected((before) => {
      const numbers = rows.map(({ accountNumber }) => accountNumber)
      const others = [...before].filter((one) => !numbers.includes(one))
      return new Set(isSelected ? [...others, ...numbers] : others)
    })
  const open = (next: BillingDialog) => {
    onStart()
    show(next)
  }
  const page = useTablePage(found, `${filter} ${wanted}`)
  const columns = useColumns({ removed, open, selection: filter === 'all' ? null : { selected, canSelect, select } })
  const action = filter === 'average' ? 'remove' : 'add'
  return (
    <Stack>
      <div className={styles.controls}>
        <SelectField
          name="filter"
          label={text.filter}
          value={filter}
          options={billingFilters.map((value) => ({ value, text: text.filters[value] }))}
          onChange={({ target: { value } }) => {
            setFilter(billingFilters.find((one) => one === value) ?? 'all')
            setSelected(new Set())
          }}
        />
        <TextField
          type="search"
          name="search"
          label={text.search}
          hint={text.searchHint}
          autoComplete="off"
          value={search}
          onChange={({ target: { value } }) => setSearch(value)}
        />
      </div>
      {filter !== 'all' && selectable.length > 0 && (
        <CheckboxField
          name="all"
          label={text.all}
          checked={selectable.every(({ accountNumber }) => selected.has(accountNumber))}
          onChange={({ target: { checked } }) => select(selectable, checked)}
        />
      )}
      <DataTable
        caption={links.averageBilling}
        captionHidden
        columns={columns}
        rows={page.rows}
        rowKey={({ accountNumber }) => accountNumber}
        empty={listed.length === 0 ? text.none : text.noMatch}
      />
      <Pager {...page.pager} words={pager} />
      {filter !== 'all' && (
        <div>
          <Button
            disabledReason={chosen.length === 0 ? text.selectFirst : undefined}
            onClick={() => open({ kind: 'bulk', action, accounts: chosen })}
          >
            {text.bulk[action]}
          </Button>
        </div>
      )}
      <BillingDialogs
        memberNumber={memberNumber}
        dialog={dialog}
        onClose={close}
        onDone={async (change) => {
          replaceWith(null)
          setSelected(new Set())
          setRemoved((before) => new Set([...before, ...change.removed].filter((one) => !change.added.includes(one))))
          await onDone(change.success, change.refused)
        }}
      />
    </Stack>
  )
}

interface Actions {
  readonly removed: ReadonlySet<string>
  readonly open: (dialog: BillingDialog) => void
  /** `null` where rows cannot be selected. */
  readonly selection: {
    readonly selected: ReadonlySet<string>
    readonly canSelect: (account: LevelizedAccount) => boolean
    readonly select: (rows: readonly LevelizedAccount[], isSelected: boolean) => void
  } | null
}

function useColumns({ removed, open, selection }: Actions): readonly TableColumn<LevelizedAccount>[] {
  const { columns: titles, buttons, ofAccount } = useText('averageBilling')
  const { language } = useLanguage()
  const selectColumns: readonly TableColumn<LevelizedAccount>[] =
    selection === null
      ? []
      : [
          {
            key: 'select',
            header: titles.select,
            cell: (account) =>
              selection.canSelect(account) ? (
                <CheckboxField
                  name={`${account.accountNumber}.select`}
                  label={`${titles.select}, ${ofAccount(account.accountNumber)}`}
                  labelHidden
                  checked={selection.selected.has(account.accountNumber)}
                  onChange={({ target: { checked } }) => selection.select([account], checked)}
                />
              ) : null,
          },
        ]
  return [
    ...selectColumns,
    { key: 'account', header: titles.account, rowHeader: true, cell: ({ accountNumber }) => accountNumber },
    { key: 'address', header: titles.address, cell: ({ serviceAddress }) => serviceAddress },
    { key: 'type', header: titles.type, cell: ({ billingType }) => billingTypeWords(billingType, language) },
    {
      key: 'estimate',
      header: titles.estimate,
      align: 'end',
      cell: ({ accountNumber, estimatedAmount }) =>
        estimatedAmount === null || removed.has(accountNumber) ? '–' : formatUsd(estimatedAmount),
    },
    {
      key: 'settlement',
      header: titles.settlement,
      cell: ({ settlementMonth }) => (settlementMonth === null ? '–' : monthName(settlementMonth, language)),
    },
    {
      key: 'action',
      header: titles.action,
      cell: (account) => {
        const button = billingButton(account)
        const nameOf = (label: string) => `${label}, ${ofAccount(account.accountNumber)}`
        return (
          <Stack row gap="small">
            <Button
              variant="secondary"
              aria-label={nameOf(buttons[button])}
              onClick={() => open({ kind: button, account })}
            >
              {buttons[button]}
            </Button>
            <Button variant="quiet" aria-label={nameOf(buttons.plan)} onClick={() => open({ kind: 'plan', account })}>
              {buttons.plan}
            </Button>
          </Stack>
        )
      },
    },
  ]
}
