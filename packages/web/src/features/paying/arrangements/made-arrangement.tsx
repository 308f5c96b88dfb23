import type { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { paths } from '@coopline/contract/paths'
import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { SuccessAlert } from '../../../portal/form/success-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'

export type MadeChoice = AnswerOf<(typeof arrangements)['make']>

interface MadeProps {
  readonly accountNumber: string
  readonly choice: MadeChoice
  readonly today: CalendarDate
}

/** The arrangement that was made, with what is to be paid when. */
export function MadeArrangement({ accountNumber, choice: { payments, scheduled, convenienceFee }, today }: MadeProps) {
  const { arrange: text } = useText('arrangements')
  const [first] = payments
  const facts = payments.map(({ dueOn, amount }) => ({
    label: dueOn === today ? text.today : formatUsDate(dueOn),
    value: formatUsd(amount),
  }))
  return (
    <Stack>
      <SuccessAlert title={text.done} />
      <Card title={text.payments}>
        <Facts facts={facts} />
        {scheduled > 0 && (
          <p>
            {[text.scheduled(scheduled), convenienceFee > 0 ? text.fees(formatUsd(convenienceFee)) : '']
              .join(' ')
              .trim()}
          </p>
        )}
      </Card>
      <Stack row>
        {first?.dueOn === today && (
          <ButtonLink href={paths.payMultiple({ accountno: accountNumber })}>{text.payToday}</ButtonLink>
        )}
        <ButtonLink href={paths.viewArrangements()} variant="secondary">
          {text.view}
        </ButtonLink>
        {scheduled > 0 && (
          <ButtonLink href={paths.scheduledPayments()} variant="secondary">
            {text.viewScheduled}
          </ButtonLink>
        )}
      </Stack>
    </Stack>
  )
}
