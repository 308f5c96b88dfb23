import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type { ListedSetting, staffSettings } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { PlannedChanges } from './planned-changes.tsx'
import { useValueWords } from './setting-labels.ts'
import { SettingView } from './setting-view.tsx'

const listLine = 'GET /v3/staff/settings' satisfies (typeof staffSettings)['list']['call']

/** Every setting of the cooperative, or one of them with its history. */
export function SettingsPage() {
  const { settings: text } = useText('staffSettings')
  const key = usePageQuery().get('key')
  return (
    <StaffPage title={text.heading} lead={key === null ? text.lead : undefined} roles={staffRights.settings}>
      {key === null ? (
        <AllSettings />
      ) : (
        <>
          <p>
            <a href={paths.staffSettings()}>{text.back}</a>
          </p>
          <SettingView key={key} title={key} keys={[key]} labels={{}} />
        </>
      )}
    </StaffPage>
  )
}

function AllSettings() {
  const { settings: text } = useText('staffSettings')
  const query = useStaffRead(listLine, {})
  return (
    <Loaded query={query} loading={text.loading} height="40rem">
      {({ settings, planned }) => (
        <>
          <PlannedChanges planned={planned} settings={settings} onChanged={() => void query.refetch()} />
          <Search settings={settings} />
        </>
      )}
    </Loaded>
  )
}

/** Rows that are shown at once: more are of no help to someone who searches. */
const mostDisplayed = 40

function Search({ settings }: { readonly settings: readonly ListedSetting[] }) {
  const { settings: text } = useText('staffSettings')
  const valueWords = useValueWords(settings)
  const [words, setWords] = useState('')
  const groups: Readonly<Record<string, string>> = text.groups
  const found = findSettings(settings, words, groups)
  return (
    <Card title={text.list}>
      <Stack>
        <TextField
          type="search"
          label={text.search}
          hint={text.searchHint}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <VisuallyHidden live="polite">{words === '' ? '' : text.found(found.length)}</VisuallyHidden>
        <DataTable
          caption={text.list}
          captionHidden
          columns={[
            { key: 'setting', header: text.setting, rowHeader: true, cell: ({ name }) => name },
            { key: 'meaning', header: text.meaning, cell: meaningCell },
            { key: 'group', header: text.group, cell: ({ group }) => groups[group] ?? group },
            {
              key: 'value',
              header: text.value,
              cell: ({ name, shown, isDefault }) => {
                const value = valueWords(name, shown)
                return isDefault ? `${value} (${text.isDefault})` : value
              },
            },
          ]}
          rows={found.slice(0, mostDisplayed)}
          rowKey={({ name }) => name}
          rowHref={({ name }) => paths.staffSettings({ key: name })}
          empty={text.none}
        />
        {found.length > mostDisplayed && <p>{text.more(found.length - mostDisplayed)}</p>}
      </Stack>
    </Card>
  )
}

const meaningCell = ({ does }: ListedSetting) => <InEnglish>{does}</InEnglish>

/** The settings in which every word occurs. */
function findSettings(
  settings: readonly ListedSetting[],
  words: string,
  groups: Readonly<Record<string, string>>,
): readonly ListedSetting[] {
  const wanted = words.toLowerCase().split(/\s+/u)
  return settings.filter(({ name, does, group, shown }) => {
    const all = `${name} ${does} ${groups[group] ?? group} ${shown}`.toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}
