import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type { staffClaims } from '@coopline/contract/accounts/capital-credits/staff-claims.contract'
import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { FactList } from '../../../portal/page/fact-list.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'

const viewLine = 'GET /v3/staff/credit-claims/{claimNumber}' satisfies (typeof staffClaims)['view']['call']

/** The SSN digits of a claim, which its mail leaves out and links to (REQ-D-328). */
export function StaffClaimPage() {
  const text = useText('staffClaims')
  const claimNumber = usePageQuery().get('number') ?? ''
  return (
    <StaffPage title={text.title} lead={text.lead} roles={staffRights.money}>
      {claimNumber === '' ? <Alert tone="info" title={text.noNumber} /> : <Claim claimNumber={claimNumber} />}
    </StaffPage>
  )
}

function Claim({ claimNumber }: { readonly claimNumber: string }) {
  const text = useText('staffClaims')
  const { language } = useLanguage()
  const query = useStaffRead(viewLine, { params: { claimNumber } })
  return (
    <Loaded query={query} loading={text.loading} height="10rem">
      {(claim) => (
        <Card title={claim.claimNumber}>
          <FactList
            facts={[
              [text.ssn, claim.ssn],
              [text.submitted, formatInstant(claim.submittedAt, language)],
            ]}
          />
        </Card>
      )}
    </Loaded>
  )
}
