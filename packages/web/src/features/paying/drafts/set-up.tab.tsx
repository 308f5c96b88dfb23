import type { Calls } from '@coopline/contract/calls'
import { checkDraft, type DraftForm } from '@coopline/rules/paying/drafts/check-draft'
import { draftObstacle } from '@coopline/rules/paying/drafts/draft-eligibility'
import {
  draftAuthorization,
  draftMessage,
  draftMessageOfAccount,
  draftText,
} from '@coopline/rules/paying/drafts/drafts.messages'
import { defaultDraftOption, type DraftOption, needsDraftDay } from '@coopline/rules/paying/drafts/draft-types'
import { isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'
import { Alert } from '@coopline/ui/alert'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { useRef, useState } from 'react'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { isSecureTarget } from '../../../portal/paying/payment-wire.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { BankFields } from './bank-fields.tsx'
import { CandidateList } from './candidate-list.tsx'
import {
  candidateOf,
  type DraftAccount,
  type DraftOptionRow,
  type DraftSettings,
  initiateLine,
  institutionsLine,
  limitsOf,
  updateLine,
} from './draft-reads.ts'
import { type DraftHandOff, useForwardMessage } from './hosted-forward.tsx'

export interface SetUpTabProps {
  readonly memberNumber: string
  /** Accounts without a draft. */
  readonly accounts: readonly DraftAccount[]
  readonly options: readonly DraftOptionRow[]
  readonly settings: DraftSettings
  readonly onDone: (message: string) => void
  /** The member goes to the provider's page. */
  readonly onHandOff: (handOff: DraftHandOff) => void
}

const nothingTyped: Omit<DraftForm, 'option'> = {
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
  const { language } = useLanguage()
  return props.settings.offered.length === 0 ? (
    <Alert tone="info" title={draftText('unavailable', language)} />
  ) : (
    <SetUpForm {...props} />
  )
}

function SetUpForm(props: SetUpTabProps) {
  const { settings } = props
  const text = useText('drafts').setUp
  const { language } = useLanguage()
  const { form, rows, isHosted, chooseOption, changeRouting, isBusy, reason } = useDraftSetUp(props)
  const { option } = form.values
  // Loaded now, because the page is left at once when it is needed.
  useForwardMessage()
  const ways = settings.offered
  const hasEligible = rows.some(({ obstacle }) => obstacle === null)
  return (
    <PortalForm
      form={form}
      busy={isBusy}
      error={form.failure}
      submit={{ label: isHosted ? text.forward : text.submit, busyLabel: text.busy, disabledReason: reason }}
    >
      {ways.length > 1 && (
        <RadioCards
          name="option"
          legend={text.payFrom}
          options={ways.map((way) => ({ value: way, title: text.ways[way], icon: way === 'CREDIT' ? 'card' : 'bank' }))}
          value={option}
          onChange={({ target }) => chooseOption(target.value === 'BANK' ? 'BANK' : 'CREDIT')}
        />
      )}
      {!hasEligible && <Alert tone="info" title={draftText('noneEligible', language)} />}
      {rows.length > 0 && <CandidateList rows={rows} form={form} options={props.options} today={settings.today} />}
      {isHosted ? <p>{text.hosted[option]}</p> : <BankFields form={form} onChangeRouting={changeRouting} />}
      <CheckboxField
        {...form.flag('authorize')}
        label={
          isHosted
            ? draftAuthorization(option, feeOf(option, settings), language)
            : draftAuthorization('here', null, language)
        }
      />
    </PortalForm>
  )
}

const feeOf = (option: DraftOption, { convenienceFees }: DraftSettings) =>
  convenienceFees[option === 'CREDIT' ? 'cc' : 'echeck']

function useDraftSetUp({ memberNumber, accounts, settings, onDone, onHandOff }: SetUpTabProps) {
  const { language } = useLanguage()
  const { defaultDraftType, offered } = settings
  const offer = { allowCreditDraft: offered.includes('CREDIT'), allowBankDraft: offered.includes('BANK') }
  const update = useMemberSend(updateLine, {
    onSuccess: ({ message }) => {
      form.replace(form.values, start)
      onDone(message)
    },
  })
  const initiate = useTask(initiateSafely)
  const { nameOf, find } = useBankNames(memberNumber)
  const start = { ...nothingTyped, option: defaultDraftOption({ ...offer, defaultDraftType }) ?? 'BANK' }
  const isHostedBy = (option: DraftOption) => option === 'CREDIT' || !settings.bankDraftByFile
  // An account that was selected may have got its draft since.
  const withListed = (values: DraftForm): DraftForm => ({
    ...values,
    draftAccounts: values.draftAccounts.filter((item) =>
      accounts.some(({ accountNumber }) => accountNumber === item.accountNumber),
    ),
  })
  const check = (values: DraftForm) =>
    checkDraft(withListed(values), {
      limits: limitsOf(accounts),
      maxDaysAfterBilling: settings.maxDaysAfterBilling,
      takesBankNumbers: !isHostedBy(values.option),
      // While the bank is looked up, and when that fails, the server has the word.
      hasBank: nameOf(values.routingNumber) !== '',
    })
  const send = (values: DraftForm) => {
    const [first] = values.draftAccounts
    if (isHostedBy(values.option) && first !== undefined) {
      initiate.mutate(
        { memberNumber, accountNumber: first.accountNumber, body: initiationOf(values, settings) },
        { onSuccess: onHandOff },
      )
      return
    }
    update.mutate({ params: { memberNumber }, body: bodyOf(memberNumber, values) })
  }
  const form = useRuleForm(check, draftMessage, {
    start,
    error: update.error ?? initiate.error,
    fields: bankFields,
    onSubmit: (values) => send(withListed(values)),
  })
  const { option } = form.values
  const rowsOf = (by: DraftOption) =>
    accounts.map((account) => ({
      account,
      obstacle: draftObstacle(candidateOf(account), by, settings.blockPastDueDrafts),
    }))
  /** DR-17: the bank form starts anew; accounts stay selected if the other option allows them. */
  const chooseOption = (next: DraftOption) => {
    const eligible = new Set(rowsOf(next).flatMap((row) => (row.obstacle === null ? [row.account.accountNumber] : [])))
    const draftAccounts = form.values.draftAccounts.filter((item) => eligible.has(item.accountNumber))
    form.reset({ ...start, option: next, draftAccounts })
  }
  const changeRouting = (routingNumber: string) => {
    form.change({ routingNumber }, 'routingNumber')
    find(routingNumber, (bankName) => form.change({ bankName }, 'bankName'))
  }
  const [first] = check(form.values)
  return {
    form,
    rows: rowsOf(option),
    isHosted: isHostedBy(option),
    chooseOption,
    changeRouting,
    isBusy: update.isPending || initiate.isPending,
    reason: first && draftMessageOfAccount(first, language),
  }
}

interface Initiation {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly body: Calls[typeof initiateLine]['body']
}

/** @throws CallFailed (500) when the answer names an insecure page: payment data must not go there. */
async function initiateSafely({ memberNumber, accountNumber, body }: Initiation): Promise<DraftHandOff> {
  const handOff = await memberCall(initiateLine, { params: { memberNumber, accountNumber }, body })
  if (isSecureTarget(handOff, window.location.protocol)) return handOff
  throw new CallFailed(500, '', { message: '', errors: [] })
}

/**
 * Banks of the routing numbers that were typed, by the directory; '' for a number that has none (DR-48, DR-50). A name is found for the
 * number that was typed last: an earlier number may be answered later.
 */
function useBankNames(memberNumber: string) {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const last = useRef('')
  const find = (routingNumber: string, onFound: (name: string) => void) => {
    last.current = routingNumber
    if (!isRoutingNumber(routingNumber)) return
    const answered = ({ results: [bank] }: Calls[typeof institutionsLine]['answer']) => {
      setNames((before) => new Map(before).set(routingNumber, bank?.name ?? ''))
      if (bank !== undefined && last.current === routingNumber) onFound(bank.name)
    }
    // Without an answer, the server checks the number when the form is sent.
    memberCall(institutionsLine, { params: { memberNumber }, query: { routingNumber } }).then(answered, () => {})
  }
  return { nameOf: (routingNumber: string) => names.get(routingNumber), find }
}

const itemsOf = (form: DraftForm) =>
  form.draftAccounts.map(({ accountNumber, draftMethod, draftDay, draftStartDate }) => ({
    accountNumber,
    action: 'ADD' as const,
    draftMethod,
    draftDay: needsDraftDay(draftMethod) ? Number(draftDay) : null,
    draftStartDate,
  }))

/** The bank draft request of what was typed (DE-26). */
const bodyOf = (memberNumber: string, form: DraftForm): Calls[typeof updateLine]['body'] => ({
  memberNumber,
  draftAccounts: itemsOf(form),
  draftType: form.draftType === 'Savings' ? 'Savings' : 'Checking',
  bankAccountNumber: form.bankAccountNumber,
  routingNumber: form.routingNumber,
  bankName: form.bankName,
  authorize: form.authorize,
})

/** The initiate-payment request of what was chosen (DE-28). */
const initiationOf = (form: DraftForm, settings: DraftSettings): Initiation['body'] => ({
  accountsToDraft: itemsOf(form),
  paymentType: 'DRAFT',
  draftOption: form.option,
  amount: 0,
  removeDraft: false,
  authorize: form.authorize,
  convenienceFee: feeOf(form.option, settings),
})
