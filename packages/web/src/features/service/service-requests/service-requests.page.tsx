import type {
  ServiceOrderRow,
  serviceRequests,
} from '@coopline/contract/service/service-requests/service-requests.contract'
import { calendarDateIn, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Card } from '@coopline/ui/card'
import { DataTable, type TableColumn } from '@coopline/ui/data-table'
import { Pager } from '@coopline/ui/pager'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useTableWords } from '../../../portal/text/table-words.ts'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useTablePage } from '../../../portal/page/use-table-page.ts'
import { useSettings } from '../../../portal/page/use-settings.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { ServiceRequestForm } from './service-request.form.tsx'

type Lines = typeof serviceRequests
const typesLine = 'GET /v2/applicationforservice/serviceordertypes/{accountNumber}' satisfies Lines['types']['call']
const ordersLine = 'GET /v2/applicationforservice/getserviceorders/{accountNumber}' satisfies Lines['list']['call']

const height = '30rem'

/** The service requests page: the form and earlier requests. */
export function ServiceRequestsPage() {
  const { heading } = useText('serviceRequests')
  const site = useSite()
  return (
    <RequireFeature when={hasFeature(site, 'OnlineServiceOrder') || site.configuration.accountServiceEnabled}>
      <AccountPage title={heading} height={height}>
        {({ accountNumber }) => <RequestsOf key={accountNumber} accountNumber={accountNumber} />}
      </AccountPage>
    </RequireFeature>
  )
}

function RequestsOf({ accountNumber }: { readonly accountNumber: string }) {
  const text = useText('serviceRequests')
  const types = useMemberRead(typesLine, { params: { accountNumber } })
  const settings = useSettings({
    texts: ['timeZone', 'DISC_SO_MAX_REQ_DAYS'],
    flags: ['DISC_SO_REQUIRE_FORWARDING_ADDR'],
  })
  const queries = useQueryClient()
  const [openedAt] = useState(() => new Date())
  const { success, succeedWith, clearSuccess } = useSuccess()
  const { RURAL_ADDRESSES: ruralAddresses } = useSite().settings
  return (
    <Stack gap="large">
      {success}
      <Card title={text.form.title}>
        <Loaded query={types} loading={text.loading} height={height}>
          {({ results }) => (
            <Loaded query={settings} loading={text.loading} height={height}>
              {({
                timeZone = 'UTC',
                DISC_SO_MAX_REQ_DAYS: maxDays = 30,
                DISC_SO_REQUIRE_FORWARDING_ADDR: requiresForwarding,
              }) => {
                return (
                  <ServiceRequestForm
                    accountNumber={accountNumber}
                    types={results}
                    limits={{
                      requiresForwarding,
                      ruralAddresses,
                      maxDays: Number(maxDays),
                      today: calendarDateIn(timeZone, openedAt),
                    }}
                    onStart={clearSuccess}
                    onDone={(message) => {
                      succeedWith(message)
                      void queries.invalidateQueries({ queryKey: [ordersLine] })
                    }}
                  />
                )
              }}
            </Loaded>
          )}
        </Loaded>
      </Card>
      <Orders accountNumber={accountNumber} />
    </Stack>
  )
}

const pageSizes = { sizes: [5, 10, 25], usual: 5 }

/** An imported order is in English. */
const wordsOf = ({ isImported }: ServiceOrderRow, words: string) =>
  isImported ? <InEnglish>{words}</InEnglish> : words

/** Earlier requests; renders nothing when there are none (SR-17). */
function Orders({ accountNumber }: { readonly accountNumber: string }) {
  const { list: text, loading } = useText('serviceRequests')
  const { pager } = useTableWords()
  const query = useMemberRead(ordersLine, { params: { accountNumber } })
  const shown = useTablePage(query.data?.results ?? [], '', pageSizes)
  const columns: readonly TableColumn<ServiceOrderRow>[] = [
    { key: 'description', header: text.description, rowHeader: true, cell: (row) => wordsOf(row, row.description) },
    { key: 'creation', header: text.creation, cell: (row) => formatUsDate(row.creation) },
    { key: 'soNumber', header: text.number, cell: (row) => row.soNumber },
    { key: 'reviewed', header: text.status, cell: (row) => wordsOf(row, row.reviewed) },
  ]
  return (
    <Loaded query={query} loading={loading} height="10rem">
      {({ results }) =>
        results.length === 0 ? null : (
          <Card title={text.title}>
            <Stack>
              <DataTable
                caption={text.title}
                captionHidden
                columns={columns}
                rows={shown.rows}
                rowKey={(row) => row.soNumber}
                empty=""
              />
              <Pager {...shown.pager} words={pager} />
            </Stack>
          </Card>
        )
      }
    </Loaded>
  )
}
