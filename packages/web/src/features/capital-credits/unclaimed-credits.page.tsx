import type { UnclaimedCredit } from '@coopline/contract/capital-credits/capital-credits.contract'
import { PageHeading } from '@coopline/ui/page-heading'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { StepHeading } from '../../portal/step-heading.tsx'
import { SuccessAlert } from '../../portal/success-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { ClaimStep } from './claim.step.tsx'
import { SearchStep, useCreditSearch } from './search.step.tsx'
import { SiteMessage } from '../../portal/site-message.tsx'

/** The page where a visitor searches unclaimed capital credits and claims one (UC-01, UC-02). */
export function UnclaimedCreditsPage() {
  const { unclaimed: text } = useText('capitalCredits')
  const search = useCreditSearch()
  const [claimed, setClaimed] = useState<UnclaimedCredit | null>(null)
  const [success, setSuccess] = useState('')
  const [steps, setSteps] = useState(0)
  const show = (credit: UnclaimedCredit | null, message = '') => {
    setClaimed(credit)
    setSuccess(message)
    setSteps(steps + 1)
  }
  const isSearching = claimed === null && success === ''
  return (
    <Stack gap="large">
      <PageHeading title={text.title} />
      <SiteMessage of="unclaimedCapitalCreditMessage">
        {isSearching && (
          <>
            <StepHeading takesFocus={steps > 0}>{text.search}</StepHeading>
            <SearchStep search={search} onClaim={show} />
          </>
        )}
        {claimed !== null && (
          <>
            <StepHeading takesFocus>{text.contact}</StepHeading>
            <ClaimStep credit={claimed} onCancel={() => show(null)} onDone={(message) => show(null, message)} />
          </>
        )}
        {success !== '' && (
          <>
            <SuccessAlert title={success} />
            <div>
              <Button variant="secondary" onClick={() => show(null)}>
                {text.again}
              </Button>
            </div>
          </>
        )}
      </SiteMessage>
    </Stack>
  )
}
