import { maxTokenNameLength } from '@coopline/rules/usage/connected-apps/check-grant'
import { ownScopes, parseEspiScopes } from '@coopline/rules/usage/connected-apps/espi-scope'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { CopyButton } from '@coopline/ui/copy-button'
import { Dialog } from '@coopline/ui/dialog'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { CloseDialog } from '../../../portal/form/close.dialog.tsx'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { useToday } from '../../../portal/text/use-today.ts'
import { ChoiceFields } from './choice-fields.tsx'
import styles from './connected-apps.module.css'
import { type OfferedMeter, toChoice, useChoice } from './use-choice.ts'

interface MakeTokenDialogProps {
  readonly memberNumber: string
  readonly onMade: (name: string) => void
  readonly onCancel: () => void
}

/** Creates an access token for the member's own scripts. */
export function MakeTokenDialog(props: MakeTokenDialogProps) {
  const { token: text, choice, cancel } = useText('connectedApps')
  const { memberNumber, onCancel } = props
  const today = useToday()
  const offer = useMemberRead('GET /v3/members/{memberNumber}/connected-apps/offer', { params: { memberNumber } })
  if (today.data !== undefined && offer.data !== undefined && offer.data.meters.length > 0)
    return <MakeTokenForm {...props} today={today.data} meters={offer.data.meters} />
  return (
    <CloseDialog title={text.title} close={cancel} onClose={onCancel}>
      <Loaded query={offer} loading={choice.loading} height="12rem">
        {({ meters }) =>
          meters.length === 0 ? (
            <p>{choice.noMeters}</p>
          ) : (
            <Loaded query={today} loading={choice.loading} height="12rem">
              {() => null}
            </Loaded>
          )
        }
      </Loaded>
    </CloseDialog>
  )
}

const scopes = parseEspiScopes(Object.values(ownScopes).join(' '))

interface MakeTokenFormProps extends MakeTokenDialogProps {
  readonly today: CalendarDate
  readonly meters: readonly OfferedMeter[]
}

function MakeTokenForm({ memberNumber, onMade, onCancel, today, meters }: MakeTokenFormProps) {
  const { token: text, cancel } = useText('connectedApps')
  const make = useMemberSend('POST /v3/members/{memberNumber}/access-tokens')
  const form = useChoice({
    today,
    withName: true,
    scopes,
    meters,
    error: make.error,
    onSubmit: (typed) =>
      make.mutate({ params: { memberNumber }, body: { ...toChoice(typed), name: typed.name.trim() } }),
  })
  if (make.data !== undefined)
    return <MadeToken token={make.data.token} onDone={() => onMade(make.data.connection.name)} />
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={cancel}
      onCancel={onCancel}
      busy={make.isPending}
      error={form.failure}
      submit={{ label: text.submit, busyLabel: text.busy }}
      width={480}
    >
      <p>{text.lead}</p>
      <TextField
        {...form.text('name')}
        label={text.name}
        hint={text.nameHint}
        maxLength={maxTokenNameLength}
        autoComplete="off"
      />
      <ChoiceFields form={form} today={today} scopes={scopes} meters={meters} />
    </FormDialog>
  )
}

/** Shows the new token. It cannot be shown again. */
function MadeToken({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const { token: text } = useText('connectedApps')
  return (
    <Dialog
      open
      title={text.madeTitle}
      closeLabel={text.done}
      onClose={onDone}
      width={480}
      blockOutsideClick
      footer={<Button onClick={onDone}>{text.done}</Button>}
    >
      <Stack>
        <Alert tone="warning" title={text.madeTitle}>
          <p>{text.madeLead}</p>
        </Alert>
        <p>
          {text.label}: <code className={styles.token}>{token}</code>
        </p>
        <Stack row>
          <CopyButton text={token} label={text.copy} copied={text.copied} failed={text.copyFailed} />
        </Stack>
      </Stack>
    </Dialog>
  )
}
