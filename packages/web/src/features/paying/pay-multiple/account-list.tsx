import type { PaymentSettingsAnswer } from '@coopline/contract/paying/payments/payment-request'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { accountTypeWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import type { Language } from '@coopline/rules/kernel/problem'
import { mostAccountsPerPayment } from '@coopline/rules/paying/payment-amount/check-payment-amount'
import { useState } from 'react'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import { AccountRow } from './account-row.tsx'
import { isChosen, isDue, type PayAccount, type PayValues } from './check-pay-accounts.ts'
import styles from './pay-multiple.module.css'

/** A list up to this long is shown whole; of a longer one the first, and the way to the others. */
const shortList = 10

interface AccountListProps {
  readonly accounts: readonly PayAccount[]
  readonly settings: PaymentSettingsAnswer
  readonly form: RuleForm<PayValues>
}

/** The accounts to choose from. Chosen accounts stay visible during a search. */
export function AccountList({ accounts, settings, form }: AccountListProps) {
  const text = useText('payMultiple')
  const { language } = useLanguage()
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(accounts.length <= shortList)
  const words = search
    .toLowerCase()
    .split(/[\s,]+/u)
    .filter((word) => word !== '')
  const found = accounts.filter((one) => words.every((word) => searched(one, language).includes(word)))
  const shown =
    words.length === 0
      ? accounts.filter((one, index) => isWhole || index < shortList || isChosen(one, form.values))
      : accounts.filter((one) => found.includes(one) || isChosen(one, form.values))
  const { due, first, last, next } = useDueGroups(accounts)
  const choose = (wanted: (one: PayAccount) => boolean) => {
    const chosen: Record<`pay.${string}`, boolean> = {}
    for (const one of accounts) chosen[`pay.${one.account.accountNumber}`] = wanted(one)
    form.change(chosen)
  }

  return (
    <Card title={accounts.length === 1 ? text.account : text.accounts}>
      <Stack>
        {accounts.length > shortList && (
          <>
            <div className={styles.search}>
              <TextField
                type="search"
                label={text.search}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            </div>
            <Stack row gap="small">
              <Button
                variant="quiet"
                onClick={() => {
                  const group = new Set(due.slice(first, last))
                  choose((one) => group.has(one))
                  next()
                }}
              >
                {due.length > mostAccountsPerPayment
                  ? text.selectDueGroup(first + 1, last, due.length)
                  : text.selectDue}
              </Button>
              <Button variant="quiet" onClick={() => choose(() => false)}>
                {text.clear}
              </Button>
            </Stack>
            {accounts.length > mostAccountsPerPayment && (
              <p aria-live="polite">
                {text.selected(accounts.filter((one) => isChosen(one, form.values)).length, mostAccountsPerPayment)}
              </p>
            )}
            <VisuallyHidden live="polite">{words.length === 0 ? '' : text.found(found.length)}</VisuallyHidden>
          </>
        )}
        <ul className={styles.list} aria-label={text.accounts}>
          {shown.map((one) => (
            <AccountRow
              key={one.account.accountNumber}
              one={one}
              settings={settings}
              form={form}
              isAlone={accounts.length === 1}
            />
          ))}
        </ul>
        {words.length > 0 && found.length === 0 && <p>{text.found(0)}</p>}
        {words.length === 0 && !isWhole && (
          <div>
            <Button variant="secondary" onClick={() => setWhole(true)}>
              {text.showAll(accounts.length)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** The accounts with an amount due, and which of them are selected next: as many as one payment takes, then those after them. */
function useDueGroups(accounts: readonly PayAccount[]) {
  const [start, setStart] = useState(0)
  const due = accounts.filter(isDue)
  // Those that were paid meanwhile are gone.
  const first = start < due.length ? start : 0
  const last = Math.min(first + mostAccountsPerPayment, due.length)
  return { due, first, last, next: () => setStart(last) }
}

const searched = ({ account }: PayAccount, language: Language): string =>
  [
    account.accountNumber,
    account.accountHolderName,
    account.serviceAddress,
    accountTypeWords(account.accountType, language),
  ]
    .join(' ')
    .toLowerCase()
