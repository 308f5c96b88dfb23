import type {
  PreviewedChange,
  SettingDetail,
  staffSettings,
  WantedValue,
} from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { checkSettingChange } from '@coopline/rules/staff/staff-settings/check-setting-change'
import { settingChangeMessage } from '@coopline/rules/staff/staff-settings/setting-change.messages'
import { Alert } from '@coopline/ui/alert'
import { Content } from '@coopline/ui/content'
import { DateField } from '@coopline/ui/date-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { FormDialog } from '../../../portal/form/form.dialog.tsx'
import { useStaffSend } from '../../../portal/staff/staff-call.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useFocusOnce } from '../../../portal/page/use-focus-once.ts'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { type SettingLabels, useValueWords } from './setting-labels.ts'
import styles from './staff-settings.module.css'

const changeLine = 'POST /v3/staff/settings/change' satisfies (typeof staffSettings)['change']['call']

interface ChangeDialogProps {
  readonly wanted: readonly WantedValue[]
  readonly previewed: readonly PreviewedChange[]
  readonly settings: readonly SettingDetail[]
  readonly labels: SettingLabels
  readonly onCancel: () => void
  readonly onDone: (isScheduled: boolean) => void
}

interface Terms {
  readonly reason: string
  /** Date and time in the time zone of the browser, `yyyy-MM-ddThh:mm`; empty for now. */
  readonly startsAt: string
  readonly endsAt: string
}

/** Shows what would change, asks why and when, and makes the change. */
export function ChangeDialog({ wanted, previewed, settings, labels, onCancel, onDone }: ChangeDialogProps) {
  const { dialog: text } = useText('staffSettings')
  const words = useValueWords(settings)
  // The preview comes before the fields, also for the keyboard.
  const start = useFocusOnce<HTMLDivElement>()
  const change = useStaffSend(changeLine, { onSuccess: () => onDone(form.values.startsAt !== '') })
  const isSame = previewed.every(({ isChanged }) => !isChanged)
  const form = useRuleForm(
    ({ reason, startsAt, endsAt }: Terms) =>
      checkSettingChange({ reason, startsAt: instantOf(startsAt), endsAt: instantOf(endsAt) }, Date.now()),
    ({ code }, language) => settingChangeMessage(code, language),
    {
      start: { reason: '', startsAt: '', endsAt: '' },
      error: change.error,
      fields: ['reason', 'startsAt', 'endsAt'],
      firstCheck: 'submit',
      onSubmit: ({ reason, startsAt, endsAt }) =>
        change.mutate({ body: { changes: [...wanted], reason, startsAt: isoOf(startsAt), endsAt: isoOf(endsAt) } }),
    },
  )
  return (
    <FormDialog
      form={form}
      title={text.title}
      cancel={text.cancel}
      onCancel={onCancel}
      busy={change.isPending}
      error={form.failure}
      width={480}
      submit={{
        label: form.values.startsAt === '' ? text.now : text.later,
        busyLabel: text.busy,
        disabledReason: isSame ? text.same : undefined,
      }}
    >
      <div ref={start} tabIndex={-1}>
        <Stack>
          {previewed.map((one) => (
            <Preview key={one.name} change={one} label={labels[one.name] ?? one.name} words={words} />
          ))}
        </Stack>
      </div>
      {!isSame && (
        <>
          <TextField {...form.text('reason')} label={text.reason} hint={text.reasonHint} autoComplete="off" />
          <DateField
            {...form.text('startsAt')}
            withTime
            label={text.startsAt}
            hint={text.startsHint}
            optionalText={text.optional}
          />
          <DateField
            {...form.text('endsAt')}
            withTime
            label={text.endsAt}
            hint={text.endsHint}
            optionalText={text.optional}
          />
        </>
      )}
    </FormDialog>
  )
}

const instantOf = (local: string): number | null => (local === '' ? null : new Date(local).getTime())
const isoOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())

interface PreviewProps {
  readonly change: PreviewedChange
  readonly label: string
  readonly words: ReturnType<typeof useValueWords>
}

function Preview({ change, label, words }: PreviewProps) {
  const { dialog: text } = useText('staffSettings')
  const { name, before, after, isCleaned, content } = change
  return (
    <section aria-label={label}>
      <Stack gap="small">
        <h3 className={styles.label}>{label}</h3>
        {isCleaned && <Alert tone="warning" title={text.cleaned} />}
        <dl className={styles.preview}>
          <div>
            <dt>{text.before}</dt>
            <dd className={styles.value}>{words(name, before)}</dd>
          </div>
          <div>
            <dt>{text.after}</dt>
            <dd className={styles.value}>{words(name, after)}</dd>
          </div>
          {content !== null && content.length > 0 && (
            <div>
              <dt>{text.seen}</dt>
              <dd lang={name.endsWith('_es') ? 'es' : 'en'} className={styles.seen}>
                <Content nodes={content} />
              </dd>
            </div>
          )}
        </dl>
      </Stack>
    </section>
  )
}
