import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { RequireFeature } from '../../../portal/page/require-feature.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { MadeArrangement, type MadeChoice } from './made-arrangement.tsx'
import { choicesLine, OfferForm, readOffer } from './offer.form.tsx'

const height = '24rem'

/** Pays a past-due account later or in installments (an addition: REQ-D-392). */
export function ArrangePage() {
  const { arrange: text } = useText('arrangements')
  const site = useSite()
  return (
    <RequireFeature when={hasFeature(site, 'Arrangements') && hasFeature(site, 'OnlineArrangements')}>
      <AccountPage title={text.heading} height={height}>
        {({ accountNumber }, memberNumber) => <ArrangeOf key={accountNumber} own={{ memberNumber, accountNumber }} />}
      </AccountPage>
    </RequireFeature>
  )
}

function ArrangeOf({ own }: { readonly own: OwnAccount }) {
  const { arrange: text } = useText('arrangements')
  const query = useMemberRead(choicesLine, { params: { ...own } }, { select: readOffer })
  const [made, setMade] = useState<{ readonly choice: MadeChoice; readonly today: CalendarDate } | null>(null)
  if (made !== null) return <MadeArrangement accountNumber={own.accountNumber} {...made} />
  return (
    <Loaded query={query} loading={text.loading} height={height}>
      {(offer) => {
        const { obstacle, results, today } = offer
        if (obstacle !== null) return <Obstacle own={own} {...obstacle} />
        if (results.length === 0) return <Alert tone="info" title={text.none} />
        return <OfferForm own={own} offer={offer} onMade={(choice) => setMade({ choice, today })} />
      }}
    </Loaded>
  )
}

/** The reason that there is nothing to choose, and what to do instead. */
function Obstacle({
  own,
  code,
  message,
}: {
  readonly own: OwnAccount
  readonly code: string
  readonly message: string
}) {
  const { arrange: text } = useText('arrangements')
  return (
    <Stack>
      <Alert tone="info" title={message} />
      <Stack row>
        {code === 'has-arrangement' ? (
          <ButtonLink href={paths.viewArrangements()}>{text.view}</ButtonLink>
        ) : (
          <ButtonLink href={paths.payMultiple({ accountno: own.accountNumber })}>{text.pay}</ButtonLink>
        )}
      </Stack>
    </Stack>
  )
}
