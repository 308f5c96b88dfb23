import { draftText } from '@coopline/rules/drafts/drafts.messages'
import { isOn } from '@coopline/rules/kernel/flag'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Tabs } from '@coopline/ui/tabs'
import { type ReactNode, useEffect, useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { usePageQuery, useReplaceQuery } from '../../portal/page-address.ts'
import { useAddressedAccount } from '../../portal/selected-account.ts'
import { useSession } from '../../portal/session.tsx'
import { useSite } from '../../portal/site.tsx'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { AccountsTab } from './accounts.tab.tsx'
import { type DraftOptionRow, type DraftSettings, draftsLine, optionsLine, settingsLine } from './draft-reads.ts'
import { HelpDialog } from './help.dialog.tsx'
import { RemoveTab } from './remove.tab.tsx'
import { SetUpTab } from './set-up.tab.tsx'

const height = '24rem'

/** Draft payments, which some cooperatives call EZ Pay (DR-01 to DR-13). */
export function DraftsPage() {
  const { heading, help } = useText('drafts')
  const { language } = useLanguage()
  const { member } = useSession()
  const { configuration } = useSite()
  const [hasHelp, setHelp] = useState(false)
  const isOffered = configuration.allowCreditDraft || configuration.allowBankDraft
  return (
    <Stack gap="large">
      <PageHeading title={configuration.whecEnabled ? heading.ezPay : heading.standard} />
      <div>
        <Button variant="quiet" onClick={() => setHelp(true)}>
          {help.link}
        </Button>
      </div>
      {hasHelp && <HelpDialog onClose={() => setHelp(false)} />}
      {!isOffered && <Alert tone="error" title={draftText('unavailable', language)} />}
      {isOffered && member !== null && <DraftsOf memberNumber={member.memberNumber} />}
    </Stack>
  )
}

interface Own {
  readonly memberNumber: string
}

function DraftsOf({ memberNumber }: Own) {
  const { loading } = useText('drafts')
  const { language } = useLanguage()
  const status = useStatusCode()
  const input = { params: { memberNumber } }
  useAddressedAccount(memberNumber)
  const settings = useMemberRead(settingsLine, { ...input, query: { batchType: 'DRAFT' } })
  const options = useMemberRead(optionsLine, input)
  return (
    <>
      {status === '0' && <SuccessAlert title={draftText('updated', language)} />}
      {status !== null && status !== '0' && <Alert tone="error" title={draftText('notUpdated', language)} />}
      <Loaded query={settings} loading={loading} height={height}>
        {(loaded) => (
          <Loaded query={options} loading={loading} height={height}>
            {({ results }) => <DraftTabs memberNumber={memberNumber} settings={loaded} options={results} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

interface DraftTabsProps extends Own {
  readonly settings: DraftSettings
  readonly options: readonly DraftOptionRow[]
}

type TabKey = 'accounts' | 'set-up' | 'remove'

/** The tabs; without the drafts there is none, and the failure stands in their place (DR-57, EM-03). */
function DraftTabs({ memberNumber, settings, options }: DraftTabsProps) {
  const { tabs: titles, loading, title } = useText('drafts')
  const drafts = useMemberRead(draftsLine, { params: { memberNumber } })
  const [open, setOpen] = useState<TabKey>('accounts')
  const [done, setDone] = useState<{ readonly text: string; readonly count: number } | null>(null)
  const onDone = async (text: string) => {
    setOpen('accounts')
    // What is said must not stand beside the former draft.
    await drafts.refetch()
    setDone((before) => ({ text, count: (before?.count ?? 0) + 1 }))
  }
  return (
    <Loaded query={drafts} loading={loading} height={height}>
      {({ results: accounts }) => {
        const own = { memberNumber, onDone: (text: string) => void onDone(text) }
        const [without, withDraft] = [false, true].map((has) =>
          accounts.filter(({ draft }) => (draft !== null) === has),
        )
        return (
          <Stack gap="large">
            {done !== null && <SuccessAlert key={done.count} title={done.text} />}
            <Tabs
              label={title}
              selected={open}
              onSelect={(key) => {
                setDone(null)
                setOpen(tabKeys.find((one) => one === key) ?? 'accounts')
              }}
              tabs={[
                { key: 'accounts', title: titles.accounts, content: <AccountsTab accounts={accounts} /> },
                {
                  key: 'set-up',
                  title: titles.setUp,
                  content: (
                    <OnlineSetUp settings={settings}>
                      <SetUpTab {...own} accounts={without ?? []} settings={settings} options={options} />
                    </OnlineSetUp>
                  ),
                },
                {
                  key: 'remove',
                  title: titles.remove,
                  content: <RemoveTab {...own} accounts={withDraft ?? []} />,
                },
              ]}
            />
          </Stack>
        )
      }}
    </Loaded>
  )
}

const tabKeys = ['accounts', 'set-up', 'remove'] as const satisfies readonly TabKey[]

/** Drafts from a bank account are set up here where the cooperative takes them by file; others by telephone. */
function OnlineSetUp({ settings, children }: { readonly settings: DraftSettings; readonly children: ReactNode }) {
  const { setUp: text } = useText('drafts')
  const { configuration } = useSite()
  const takesBank = configuration.allowBankDraft && isOn(settings.bankDraftByFile)
  if (!takesBank) return <Alert tone="info" title={text.officeOnly} />
  return (
    <Stack gap="large">
      {configuration.allowCreditDraft && <Alert tone="info" title={text.cardByPhone} />}
      {children}
    </Stack>
  )
}

/** The status with which the provider's page leads back, read once; the address loses it (DR-10, DR-11). */
function useStatusCode(): string | null {
  const query = usePageQuery()
  const replaceQuery = useReplaceQuery()
  const [status] = useState(() => query.get('statuscode'))
  useEffect(() => {
    if (!query.has('statuscode')) return
    const rest = new URLSearchParams(query)
    rest.delete('statuscode')
    replaceQuery(rest.toString())
  }, [query, replaceQuery])
  return status
}
