import type {
  averageBilling,
  LevelizedAccount,
  LevelizedItem,
  LevelizedResult,
} from '@coopline/contract/accounts/average-billing/average-billing.contract'
import { billingButton } from '@coopline/rules/accounts/average-billing/check-billing-change'
import { Button } from '@coopline/ui/button'
import { Dialog } from '@coopline/ui/dialog'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { monthName } from '../../../portal/text/calendar-words.ts'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { BillingPlan } from './billing-plan.tsx'

type Lines = typeof averageBilling
const updateLine = 'PUT /v3/members/{memberNumber}/accounts/{accountNumber}/levelized' satisfies Lines['update']['call']
const updateAllLine = 'PUT /v3/members/{memberNumber}/levelized' satisfies Lines['updateAll']['call']

export type BillingDialog =
  | { readonly kind: 'sign-up' | 'remove' | 'not-eligible' | 'plan'; readonly account: LevelizedAccount }
  | { readonly kind: 'bulk'; readonly action: 'add' | 'remove'; readonly accounts: readonly LevelizedAccount[] }

interface BillingDone {
  readonly success: string
  readonly refused: readonly LevelizedResult[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

interface DialogProps {
  readonly memberNumber: string
  readonly onClose: () => void
  readonly onDone: (change: BillingDone) => Promise<void>
}

const toAdd = ({ accountNumber, estimatedAmount }: LevelizedAccount, settlementMonth: number): LevelizedItem => ({
  action: 'Add',
  billingType: 'Average',
  accountNumber,
  estimatedBill: estimatedAmount,
  settlementMonth,
})

/** Removing sends no estimate and no month (AB-10, AB-11). */
const toRemove = ({ accountNumber }: LevelizedAccount): LevelizedItem => ({
  action: 'Edit',
  billingType: 'Standard',
  accountNumber,
  estimatedBill: null,
  settlementMonth: null,
})

export function BillingDialogs({ dialog, ...props }: DialogProps & { readonly dialog: BillingDialog | null }) {
  if (dialog === null) return null
  if (dialog.kind === 'bulk') return <BulkDialog {...props} {...dialog} />
  if (dialog.kind === 'remove') return <RemoveDialog {...props} account={dialog.account} />
  if (dialog.kind === 'not-eligible') return <ReasonDialog {...props} account={dialog.account} />
  return <PlanDialog {...props} account={dialog.account} isSignUp={dialog.kind === 'sign-up'} />
}

/** Explains why an account cannot have Average Billing (AB-14). */
function ReasonDialog({ account, onClose }: DialogProps & { readonly account: LevelizedAccount }) {
  const text = useText('averageBilling')
  return (
    <Dialog
      open
      title={text.notEligible.title}
      closeLabel={text.close}
      onClose={onClose}
      width={400}
      footer={<Button onClick={onClose}>{text.close}</Button>}
    >
      <p>{account.notEligibleMessage}</p>
    </Dialog>
  )
}

function RemoveDialog({
  account,
  memberNumber,
  onClose,
  onDone,
}: DialogProps & { readonly account: LevelizedAccount }) {
  const text = useText('averageBilling')
  const { accountNumber } = account
  const send = useMemberSend(updateLine, {
    onSuccess: ({ message }) => void onDone({ success: message, refused: [], added: [], removed: [accountNumber] }),
  })
  return (
    <AskFirstDialog
      text={{ title: text.remove.title, submit: text.remove.submit, busy: text.saving }}
      cancel={text.cancel}
      task={send}
      onSubmit={() => send.mutate({ params: { memberNumber, accountNumber }, body: toRemove(account) })}
      onCancel={onClose}
    >
      {text.remove.text(accountNumber)}
    </AskFirstDialog>
  )
}

interface BulkDialogProps extends DialogProps {
  readonly action: 'add' | 'remove'
  readonly accounts: readonly LevelizedAccount[]
}

function BulkDialog({ action, accounts, memberNumber, onClose, onDone }: BulkDialogProps) {
  const text = useText('averageBilling')
  const words = text.bulkDialog[action]
  const send = useMemberSend(updateAllLine, {
    onSuccess: ({ results }) => {
      const updated = results.filter(({ isUpdated }) => isUpdated).map(({ accountNumber }) => accountNumber)
      void onDone({
        success: updated.length === 0 ? '' : text.results.updated(updated.length),
        refused: results.filter(({ isUpdated }) => !isUpdated),
        added: action === 'add' ? updated : [],
        removed: action === 'remove' ? updated : [],
      })
    },
  })
  const items = accounts.map((account) =>
    action === 'add' ? toAdd(account, account.defaultSettlementMonth) : toRemove(account),
  )
  return (
    <AskFirstDialog
      text={{ title: words.title, submit: text.bulk[action], busy: text.saving }}
      cancel={text.cancel}
      task={send}
      isDanger={action === 'remove'}
      onSubmit={() => send.mutate({ params: { memberNumber }, body: { items } })}
      onCancel={onClose}
    >
      {words.text(accounts.length)}
    </AskFirstDialog>
  )
}

interface PlanDialogProps extends DialogProps {
  readonly account: LevelizedAccount
  readonly isSignUp: boolean
}

/** Shows the next twelve bills by settlement month, and signs up or changes the month where the account allows it. */
function PlanDialog({ account, isSignUp, memberNumber, onClose, onDone }: PlanDialogProps) {
  const text = useText('averageBilling')
  const { language } = useLanguage()
  const { accountNumber, settlementMonth: saved } = account
  const [month, setMonth] = useState(saved ?? account.defaultSettlementMonth)
  const send = useMemberSend(updateLine, {
    onSuccess: ({ message }) => void onDone({ success: message, refused: [], added: [accountNumber], removed: [] }),
  })
  const canSave = isSignUp || billingButton(account) === 'remove'
  const words = isSignUp ? text.signUp : text.edit
  const item = toAdd(account, month)
  const body: LevelizedItem = isSignUp ? item : { ...item, action: 'Edit' }
  return (
    <Dialog
      open
      title={words.title}
      closeLabel={text.close}
      onClose={onClose}
      width={720}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {canSave ? text.cancel : text.close}
          </Button>
          {canSave && (
            <Button
              busy={send.isPending}
              busyLabel={text.saving}
              disabledReason={!isSignUp && month === saved ? text.edit.unchanged : undefined}
              onClick={() => send.mutate({ params: { memberNumber, accountNumber }, body })}
            >
              {words.submit}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <FailureAlert error={send.error} />
        <SelectField
          name="settlementMonth"
          label={text.settlementMonth}
          hint={text.settlementHint}
          value={String(month)}
          options={Array.from({ length: 12 }, (_, index) => ({
            value: String(index + 1),
            text: monthName(index + 1, language),
          }))}
          onChange={({ target: { value } }) => setMonth(Number(value))}
        />
        <BillingPlan memberNumber={memberNumber} account={account} month={month} />
      </Stack>
    </Dialog>
  )
}
