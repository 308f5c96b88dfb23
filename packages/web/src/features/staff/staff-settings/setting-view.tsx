import type { AnswerOf } from '@coopline/contract/endpoint'
import type {
  PreviewedChange,
  staffSettings,
  WantedValue,
} from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useStaffRead, useStaffSend } from '../../../portal/staff/staff-call.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { ChangeDialog } from './change.dialog.tsx'
import { PastChanges } from './past-changes.tsx'
import { PlannedChanges } from './planned-changes.tsx'
import type { SettingLabels } from './setting-labels.ts'
import { SettingForm, type TypedSettings } from './setting.form.tsx'

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

/** A change with its preview. */
interface Preview {
  readonly wanted: readonly WantedValue[]
  readonly previewed: readonly PreviewedChange[]
  /** The values of the form at the time of the preview; `null` for an old value. */
  readonly typed: TypedSettings | null
}

function Viewed({ title, labels, viewed, onStale }: ViewedProps) {
  const { dialog: text } = useText('staffSettings')
  const { dialog: shown, close, replaceWith } = useOneDialog<Preview>()
  const { success, succeedWith, clearSuccess } = useSuccess()
  const [saved, setSaved] = useState<TypedSettings | null>(null)
  const reload = () => void onStale()
  const preview = useStaffSend(previewLine)
  const putBack = useStaffSend(previewLine)
  const ask = (by: typeof preview, wanted: readonly WantedValue[], typed: TypedSettings | null) => {
    clearSuccess()
    for (const other of [preview, putBack]) if (other.isError) other.reset()
    by.mutate(
      { body: { changes: [...wanted] } },
      {
        onSuccess: ({ changes }) => replaceWith({ wanted, previewed: changes, typed }),
        onError: reload,
      },
    )
  }
  return (
    <>
      {success}
      <SettingForm
        title={title}
        labels={labels}
        settings={viewed.settings}
        saved={saved}
        busy={preview.isPending}
        error={preview.error}
        onSubmit={(changes, typed) => ask(preview, changes, typed)}
      />
      <FailureAlert error={putBack.error} focusOnMount />
      <PlannedChanges planned={viewed.planned} settings={viewed.settings} labels={labels} onChanged={reload} />
      <PastChanges
        history={viewed.history}
        settings={viewed.settings}
        labels={labels}
        onPutBack={(change) => ask(putBack, [change], null)}
      />
      {shown !== null && (
        <ChangeDialog
          wanted={shown.wanted}
          previewed={shown.previewed}
          settings={viewed.settings}
          labels={labels}
          onCancel={() => {
            close()
            reload()
          }}
          onDone={(isScheduled) => {
            const isOpen = replaceWith(null)
            void onStale().then(() => isOpen && setSaved(shown.typed))
            succeedWith(isScheduled ? text.scheduled : text.done)
          }}
        />
      )}
    </>
  )
}
