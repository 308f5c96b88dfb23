import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { paths } from '@coopline/contract/paths'
import type { ListedSetting, staffSettings } from '@coopline/contract/staff/staff-settings/staff-settings.contract'
import { Card } from '@coopline/ui/card'
import { DataTable } from '@coopline/ui/data-table'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { PlannedChanges } from './planned-changes.tsx'
import { SettingView } from './setting-view.tsx'

const listLine = 'GET /v3/staff/settings' satisfies (typeof staffSettings)['list']['call']

/** The setting that shows the announcement, and its text. */
const announcement = { shows: 'displayEmergencyAnnouncement', text: 'emergencyAnnouncementMessage' } as const

/** The announcement and the texts that members read, or one of them with its history. */
export function TextsPage() {
  const { contents: text } = useText('staffSettings')
  const names: Readonly<Record<string, string>> = text.names
  const key = usePageQuery().get('key')
  return (
    <StaffPage title={text.heading} lead={key === null ? text.lead : undefined} roles={staffRights.texts}>
      {key === null ? (
        <AllTexts names={names} />
      ) : (
        <>
          <p>
            <a href={paths.staffTexts()}>{text.back}</a>
          </p>
          <SettingView
            key={key}
            title={names[key] ?? key}
            keys={[...(key === announcement.text ? [announcement.shows] : []), key, `${key}_es`]}
            labels={{ [announcement.shows]: text.shows, [key]: text.english, [`${key}_es`]: text.spanish }}
          />
        </>
      )}
    </StaffPage>
  )
}

function AllTexts({ names }: { readonly names: Readonly<Record<string, string>> }) {
  const { contents: text, settings: words } = useText('staffSettings')
  const query = useStaffRead(listLine, {})
  const shown = (setting: ListedSetting | undefined) =>
    setting === undefined || setting.shown === '' ? words.empty : setting.shown
  return (
    <Loaded query={query} loading={words.loading} height="40rem">
      {({ settings, planned }) => (
        <>
          <PlannedChanges
            planned={planned.filter(({ values }) => values.every(({ name }) => isContent(settings, name)))}
            settings={settings}
            labels={labelsOf(names, text)}
            onChanged={() => void query.refetch()}
          />
          <Card title={text.list}>
            <DataTable
              caption={text.list}
              captionHidden
              columns={[
                { key: 'text', header: text.text, rowHeader: true, cell: ({ name }) => names[name] ?? name },
                { key: 'en', header: text.english, cell: shown },
                {
                  key: 'es',
                  header: text.spanish,
                  cell: ({ name }) => shown(settings.find((other) => other.name === `${name}_es`)),
                },
              ]}
              rows={settings.filter(
                ({ name, isContent: is }) => is && !name.endsWith('_es') && name !== announcement.shows,
              )}
              rowKey={({ name }) => name}
              rowHref={({ name }) => paths.staffTexts({ key: name })}
              empty={words.none}
            />
          </Card>
        </>
      )}
    </Loaded>
  )
}

/** Builds the labels of all text settings: `Terms of use (Spanish)`. */
const labelsOf = (
  names: Readonly<Record<string, string>>,
  text: { readonly shows: string; readonly spanish: string },
): Readonly<Record<string, string>> => ({
  [announcement.shows]: text.shows,
  ...names,
  ...Object.fromEntries(Object.entries(names).map(([key, name]) => [`${key}_es`, `${name} (${text.spanish})`])),
})

const isContent = (settings: readonly ListedSetting[], key: string): boolean =>
  settings.some((setting) => setting.name === key && setting.isContent)
