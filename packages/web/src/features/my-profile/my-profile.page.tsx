import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { type Tab, Tabs } from '@coopline/ui/tabs'
import { useSearchParams } from 'react-router'
import { useReplaceQuery } from '../../portal/page-address.ts'
import { useText } from '../../portal/text.tsx'

interface MyProfilePageProps {
  /** At least one. Their contents are other slices' parts. */
  readonly tabs: readonly Tab[]
}

/** My Profile: tabs, of which the address says which is open (spec 001 §2). */
export function MyProfilePage({ tabs }: MyProfilePageProps) {
  const { heading } = useText('myProfile')
  const [query] = useSearchParams()
  const replaceQuery = useReplaceQuery()
  const wanted = query.get('tab')
  const open = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  const select = (key: string) => replaceQuery(new URLSearchParams({ tab: key }).toString())
  return (
    <Stack gap="large">
      <PageHeading title={heading} />
      {open !== undefined && <Tabs label={heading} tabs={tabs} selected={open.key} onSelect={select} />}
    </Stack>
  )
}
