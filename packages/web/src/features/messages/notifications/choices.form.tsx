import type { NotificationSettings } from '@coopline/contract/messages/notifications/notifications.contract'
import { prepaidMessage } from '@coopline/rules/messages/notifications/prepaid'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import styles from './notifications.module.css'
import {
  checkTypedThresholds,
  PrepaidFields,
  thresholdFields,
  toThresholds,
  toTypedThresholds,
  type TypedThresholds,
} from './prepaid-fields.tsx'
import { displayedContact } from './displayed-contact.ts'
import { TopicTable } from './topic.table.tsx'

interface Values extends Pick<NotificationSettings, 'account' | 'login'>, TypedThresholds {}

interface ChoicesFormProps {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly settings: NotificationSettings
}

/** The choices and contacts for one account and for the login, with one Save button. */
export function ChoicesForm({ memberNumber, accountNumber, settings }: ChoicesFormProps) {
  const { page: text, grid } = useText('notifications')
  const save = useMemberSend('PUT /v3/members/{memberNumber}/accounts/{accountNumber}/notifications')
  const isPrepaid = settings.prepaid !== null
  const form = useRuleForm(
    (values: Values) => (isPrepaid ? checkTypedThresholds(values) : []),
    ({ code }, language) => prepaidMessage(code, language),
    {
      start: { account: settings.account, login: settings.login, ...toTypedThresholds(settings.prepaid) },
      onSubmit: (values) =>
        save.mutate({
          params: { memberNumber, accountNumber },
          body: { ...body, ...(isPrepaid && { prepaid: toThresholds(values) }) },
        }),
      error: save.error,
      fields: thresholdFields,
    },
  )
  const { account, login } = form.values
  const { addresses, phones } = usable(settings)
  const hasTexts = settings.textOffered && phones.length > 0
  // A contact that was deleted or is no longer confirmed loses its choice. With one phone there is nothing to choose.
  const emailContactId = among(addresses, account.emailContactId) ?? 'login'
  const phoneOf = (chosen: string | null) => (hasTexts ? (among(phones, chosen) ?? phones[0]?.id ?? null) : null)
  const [ofAccount, ofLogin] = [phoneOf(account.textContactId), phoneOf(login.textContactId)]

  const withoutTexts = (choices: typeof account.choices) =>
    hasTexts ? choices : choices.map((choice) => ({ ...choice, byText: false }))
  const body = {
    account: { emailContactId, textContactId: ofAccount, choices: withoutTexts(account.choices) },
    login: { textContactId: ofLogin, choices: withoutTexts(login.choices) },
  }
  const changeAccount = (changes: Partial<typeof account>) => form.change({ account: { ...account, ...changes } })
  const changeLogin = (changes: Partial<typeof login>) => form.change({ login: { ...login, ...changes } })
  const optionsOf = (contacts: NotificationSettings['contacts']) =>
    contacts.map((contact) => ({ value: contact.id, text: displayedContact(contact) }))
  return (
    <PortalForm
      form={form}
      busy={save.isPending}
      error={null}
      submit={{ label: text.save, busyLabel: text.saving }}
      heading={
        <FailureAlert error={form.failure} focusOnMount>
          {furtherRefusals(form.failure).map((message) => (
            <p key={message}>{message}</p>
          ))}
        </FailureAlert>
      }
    >
      {save.isSuccess && <SuccessAlert key={save.submittedAt} title={text.saved} />}
      <Card title={text.account(accountNumber)}>
        <Stack>
          <TopicTable
            caption={text.account(accountNumber)}
            choices={account.choices}
            hasTexts={hasTexts}
            onChange={(choices) => changeAccount({ choices })}
          />
          {isPrepaid && <PrepaidFields form={form} />}
          {settings.textOffered && !hasTexts && <Alert tone="info" title={grid.noPhone} />}
          <div className={styles.contacts}>
            <SelectField
              label={grid.emailTo}
              name="emailContactId"
              value={emailContactId}
              options={optionsOf(addresses)}
              onChange={(event) => changeAccount({ emailContactId: event.target.value })}
            />
            {ofAccount !== null && (
              <SelectField
                label={grid.textTo}
                name="textContactId"
                value={ofAccount}
                options={optionsOf(phones)}
                onChange={(event) => changeAccount({ textContactId: event.target.value })}
              />
            )}
          </div>
          {hasTexts && <p className={styles.small}>{grid.rates}</p>}
        </Stack>
      </Card>
      <Card title={text.login}>
        <Stack>
          <p>{text.loginLead}</p>
          <TopicTable
            caption={text.login}
            choices={login.choices}
            hasTexts={hasTexts}
            onChange={(choices) => changeLogin({ choices })}
          />
          {ofLogin !== null && (
            <div className={styles.contacts}>
              <SelectField
                label={grid.textTo}
                name="loginTextContactId"
                value={ofLogin}
                options={optionsOf(phones)}
                onChange={(event) => changeLogin({ textContactId: event.target.value })}
              />
            </div>
          )}
        </Stack>
      </Card>
    </PortalForm>
  )
}

/** Lists the refusals except the first one, which is the title of the alert. */
function furtherRefusals(error: unknown): readonly string[] {
  if (!(error instanceof CallFailed) || error.status !== 400) return []
  const [first, ...others] = new Set(error.errors.map(({ message }) => message))
  return others.filter((message) => message !== first)
}

/** The contacts that something can be sent to. */
function usable({ contacts }: NotificationSettings) {
  const confirmed = contacts.filter(({ isVerified, isStopped }) => isVerified && !isStopped)
  return {
    addresses: confirmed.filter(({ channel }) => channel === 'email'),
    phones: confirmed.filter(({ channel }) => channel === 'text'),
  }
}

const among = (contacts: NotificationSettings['contacts'], id: string | null): string | undefined =>
  contacts.find((contact) => contact.id === id)?.id
