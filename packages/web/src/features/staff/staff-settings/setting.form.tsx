import type { SettingDetail, WantedValue } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { SelectField } from '@coopline/ui/select-field'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { TextareaField } from '@coopline/ui/textarea-field'
import { useEffect, useRef } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { type SettingLabels, useValueWords } from './setting-labels.ts'
import styles from './staff-settings.module.css'

/** The typed values by name of the setting. */
export type TypedSettings = Readonly<Record<string, string>>

interface SettingFormProps {
  readonly title: string
  readonly settings: readonly SettingDetail[]
  readonly labels: SettingLabels
  readonly busy: boolean
  readonly error: unknown
  /** The typed values of the last change. The values in force replace them. */
  readonly saved: TypedSettings | null
  readonly onSubmit: (changes: readonly WantedValue[], typed: TypedSettings) => void
}

const valuesOf = (settings: readonly SettingDetail[]): TypedSettings =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value]))

/** Explains settings and takes their new values. Only edited values are sent. */
export function SettingForm({ title, settings, labels, busy, error, saved, onSubmit }: SettingFormProps) {
  const { form: text } = useText('staffSettings')
  const first = settings[0]?.name ?? ''
  const isEdited = (values: TypedSettings) => settings.some(({ name, value }) => values[name] !== value)
  const form = useRuleForm(
    (values: TypedSettings) => (isEdited(values) ? [] : [{ field: first }]),
    () => text.same,
    {
      start: valuesOf(settings),
      error,
      fields: settings.map(({ name }) => name),
      firstCheck: 'submit',
      onSubmit: (values) =>
        onSubmit(
          settings
            .filter(({ name, value }) => values[name] !== value)
            .map(({ name, version, default: usual }) => ({
              name,
              version,
              value: values[name] === usual ? null : (values[name] ?? null),
            })),
          values,
        ),
    },
  )
  useNewestValues(form, settings, saved)
  return (
    <Card title={title}>
      <PortalForm form={form} busy={busy} error={form.failure} submit={{ label: text.submit, busyLabel: text.busy }}>
        {settings.map((setting) => (
          <SettingFields key={setting.name} form={form} setting={setting} label={labels[setting.name]} />
        ))}
      </PortalForm>
    </Card>
  )
}

/** Shows the reloaded values, but keeps unsaved changes. */
function useNewestValues(
  { replace }: RuleForm<TypedSettings>,
  settings: readonly SettingDetail[],
  saved: TypedSettings | null,
): void {
  const last = useRef({ settings, saved })
  useEffect(() => {
    const before = last.current
    last.current = { settings, saved }
    if (before.settings !== settings) replace(valuesOf(before.settings), valuesOf(settings))
    if (before.saved !== saved && saved !== null) replace(saved, valuesOf(settings))
  }, [settings, saved, replace])
}

interface SettingFieldsProps {
  readonly form: RuleForm<TypedSettings>
  readonly setting: SettingDetail
  /** `undefined` for the setting's own words. */
  readonly label: string | undefined
}

function SettingFields({ form, setting, label }: SettingFieldsProps) {
  const { form: text } = useText('staffSettings')
  const { name, does, kind, value, default: usual } = setting
  const words = useValueWords([setting])
  const kinds: Readonly<Record<string, string>> = text.kinds
  const shown = (written: string) => <span className={styles.value}>{words(name, written)}</span>
  return (
    <Stack>
      {label === undefined && (
        <>
          <p>
            <InEnglish>{does}</InEnglish>
          </p>
          <Facts
            facts={[
              { label: text.kind, value: kinds[kind] ?? kind },
              { label: text.default, value: shown(usual) },
              { label: text.current, value: shown(value) },
            ]}
          />
        </>
      )}
      <ValueField form={form} setting={setting} label={label ?? text.newValue} hint={kinds[kind]} />
      {form.values[name] !== usual && (
        <div>
          <Button variant="quiet" onClick={() => form.change({ [name]: usual }, name)}>
            {text.useDefault}
          </Button>
        </div>
      )}
    </Stack>
  )
}

interface ValueFieldProps extends SettingFieldsProps {
  readonly label: string
  readonly hint: string | undefined
}

function ValueField({ form, setting, label, hint }: ValueFieldProps) {
  const words = useValueWords([setting])
  const { name, kind, choices } = setting
  const field = { ...form.text(name), error: form.errorOf(name) }
  if (kind === 'flag' || kind === 'choice') {
    const options = kind === 'flag' ? ['N', 'Y'] : choices
    return (
      <SelectField {...field} label={label} options={options.map((value) => ({ value, text: words(name, value) }))} />
    )
  }
  const isLong = ['html', 'longText', 'list', 'object'].includes(kind)
  const more = { label, hint, autoComplete: 'off', spellCheck: kind === 'html' || kind === 'longText' } as const
  if (!isLong) return <TextField {...field} {...more} />
  return (
    <TextareaField
      {...field}
      {...more}
      onChange={({ target }) => form.change({ [name]: target.value }, name)}
      lang={name.endsWith('_es') ? 'es' : undefined}
      rows={8}
    />
  )
}
