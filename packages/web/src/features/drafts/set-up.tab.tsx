import type { Calls } from '@coopline/contract/calls'
import { checkDraft, type DraftForm } from '@coopline/rules/drafts/check-draft'
import { draftObstacle } from '@coopline/rules/drafts/draft-eligibility'
import { draftMessage, draftMessageOfAccount, draftText } from '@coopline/rules/drafts/drafts.messages'
import { needsDraftDay } from '@coopline/rules/drafts/draft-types'
import { isRoutingNumber } from '@coopline/rules/drafts/routing-number'
import { isOn } from '@coopline/rules/kernel/flag'
import { Alert } from '@coopline/ui/alert'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { useState } from 'react'
import { PortalForm } from '../../portal/portal-form.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { useRuleForm } from '../../portal/use-rule-form.ts'
import { BankFields } from './bank-fields.tsx'
import { CandidateList } from './candidate-list.tsx'
import {
  candidateOf,
  type DraftAccount,
  type DraftOptionRow,
  type DraftSettings,
  institutionsLine,
  limitsOf,
  updateLine,
} from './draft-reads.ts'

export interface SetUpTabProps {
  readonly memberNumber: string
  /** Accounts without a draft. */
  readonly accounts: readonly DraftAccount[]
  readonly options: readonly DraftOptionRow[]
  readonly settings: DraftSettings
  readonly onDone: (message: string) => void
}

const nothingTyped: DraftForm = {
  option: 'BANK',
  draftAccounts: [],
  draftType: '',
  bankAccountNumber: '',
  confirmBankAccountNumber: '',
  routingNumber: '',
  bankName: '',
  authorize: false,
}

const bankFields = ['draftType', 'routingNumber', 'bankName', 'bankAccountNumber'] as const

/** Ticks accounts, chooses when each is drafted, and takes the bank's numbers (DR-06, DR-20 to DR-31, DR-40 to DR-56). */
export function SetUpTab(props: SetUpTabProps) {
  const { accounts, settings } = props
  const { setUp: text } = useText('drafts')
  const { language } = useLanguage()
  const isBlocked = isOn(settings.blockPastDueDrafts)
  const rows = accounts.map((account) => ({
    account,
    obstacle: draftObstacle(candidateOf(account), 'BANK', isBlocked),
  }))
  const hasEligible = rows.some(({ obstacle }) => obstacle === null)
  const { form, changeRouting, isBusy, reason } = useDraftSetUp(props)
  return (
    <PortalForm
      form={form}
      busy={isBusy}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy, disabledReason: reason }}
    >
      {!hasEligible && <Alert tone="info" title={draftText('noneEligible', language)} />}
      {rows.length > 0 && <CandidateList rows={rows} form={form} options={props.options} today={settings.today} />}
      <BankFields form={form} onChangeRouting={changeRouting} />
      <CheckboxField {...form.flag('authorize')} label={text.authorize} />
    </PortalForm>
  )
}

function useDraftSetUp({ memberNumber, accounts, settings, onDone }: SetUpTabProps) {
  const { language } = useLanguage()
  const send = useMemberSend(updateLine)
  const { nameOf, find } = useBankNames(memberNumber)
  const check = (values: DraftForm) =>
    checkDraft(values, {
      limits: limitsOf(accounts),
      maxDaysAfterBilling: settings.maxDaysAfterBilling,
      takesBankNumbers: true,
      // While the bank is looked up, and when that fails, the server has the word.
      hasBank: nameOf(values.routingNumber) !== '',
    })
  const form = useRuleForm(check, draftMessage, {
    start: nothingTyped,
    error: send.error,
    fields: bankFields,
    onSubmit: (values) =>
      send.mutate(
        { params: { memberNumber }, body: bodyOf(memberNumber, values) },
        {
          onSuccess: ({ message }) => {
            form.reset(nothingTyped)
            onDone(message)
          },
        },
      ),
  })
  const changeRouting = (routingNumber: string) => {
    form.change({ routingNumber }, 'routingNumber')
    find(routingNumber, (bankName) => form.change({ bankName }, 'bankName'))
  }
  const [first] = check(form.values)
  return { form, changeRouting, isBusy: send.isPending, reason: first && draftMessageOfAccount(first, language) }
}

/** Banks of the routing numbers that were typed, by the directory; '' for a number that has none (DR-48, DR-50). */
function useBankNames(memberNumber: string) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const ask = useMemberSend(institutionsLine)
  const find = (routingNumber: string, onFound: (name: string) => void) => {
    if (!isRoutingNumber(routingNumber)) return
    ask.mutate(
      { params: { memberNumber }, query: { routingNumber } },
      {
        onSuccess: ({ results: [bank] }) => {
          setNames((before) => new Map(before).set(routingNumber, bank?.name ?? ''))
          if (bank !== undefined) onFound(bank.name)
        },
      },
    )
  }
  return { nameOf: (routingNumber: string) => names.get(routingNumber), find }
}

/** The bank draft request of what was typed (DE-26). */
const bodyOf = (memberNumber: string, form: DraftForm): Calls[typeof updateLine]['body'] => ({
  memberNumber,
  draftAccounts: form.draftAccounts.map(({ accountNumber, draftMethod, draftDay, draftStartDate }) => ({
    accountNumber,
    action: 'ADD',
    draftMethod,
    draftDay: needsDraftDay(draftMethod) ? Number(draftDay) : null,
    draftStartDate,
  })),
  draftType: form.draftType === 'Savings' ? 'Savings' : 'Checking',
  bankAccountNumber: form.bankAccountNumber,
  routingNumber: form.routingNumber,
  bankName: form.bankName,
  authorize: form.authorize,
})
