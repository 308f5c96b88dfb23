import type { UnclaimedCredit } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { PageHeading } from '@coopline/ui/page-heading'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { StepHeading } from '../../../portal/form/step-heading.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { ClaimStep } from './claim.step.tsx'
import { SearchStep, useCreditSearch } from './search.step.tsx'
import { SiteMessage } from '../../../portal/page/site-message.tsx'
import { useSuccess } from '../../../portal/form/use-success.tsx'

type Step =
  | { readonly kind: 'search'; readonly takesFocus: boolean }
  | { readonly kind: 'claim'; readonly credit: UnclaimedCredit }
  | { readonly kind: 'done' }

/** The page where a visitor searches unclaimed capital credits and claims one (UC-01, UC-02). */
export function UnclaimedCreditsPage() {
  const { unclaimed: text } = useText('capitalCredits')
  const search = useCreditSearch()
  const [step, setStep] = useState<Step>({ kind: 'search', takesFocus: false })
  const { success, succeedWith, clearSuccess } = useSuccess()
  const show = (next: Step) => {
    clearSuccess()
    setStep(next)
  }
  const backToSearch = () => show({ kind: 'search', takesFocus: true })
  // The claim may have been canceled meanwhile: the step that is open by then stays.
  const onDone = (message: string) => {
    succeedWith(message)
    setStep((current) => (current === step ? { kind: 'done' } : current))
  }
  return (
    <Stack gap="large">
      <PageHeading title={text.title} />
      <SiteMessage of="unclaimedCapitalCreditMessage">
        {success}
        {step.kind === 'search' && (
          <>
            <StepHeading takesFocus={step.takesFocus}>{text.search}</StepHeading>
            <SearchStep search={search} onClaim={(credit) => show({ kind: 'claim', credit })} />
          </>
        )}
        {step.kind === 'claim' && (
          <>
            <StepHeading takesFocus>{text.contact}</StepHeading>
            <ClaimStep credit={step.credit} onCancel={backToSearch} onDone={onDone} />
          </>
        )}
        {step.kind === 'done' && (
          <div>
            <Button variant="secondary" onClick={backToSearch}>
              {text.again}
            </Button>
          </div>
        )}
      </SiteMessage>
    </Stack>
  )
}
