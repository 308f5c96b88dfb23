import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../../portal/form/ask-first.dialog.tsx'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { memberCall } from '../../../portal/call/member-call.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import { ButtonLink } from '@coopline/ui/button-link'
import { CopyButton } from '@coopline/ui/copy-button'
import { TextField } from '@coopline/ui/text-field'

/** The result of a change, and the new address if there is one. */
export interface CalendarChange {
  readonly kind: 'isOn' | 'renewed' | 'turnedOff'
  readonly since: string | null
  readonly address?: string
}

interface CalendarSwitchProps {
  readonly memberNumber: string
  /** Since when it is on; `null` while it is off. */
  readonly since: string | null
  readonly onDone: (success: CalendarChange) => void
}

/** Turns the calendar on and off, and creates a new address. Asks before a change that ends an address. */
export function CalendarSwitch({ memberNumber, since, onDone }: CalendarSwitchProps) {
  const text = useText('calendar')
  const { language } = useLanguage()
  const { dialog, open, close, replaceWith } = useOneDialog<{ readonly kind: 'renew' | 'turnOff' }>()
  // One change at a time: the last answer is about the last change.
  const task = useTask(async (kind: CalendarChange['kind']) => changeCalendar(memberNumber, kind), {
    onSuccess: (success) => {
      replaceWith(null)
      onDone(success)
    },
  })
  const busy = task.variables === 'turnedOff' ? text.turningOff : text.renewing
  if (since === null) {
    return (
      <Stack>
        <p>{text.isOff}</p>
        <FailureAlert error={task.error} />
        <Stack row>
          <Button busy={task.isPending} busyLabel={text.turningOn} onClick={() => task.mutate('isOn')}>
            {text.turnOn}
          </Button>
        </Stack>
      </Stack>
    )
  }
  return (
    <Stack>
      <p>{text.since(formatInstant(since, language))}</p>
      <Stack row>
        <Button variant="secondary" onClick={() => open({ kind: 'renew' })}>
          {text.renew}
        </Button>
        <Button variant="secondary" onClick={() => open({ kind: 'turnOff' })}>
          {text.turnOff}
        </Button>
      </Stack>
      {dialog?.kind === 'renew' && (
        <AskFirstDialog
          text={{ title: text.renewTitle, submit: text.renew, busy }}
          cancel={text.cancel}
          task={task}
          onSubmit={() => task.mutate('renewed')}
          onCancel={close}
        >
          {text.renewAsk}
        </AskFirstDialog>
      )}
      {dialog?.kind === 'turnOff' && (
        <AskFirstDialog
          text={{ title: text.turnOffTitle, submit: text.turnOff, busy }}
          cancel={text.cancel}
          task={task}
          onSubmit={() => task.mutate('turnedOff')}
          onCancel={close}
        >
          {text.turnOffAsk}
        </AskFirstDialog>
      )}
    </Stack>
  )
}

async function changeCalendar(memberNumber: string, kind: CalendarChange['kind']): Promise<CalendarChange> {
  const input = { params: { memberNumber } }
  if (kind === 'turnedOff') {
    await memberCall('DELETE /v3/members/{memberNumber}/calendar', input)
    return { kind, since: null }
  }
  return { kind, ...(await memberCall('POST /v3/members/{memberNumber}/calendar', { ...input, body: {} })) }
}

/** The address, this once: to subscribe with here, or to copy for another device. */
export function CalendarAddress({ address }: { readonly address: string }) {
  const text = useText('calendar')
  return (
    <Stack>
      <TextField
        label={text.address}
        hint={text.once}
        value={address}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <Stack row>
        <ButtonLink href={address.replace(/^https?:/u, 'webcal:')}>{text.subscribe}</ButtonLink>
        <CopyButton text={address} label={text.copy} copied={text.copied} failed={text.copyFailed} />
      </Stack>
    </Stack>
  )
}
