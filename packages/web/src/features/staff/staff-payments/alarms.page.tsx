import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import type {
  StaffAlarm,
  StaffAlarmPosition,
  staffPayments,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useQueryClient } from '@tanstack/react-query'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { staffCall, useStaffRead } from '../../../portal/staff/staff-call.ts'
import { StaffPage } from '../../../portal/staff/staff-page.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { AlarmTable } from './alarm.table.tsx'
import { PageSteps } from '../../../portal/form/page-steps.tsx'
import { ReasonDialog } from './reason.dialog.tsx'
import { useOneDialog } from '../../../portal/form/use-list-dialogs.ts'
import { usePositions } from '../../../portal/page/use-positions.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'

const alarmsLine = 'POST /v3/staff/alarms/search' satisfies (typeof staffPayments)['alarms']['call']

/** The alarms about payments: open ones, and those settled within 90 days. */
export function AlarmsPage() {
  const { alarms: text } = useText('staffPayments')
  return (
    <StaffPage title={text.heading} lead={text.lead} roles={staffRights.payments}>
      <Alarms />
    </StaffPage>
  )
}

function Alarms() {
  const { alarms: text } = useText('staffPayments')
  const queries = useQueryClient()
  const { dialog: settling, open, close, replaceWith } = useOneDialog<StaffAlarm>()
  const { success, succeedWith, clearSuccess } = useSuccess()
  // The lists and the number in the menu.
  const reload = () => void queries.invalidateQueries()
  return (
    <>
      {success}
      <AlarmList
        title={text.openTitle}
        isSettled={false}
        onSettle={(alarm) => {
          clearSuccess()
          open(alarm)
        }}
      />
      <AlarmList title={text.settledTitle} isSettled />
      {settling !== null && (
        <ReasonDialog
          words={{ title: text.settleTitle(settling.id), more: text.settleMore, button: text.settle }}
          isDanger={false}
          act={async (reason) => staffCall('POST /v3/staff/alarms/settle', { body: { id: settling.id, reason } })}
          onDone={({ alarm }) => {
            replaceWith(null)
            reload()
            succeedWith(text.done(alarm.id))
          }}
          onCancel={(isStale) => {
            close()
            if (isStale) reload()
          }}
        />
      )}
    </>
  )
}

interface AlarmListProps {
  readonly title: string
  readonly isSettled: boolean
  readonly onSettle?: (alarm: StaffAlarm) => void
}

function AlarmList({ title, isSettled, onSettle }: AlarmListProps) {
  const { alarms: text } = useText('staffPayments')
  const { after, ...steps } = usePositions<StaffAlarmPosition>()
  const query = useStaffRead(alarmsLine, { body: { isSettled, after } })
  return (
    <Card title={title}>
      <Loaded query={query} loading={text.loading} height="16rem">
        {({ alarms, next }) => (
          <Stack>
            <AlarmTable alarms={alarms} caption={title} onSettle={onSettle} />
            <PageSteps of={title} {...steps} next={next} />
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}
