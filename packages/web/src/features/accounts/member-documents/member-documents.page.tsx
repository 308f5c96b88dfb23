import type { memberDocuments } from '@coopline/contract/accounts/member-documents/member-documents.contract'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { Icon } from '@coopline/ui/icon'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './member-documents.module.css'

const documentsLine = 'GET /v3/members/{memberNumber}/info-documents' satisfies (typeof memberDocuments)['list']['call']

/** Cooperative documents such as bylaws, rates and forms, the same for every signed-in member (MD-01). */
export function MemberDocumentsPage() {
  const { member } = useSession()
  const { links } = useText('shell')
  const { memberInfoLinkAvailable, memberInfoDocsLinkName } = useSite().configuration
  return (
    <RequireFeature when={memberInfoLinkAvailable}>
      <Stack gap="large">
        <PageHeading title={memberInfoDocsLinkName || links.memberDocuments} />
        {member !== null && <Documents memberNumber={member.memberNumber} />}
      </Stack>
    </RequireFeature>
  )
}

function Documents({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('memberDocuments')
  const isMissing = usePageQuery().get('missing') === 'true'
  const query = useMemberRead(documentsLine, { params: { memberNumber } })
  return (
    <>
      {isMissing && <Alert tone="error" title={text.missing} />}
      <Loaded query={query} loading={text.loading} height="14rem">
        {({ results }) => (
          <Card>
            {results.length === 0 ? (
              <p>{text.empty}</p>
            ) : (
              <ul className={styles.list}>
                {results.map(({ url, friendlyDescription }) => (
                  <li key={url}>
                    <a href={url} target="_blank" rel="noopener">
                      <Icon name="bill" />
                      <span>
                        {friendlyDescription}
                        <VisuallyHidden>{text.opens}</VisuallyHidden>
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
    </>
  )
}
