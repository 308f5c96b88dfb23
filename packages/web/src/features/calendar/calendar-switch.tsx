import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { AskFirstDialog } from '../../portal/ask-first.dialog.tsx'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { formatInstant } from '../../portal/format-instant.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useOneDialog } from '../../portal/use-list-dialogs.ts'
import { useMemberSend } from '../../portal/use-member-send.ts'

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
  const done = (success: CalendarChange) => {
    replaceWith(null)
    onDone(success)
  }
  const on = useMemberSend('POST /v3/members/{memberNumber}/calendar', {
    onSuccess: (answer) => done({ kind: since === null ? 'isOn' : 'renewed', ...answer }),
  })
  const off = useMemberSend('DELETE /v3/members/{memberNumber}/calendar', {
    onSuccess: () => done({ kind: 'turnedOff', since: null }),
  })
  const input = { params: { memberNumber } }
  if (since === null) {
    return (
      <Stack>
        <p>{text.isOff}</p>
        <FailureAlert error={on.error} />
        <Stack row>
          <Button busy={on.isPending} busyLabel={text.turningOn} onClick={() => on.mutate({ ...input, body: {} })}>
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
          text={{ title: text.renewTitle, submit: text.renew, busy: text.renewing }}
          cancel={text.cancel}
          task={on}
          onSubmit={() => on.mutate({ ...input, body: {} })}
          onCancel={close}
        >
          {text.renewAsk}
        </AskFirstDialog>
      )}
      {dialog?.kind === 'turnOff' && (
        <AskFirstDialog
          text={{ title: text.turnOffTitle, submit: text.turnOff, busy: text.turningOff }}
          cancel={text.cancel}
          task={off}
          onSubmit={() => off.mutate(input)}
          onCancel={close}
        >
          {text.turnOffAsk}
        </AskFirstDialog>
      )}
    </Stack>
  )
}
