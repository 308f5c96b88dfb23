import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { type Tab, Tabs } from '@coopline/ui/tabs'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isRecord } from '../../../portal/call/is-record.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { FormProblems } from '../../../portal/form/portal.form.tsx'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useText } from '../../../portal/text/text.tsx'
import { LoginInfoTab } from './login-info.tab.tsx'
import { PaperlessTab } from './paperless.tab.tsx'
import { RoundUpTab } from './roundup.tab.tsx'
import { useProfile } from './use-profile.ts'

interface MyProfilePageProps {
  readonly memberNumber: string
  /** Tabs that save by themselves. Their contents are other slices' parts. */
  readonly hosted: readonly Tab[]
}

/** My Profile: tabs, of which the address says which is open (MP-01). */
export function MyProfilePage({ memberNumber, hosted }: MyProfilePageProps) {
  const { heading, tabs: titles } = useText('myProfile')
  const { wanted, select } = useWantedTab()
  const { goTo, arrive } = useWayToField(select)
  const profile = useProfile(memberNumber, goTo)
  const { offer, form, nameFailure, success } = profile

  const own: readonly (Tab & { readonly when: boolean })[] = [
    { key: 'login', title: titles.login, when: true, content: <LoginInfoTab profile={profile} /> },
    {
      key: 'paperless',
      title: titles.paperless,
      when: offer.paperless.member || offer.paperless.account,
      content: <PaperlessTab profile={profile} />,
    },
    { key: 'roundup', title: titles.roundUp, when: offer.roundUp, content: <RoundUpTab profile={profile} /> },
  ]
  const tabs = [...own.filter(({ when }) => when), ...hosted]
  const open = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  const isOwn = own.some(({ key }) => key === open?.key)

  useEffect(() => arrive(open?.key))

  return (
    <Stack gap="large">
      <PageHeading title={heading} />
      {isOwn && success}
      {isOwn && <FormProblems form={form} error={form.failure} />}
      {isOwn && <FailureAlert error={nameFailure} />}
      {open !== undefined && <Tabs label={heading} tabs={tabs} selected={open.key} onSelect={select} />}
    </Stack>
  )
}

/** My Profile of a login without a membership: nothing of a member is loaded. */
export function OwnLoginPage({ tabs }: { readonly tabs: readonly Tab[] }) {
  const { heading } = useText('myProfile')
  const { wanted, select } = useWantedTab()
  const open = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  return (
    <Stack gap="large">
      <PageHeading title={heading} />
      {open !== undefined && <Tabs label={heading} tabs={tabs} selected={open.key} onSelect={select} />}
    </Stack>
  )
}

const tabOf = (field: string): string => {
  if (field.startsWith('roundupAccounts')) return 'roundup'
  return field.startsWith('paperless') ? 'paperless' : 'login'
}

/** Goes to a field by its name. It may be on another tab, which has to be shown before the keyboard can go there. */
function useWayToField(select: (tab: string) => void) {
  const goal = useRef<string | null>(null)
  const [, setRequests] = useState(0)
  const goTo = useCallback((field: string) => {
    goal.current = field
    setRequests((count) => count + 1)
  }, [])
  const arrive = (openTab: string | undefined) => {
    if (goal.current === null) return
    const tab = tabOf(goal.current)
    if (openTab !== tab) return select(tab)
    document.getElementsByName(goal.current)[0]?.focus()
    goal.current = null
  }
  return { goTo, arrive }
}

/** The tab that the address names, or Paperless Options for members who came for them (REQ-D-140). */
function useWantedTab() {
  const query = usePageQuery()
  // `unknown`, as the router does not say what others put there.
  const state: unknown = useLocation().state
  const replaceQuery = useReplaceQuery()
  const select = useCallback(
    (key: string) => replaceQuery(new URLSearchParams({ tab: key }).toString()),
    [replaceQuery],
  )
  const isForPaperless = query.get('paperless') === 'true' || (isRecord(state) && state['paperless'] === true)
  return { wanted: query.get('tab') ?? (isForPaperless ? 'paperless' : null), select }
}
