import type {
  operationRoundUp,
  RoundUpAccount,
} from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { type CalendarDate, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { formatDecimal } from '@coopline/rules/kernel/money'
import { checkRoundUpChoice, readRoundUpAmount } from '@coopline/rules/accounts/operation-roundup/check-roundup'
import { roundUpMessage } from '@coopline/rules/accounts/operation-roundup/operation-roundup.messages'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { RoundUpAmountField, RoundUpDateField } from '../../../portal/form/roundup-fields.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'

const updateLine = 'PUT /v3/members/{memberNumber}/roundup' satisfies (typeof operationRoundUp)['update']['call']

/** The form values of a row. */
interface Row {
  readonly accountNumber: string
  readonly isRoundup: boolean
  readonly amount: string
  /** yyyy-MM-dd, or empty. */
  readonly expiration: string
}

interface RoundUpFormProps {
  readonly memberNumber: string
  readonly accounts: readonly RoundUpAccount[]
  readonly today: CalendarDate
  readonly onStart: () => void
  /** Reloads the accounts and shows the server's message. */
  readonly onDone: (message: string) => Promise<void>
}

const rowOf = (account: RoundUpAccount): Row => ({
  accountNumber: account.accountNumber,
  isRoundup: account.operationRoundup,
  amount: account.operationRoundupAmount === null ? '' : formatDecimal(account.operationRoundupAmount),
  expiration: account.operationRoundupExpiration ?? '',
})

const choiceOf = ({ isRoundup, amount, expiration }: Row) => ({
  isRoundup,
  amount: readRoundUpAmount(amount),
  expiration,
})

function itemOf({ accountNumber, isRoundup: isRoundUp, amount: typed, expiration }: Row) {
  const amount = readRoundUpAmount(typed)
  // The rules passed, so this is an amount or empty.
  return {
    accountNumber,
    isRoundUp,
    amount: amount === 'not-valid' ? null : amount,
    expireDate: parseCalendarDate(expiration),
  }
}

/** Returns equal keys for rows with equal meaning: an amount is formatted when its field loses the focus. */
const keyOf = (row: Row): string => JSON.stringify(itemOf(row))

/** The account table. Selected rows can be edited, and Proceed sends them (OR-02 to OR-13). */
export function RoundUpForm(props: RoundUpFormProps) {
  const { accounts } = props
  const text = useText('operationRoundup')
  const { roundUp } = useText('myProfile')
  const site = useSite()
  const modes = { basic: hasFeature(site, 'RoundUpEnabled'), plus: hasFeature(site, 'RoundUpPlusEnabled') }
  const addressed = useAddressedAccount(accounts)
  const roundUpForm = useRoundUpForm(props, addressed, modes)
  const { form, isBusy, selection, reason } = roundUpForm
  const [search, setSearch] = useState(addressed?.accountNumber ?? '')
  const wanted = search.trim().toLowerCase()
  const found = accounts.filter(
    ({ accountNumber, address }) => accountNumber.includes(wanted) || address.toLowerCase().includes(wanted),
  )
  const page = useTablePage(found, wanted)
  const { pager } = useTableWords()
  const columns = useColumns(roundUpForm, modes, props.today)
  if (accounts.length === 0 || (!modes.basic && !modes.plus)) return <p>{roundUp.none}</p>
  return (
    <PortalForm
      form={form}
      busy={isBusy}
      error={form.failure}
      submit={{ label: text.proceed, busyLabel: text.saving, disabledReason: reason }}
    >
      <Stack>
        <TextField
          type="search"
          name="search"
          label={text.search}
          hint={text.searchHint}
          autoComplete="off"
          value={search}
          onChange={({ target: { value } }) => setSearch(value)}
        />
        <CheckboxField
          name="all"
          label={text.all}
          checked={found.length > 0 && found.every(({ accountNumber }) => selection.has(accountNumber))}
          disabled={found.length === 0}
          onChange={({ target: { checked } }) => selection.setAll(found, checked)}
        />
        <DataTable
          caption={roundUp.title}
          captionHidden
          columns={columns}
          rows={page.rows}
          rowKey={({ accountNumber }) => accountNumber}
          empty={text.noMatch}
        />
        <Pager {...page.pager} words={pager} />
      </Stack>
    </PortalForm>
  )
}

/** The account in the URL, which the page selects first and then removes from the URL (OR-07). */
function useAddressedAccount(accounts: readonly RoundUpAccount[]): RoundUpAccount | undefined {
  const named = usePageQuery().get('accountno')
  const replaceQuery = useReplaceQuery()
  const [first] = useState(() => accounts.find(({ accountNumber }) => accountNumber === named))
  useEffect(() => {
    if (named !== null) replaceQuery('')
  }, [named, replaceQuery])
  return first
}

function useRoundUpForm(
  { memberNumber, accounts, today, onStart, onDone }: RoundUpFormProps,
  addressed: RoundUpAccount | undefined,
  { basic }: { readonly basic: boolean },
) {
  const { language } = useLanguage()
  const text = useText('operationRoundup')
  const send = useMemberSend(updateLine)
  // A member who chooses an account wants its bills rounded up: the row shows what Proceed will do.
  const chosen = (account: RoundUpAccount): Row => (basic ? { ...rowOf(account), isRoundup: true } : rowOf(account))
  const savedOf = (accountNumber: string) => accounts.find((one) => one.accountNumber === accountNumber)
  const check = ({ items }: { readonly items: readonly Row[] }) =>
    items.flatMap((row, index) => {
      const saved = savedOf(row.accountNumber)
      return checkRoundUpChoice(choiceOf(row), saved && choiceOf(rowOf(saved)), today).map(({ code, field }) => ({
        code,
        field: `items.${index}.${field === 'expiration' ? 'expireDate' : field}`,
      }))
    })
  const form = useRuleForm(check, ({ code }, inLanguage) => roundUpMessage(code, inLanguage), {
    start: { items: addressed === undefined ? ([] as readonly Row[]) : [chosen(addressed)] },
    error: send.error,
    onSubmit: ({ items }) => {
      onStart()
      const onSuccess = ({ message }: { readonly message: string }) => {
        // What was selected or edited meanwhile stays.
        const sent = new Set(items.map(keyOf))
        form.reset({ items: form.latest().items.filter((row) => !sent.has(keyOf(row))) })
        void onDone(message)
      }
      send.mutate({ params: { memberNumber }, body: { items: items.map(itemOf) } }, { onSuccess })
    },
  })
  const { items } = form.values
  const setItems = (next: readonly Row[], field?: string) => form.change({ items: next }, field)
  const without = (accountNumber: string) => items.filter((row) => row.accountNumber !== accountNumber)
  const selection = {
    has: (accountNumber: string) => items.some((row) => row.accountNumber === accountNumber),
    select: (account: RoundUpAccount) => setItems([...without(account.accountNumber), chosen(account)]),
    /** Deselecting a row restores its saved values (OR-11). */
    deselect: ({ accountNumber }: RoundUpAccount) => setItems(without(accountNumber)),
    setAll: (shown: readonly RoundUpAccount[], isSelected: boolean) => {
      const others = items.filter((row) => shown.every(({ accountNumber }) => accountNumber !== row.accountNumber))
      const kept = (account: RoundUpAccount) =>
        items.find((row) => row.accountNumber === account.accountNumber) ?? chosen(account)
      setItems(isSelected ? [...others, ...shown.map(kept)] : others)
    },
    /** Toggling enrollment starts editing the row with its saved amount and date (OR-09, OR-10). */
    enroll: (account: RoundUpAccount, isRoundup: boolean) =>
      setItems(
        selection.has(account.accountNumber)
          ? items.map((row) =>
              row.accountNumber === account.accountNumber ? { ...(isRoundup ? rowOf(account) : row), isRoundup } : row,
            )
          : [...items, { ...rowOf(account), isRoundup }],
      ),
    change: (accountNumber: string, changes: Partial<Row>, field: string) =>
      setItems(
        items.map((row) => (row.accountNumber === accountNumber ? { ...row, ...changes } : row)),
        field,
      ),
  }
  const isUnchanged = items.every((row) => {
    const saved = savedOf(row.accountNumber)
    return saved !== undefined && keyOf(row) === keyOf(rowOf(saved))
  })
  const [first] = check(form.values)
  const problem = first && roundUpMessage(first.code, language)
  const reasonOf = () => {
    if (items.length === 0) return text.selectFirst
    return problem ?? (isUnchanged ? text.nothingChanged : undefined)
  }
  return { form, isBusy: send.isPending, selection, reason: reasonOf() }
}

type Edited = ReturnType<typeof useRoundUpForm>

/** Basic mode has the enrollment column; RoundUp Plus has amount and end date (OR-22 to OR-24). */
function useColumns(
  { form, selection }: Edited,
  { basic, plus }: { readonly basic: boolean; readonly plus: boolean },
  today: CalendarDate,
): readonly TableColumn<RoundUpAccount>[] {
  const { columns: titles, ofAccount } = useText('operationRoundup')
  const { language } = useLanguage()
  const shown = (account: RoundUpAccount): Row =>
    form.values.items.find((row) => row.accountNumber === account.accountNumber) ?? rowOf(account)
  const cellOf = (account: RoundUpAccount, name: 'amount' | 'expiration', title: string) => {
    const { accountNumber } = account
    const index = form.values.items.findIndex((row) => row.accountNumber === accountNumber)
    const field = `items.${index}.${name === 'expiration' ? 'expireDate' : name}`
    const row = shown(account)
    return {
      name: index === -1 ? `${accountNumber}.${name}` : field,
      label: ofAccount(title, accountNumber),
      value: row[name],
      disabled: index === -1 || (basic && !row.isRoundup),
      error: form.errorOf(field),
      onChange: ({ target: { value } }: { readonly target: { readonly value: string } }) =>
        selection.change(accountNumber, { [name]: value }, field),
      onBlur: () => form.blur(field),
    }
  }
  const enrolled: TableColumn<RoundUpAccount> = {
    key: 'enrolled',
    header: titles.enrolled,
    cell: (account) => (
      <CheckboxField
        name={`${account.accountNumber}.isRoundUp`}
        label={ofAccount(titles.enrolled, account.accountNumber)}
        labelHidden
        checked={shown(account).isRoundup}
        onChange={({ target: { checked } }) => selection.enroll(account, checked)}
      />
    ),
  }
  const ofPlus: readonly TableColumn<RoundUpAccount>[] = [
    {
      key: 'amount',
      header: titles.amount,
      cell: (account) => <RoundUpAmountField {...cellOf(account, 'amount', titles.amount)} />,
    },
    {
      key: 'expiration',
      header: titles.expiration,
      cell: (account) => <RoundUpDateField {...cellOf(account, 'expiration', titles.expiration)} today={today} />,
    },
  ]
  return [
    {
      key: 'select',
      header: titles.select,
      cell: (account) => (
        <CheckboxField
          name={`${account.accountNumber}.select`}
          label={ofAccount(titles.select, account.accountNumber)}
          labelHidden
          checked={selection.has(account.accountNumber)}
          onChange={({ target: { checked } }) => (checked ? selection.select : selection.deselect)(account)}
        />
      ),
    },
    { key: 'account', header: titles.account, rowHeader: true, cell: ({ accountNumber }) => accountNumber },
    { key: 'type', header: titles.type, cell: ({ accountType }) => accountTypeWords(accountType, language) },
    { key: 'address', header: titles.address, cell: ({ address }) => address },
    ...(basic ? [enrolled] : []),
    ...(plus ? ofPlus : []),
  ]
}
