import { maxEmailLength } from '@coopline/rules/identity/email-address/check-email'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import {
  checkInvitation,
  type InvitationProblem,
  maxGuestNameLength,
  maxSharedAccounts,
  maxSharedDays,
  type SharedRights,
  sharedRights,
} from '@coopline/rules/identity/shared-access/check-invitation'
import { sharedAccessMessage } from '@coopline/rules/identity/shared-access/shared-access.messages'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DateField } from '@coopline/ui/date-field'
import { EmailField } from '@coopline/ui/email-field'
import { RadioCards } from '@coopline/ui/radio-cards'
import { TextField } from '@coopline/ui/text-field'
import { CloseDialog } from '../../../portal/form/close.dialog.tsx'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { accountsLine, type ListedAccount } from '../../../portal/session/member-accounts.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useToday } from '../../../portal/text/use-today.ts'
import styles from './shared-access.module.css'

interface InviteDialogProps {
  readonly memberNumber: string
  readonly onInvited: (email: string) => void
  readonly onCancel: () => void
}

/** Invites someone by email to see accounts of the member. */
export function InviteDialog(props: InviteDialogProps) {
  const { invite: text, cancel } = useText('sharedAccess')
  const { memberNumber, onCancel } = props
  const today = useToday()
  const own = useMemberRead(accountsLine, { params: { memberNumber }, query: { pageSize: String(maxSharedAccounts) } })
  if (today.data !== undefined && own.data !== undefined)
    return <InviteForm {...props} today={today.data} accounts={own.data.results} />
  return (
    <CloseDialog title={text.title} close={cancel} onClose={onCancel}>
      <Loaded query={own} loading={text.loading} height="12rem">
        {() => (
          <Loaded query={today} loading={text.loading} height="12rem">
            {() => null}
          </Loaded>
        )}
      </Loaded>
    </CloseDialog>
  )
}

interface Typed {
  readonly name: string
  readonly email: string
  readonly accounts: readonly string[]
  readonly rights: SharedRights
  readonly lastDay: string
}

interface InviteFormProps extends InviteDialogProps {
  readonly today: CalendarDate
  readonly accounts: readonly ListedAccount[]
}

function InviteForm({ memberNumber, onInvited, onCancel, today, accounts }: InviteFormProps) {
  const { invite: text, cancel } = useText('sharedAccess')
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const invite = useMemberSend('POST /v3/members/{memberNumber}/people-with-access', {
    onSuccess: ({ person }) => onInvited(person.email),
  })
  const form = useRuleForm<Typed, InvitationProblem>(
    (typed) => checkInvitation(typed, today, { strictEmailEnding }),
    ({ code }, language) => sharedAccessMessage(code, language),
    {
      // Nothing is shared that the member did not choose, unless there is only one account.
      start: {
        name: '',
        email: '',
        accounts: accounts.length === 1 ? accounts.map(({ accountNumber }) => accountNumber) : [],
        rights: 'view',
        lastDay: addDays(today, 90),
      },
      onSubmit: (typed) =>
        invite.mutate({ params: { memberNumber }, body: { ...typed, accounts: [...typed.accounts] } }),
      error: invite.error,
      fields: ['name', 'email', 'accounts', 'lastDay'],
      firstCheck: 'submit',
    },
  )
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={cancel}
      onCancel={onCancel}
      busy={invite.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
      width={480}
    >
      <p>{text.lead}</p>
      <TextField
        {...form.text('name')}
        label={text.name}
        hint={text.nameHint}
        maxLength={maxGuestNameLength}
        autoComplete="off"
      />
      <EmailField {...form.text('email')} label={text.email} maxLength={maxEmailLength} autoComplete="off" />
      <Accounts form={form} accounts={accounts} />
      <RadioCards
        legend={text.rights}
        name="rights"
        value={form.values.rights}
        onChange={({ currentTarget: { value } }) =>
          form.change({ rights: sharedRights.find((one) => one === value) ?? 'view' })
        }
        options={sharedRights.map((value) => ({ value, ...text.rightsOf[value] }))}
      />
      <DateField
        {...form.text('lastDay')}
        label={text.lastDay}
        hint={text.lastDayHint}
        min={today}
        max={addDays(today, maxSharedDays)}
      />
    </FormDialog>
  )
}

function Accounts({ form, accounts }: { readonly form: RuleForm<Typed>; readonly accounts: readonly ListedAccount[] }) {
  const { invite: text } = useText('sharedAccess')
  const chosen = form.values.accounts
  const toggle = (value: string, isChosen: boolean) =>
    form.change({ accounts: isChosen ? [...chosen, value] : chosen.filter((one) => one !== value) }, 'accounts')
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{text.accounts}</legend>
      {accounts.map(({ accountNumber, serviceAddress }, index) => (
        <CheckboxField
          key={accountNumber}
          name="accounts"
          label={text.account(accountNumber, serviceAddress)}
          checked={chosen.includes(accountNumber)}
          onChange={({ target }) => toggle(accountNumber, target.checked)}
          error={index === 0 ? form.errorOf('accounts') : undefined}
        />
      ))}
    </fieldset>
  )
}
