import type { AnswerOf } from '@coopline/contract/endpoint'
import type { staffSettings, WantedValue } from '@coopline/contract/staff-settings/staff-settings.contract'
import { useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { useStaffRead, useStaffSend } from '../../portal/staff-call.ts'
import { FailureAlert } from '../../portal/failure-alert.tsx'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { ChangeDialog } from './change.dialog.tsx'
import { PastChanges } from './past-changes.tsx'
import { PlannedChanges } from './planned-changes.tsx'
import type { SettingLabels } from './setting-labels.ts'
import { SettingForm } from './setting.form.tsx'

const viewLine = 'GET /v3/staff/settings/details' satisfies (typeof staffSettings)['view']['call']
const previewLine = 'POST /v3/staff/settings/preview' satisfies (typeof staffSettings)['preview']['call']

type ViewedSettings = AnswerOf<typeof staffSettings.view>

interface SettingViewProps {
  readonly title: string
  /** The settings, which are changed together. */
  readonly keys: readonly string[]
  readonly labels: SettingLabels
}

/** Settings with their values, what was and will be changed, and a form that changes them. */
export function SettingView({ title, keys, labels }: SettingViewProps) {
  const { settings: text } = useText('staffSettings')
  const query = useStaffRead(viewLine, { query: { keys: keys.join(',') } })
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {(viewed) => (
        <Viewed title={title} labels={labels} viewed={viewed} onStale={async () => (await query.refetch()).data} />
      )}
    </Loaded>
  )
}

interface ViewedProps extends Omit<SettingViewProps, 'keys'> {
  readonly viewed: ViewedSettings
  /** Loads the settings again. */
  readonly onStale: () => Promise<ViewedSettings | undefined>
}

function Viewed({ title, labels, viewed, onStale }: ViewedProps) {
  const { dialog } = useText('staffSettings')
  const [done, setDone] = useState<string | null>(null)
  const [wanted, setWanted] = useState<readonly WantedValue[]>([])
  // Another number starts the form anew, with what was saved in the place of what was typed.
  const [round, setRound] = useState(0)
  const reload = () => void onStale()
  const preview = useStaffSend(previewLine)
  const putBack = useStaffSend(previewLine)
  const ask = (by: typeof preview, changes: readonly WantedValue[]) => {
    setDone(null)
    setWanted(changes)
    by.mutate({ body: { changes: [...changes] } }, { onError: reload })
  }
  const shown = preview.data ?? putBack.data
  const close = () => {
    preview.reset()
    putBack.reset()
  }
  return (
    <>
      {done !== null && <SuccessAlert key={done} title={done} />}
      <SettingForm
        key={round}
        title={title}
        labels={labels}
        settings={viewed.settings}
        busy={preview.isPending}
        error={preview.error}
        onSubmit={(changes) => ask(preview, changes)}
      />
      <FailureAlert error={putBack.error} focusOnMount />
      <PlannedChanges planned={viewed.planned} settings={viewed.settings} labels={labels} onChanged={reload} />
      <PastChanges
        history={viewed.history}
        settings={viewed.settings}
        labels={labels}
        onPutBack={(change) => ask(putBack, [change])}
      />
      {shown !== undefined && (
        <ChangeDialog
          wanted={wanted}
          previewed={shown.changes}
          settings={viewed.settings}
          labels={labels}
          onCancel={() => {
            close()
            reload()
          }}
          onDone={(isScheduled) => {
            const isFromForm = preview.data !== undefined
            close()
            void onStale().then(() => isFromForm && setRound(round + 1))
            setDone(isScheduled ? dialog.scheduled : dialog.done)
          }}
        />
      )}
    </>
  )
}
