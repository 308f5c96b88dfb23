import { draftText } from '@coopline/rules/paying/drafts/drafts.messages'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Tabs } from '@coopline/ui/tabs'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import { usePageQuery, useReplaceQuery } from '../../../portal/page/page-address.ts'
import { useProviderReturn } from '../../../portal/paying/use-provider-return.ts'
import { useAddressedAccount } from '../../../portal/session/selected-account.ts'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { AccountsTab } from './accounts.tab.tsx'
import {
  type DraftOptionRow,
  type DraftSettings,
  draftsLine,
  finishLine,
  optionsLine,
  readSettings,
  settingsLine,
} from './draft-reads.ts'
import { HelpDialog } from './help.dialog.tsx'
import { type DraftHandOff, HostedForward } from './hosted-forward.tsx'
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
  const name = configuration.whecEnabled ? 'ezPay' : 'standard'
  const isOffered = configuration.allowCreditDraft || configuration.allowBankDraft
  return (
    <Stack gap="large">
      <PageHeading title={heading[name]} />
      <div>
        <Button variant="quiet" onClick={() => setHelp(true)}>
          {help.link[name]}
        </Button>
      </div>
      {hasHelp && <HelpDialog title={help.link[name]} onClose={() => setHelp(false)} />}
      {!isOffered && <Alert tone="error" title={draftText('unavailable', language)} />}
      {isOffered && member !== null && <DraftsOf memberNumber={member.memberNumber} />}
    </Stack>
  )
}

interface Own {
  readonly memberNumber: string
}

function DraftsOf({ memberNumber }: Own) {
  const text = useText('drafts')
  const { loading } = text
  const { language } = useLanguage()
  const status = useStatusCode()
  const returned = useDraftReturn(memberNumber)
  // The server knows what came of the provider's page; the address says it only where no one was handed over.
  const said = status === null ? null : status === '0' ? 'done' : 'refused'
  const outcome = status === '0' ? (returned ?? said) : said
  const input = { params: { memberNumber } }
  useAddressedAccount(memberNumber)
  const settings = useMemberRead(settingsLine, { ...input, query: { batchType: 'DRAFT' } }, { select: readSettings })
  const options = useMemberRead(optionsLine, input)
  return (
    <>
      {outcome === 'done' && <SuccessAlert title={draftText('updated', language)} />}
      {outcome === 'refused' && <Alert tone="error" title={draftText('notUpdated', language)} />}
      {outcome === 'checking' && <Alert tone="info" title={text.checking} />}
      {outcome === 'waiting' && <Alert tone="info" title={text.waiting} />}
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

/** The tabs; without the drafts there are no tabs, and the failure replaces them (DR-57, EM-03). */
function DraftTabs({ memberNumber, settings, options }: DraftTabsProps) {
  const { tabs: titles, loading, title } = useText('drafts')
  const drafts = useMemberRead(draftsLine, { params: { memberNumber } })
  // An object for each selection: what is answered late leaves a tab alone that was selected since.
  const [open, setOpen] = useState<{ readonly key: TabKey }>({ key: 'accounts' })
  const { success, succeedWith, clearSuccess } = useSuccess()
  const [handOff, setHandOff] = useState<DraftHandOff | null>(null)
  const { refetch } = drafts
  const comeBack = useCallback(() => {
    setHandOff(null)
    void refetch()
  }, [refetch])
  const onDone = async (text: string, leadsOn: boolean) => {
    if (leadsOn) setOpen((current) => (current === open ? { key: 'accounts' } : current))
    // The message must not appear beside the former draft.
    await drafts.refetch()
    succeedWith(text)
  }
  if (handOff !== null) return <HostedForward handOff={handOff} onComeBack={comeBack} />
  return (
    <Loaded query={drafts} loading={loading} height={height}>
      {({ results: accounts }) => {
        const own = { memberNumber, onDone: (text: string, leadsOn = true) => void onDone(text, leadsOn) }
        const [without, withDraft] = [false, true].map((has) =>
          accounts.filter(({ draft }) => (draft !== null) === has),
        )
        return (
          <Stack gap="large">
            {success}
            <Tabs
              label={title}
              selected={open.key}
              onSelect={(key) => {
                clearSuccess()
                setOpen({ key: tabKeys.find((one) => one === key) ?? 'accounts' })
              }}
              tabs={[
                { key: 'accounts', title: titles.accounts, content: <AccountsTab accounts={accounts} /> },
                {
                  key: 'set-up',
                  title: titles.setUp,
                  content: (
                    <SetUpTab
                      {...own}
                      accounts={without ?? []}
                      settings={settings}
                      options={options}
                      onHandOff={setHandOff}
                    />
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

/** Asks the server what came of the provider's page, from which a draft's form leads back. */
function useDraftReturn(memberNumber: string) {
  const queries = useQueryClient()
  const onDone = useCallback(async () => queries.invalidateQueries({ queryKey: [draftsLine] }), [queries])
  const ask = useCallback(
    async (encodedParam: string, signal: AbortSignal) => {
      const input = { params: { memberNumber }, body: { encodedParam }, signal }
      const { outcome } = await memberCall(finishLine, input)
      return outcome === 'processing' ? null : outcome === 'set-up'
    },
    [memberNumber],
  )
  return useProviderReturn({ ask, onDone })
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
