import type { AppRequest, ConnectionChoice } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { paths } from '@coopline/contract/paths'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { memberCall } from '../../../portal/call/member-call.ts'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useTask } from '../../../portal/call/use-task.ts'
import { useToday } from '../../../portal/text/use-today.ts'
import { ChoiceFields } from './choice-fields.tsx'
import { type OfferedMeter, toChoice, useChoice } from './use-choice.ts'

/** The consent page, where a member approves or denies an app's request. */
export function ConnectAppPage() {
  const { request: text } = useText('connectedApps')
  const query = usePageQuery()
  const memberNumber = useSession().member?.memberNumber
  const id = query.get('request')
  if (memberNumber === undefined) return null
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {id === null ? (
        <Fault title={text.wrongTitle} lead={text.wrong} />
      ) : (
        <Asked key={id} memberNumber={memberNumber} id={id} />
      )}
    </Stack>
  )
}

function Fault({ title, lead }: { readonly title: string; readonly lead: string }) {
  const { request: text } = useText('connectedApps')
  return (
    <Stack>
      <Alert tone="error" title={title}>
        <p>{lead}</p>
      </Alert>
      <Stack row>
        <ButtonLink href={paths.myProfile({ tab: 'connected-apps' })} variant="secondary">
          {text.more}
        </ButtonLink>
      </Stack>
    </Stack>
  )
}

interface AskedProps {
  readonly memberNumber: string
  readonly id: string
}

function Asked({ memberNumber, id }: AskedProps) {
  const { request: text, choice } = useText('connectedApps')
  const today = useToday()
  const asked = useMemberRead('GET /v3/members/{memberNumber}/app-requests/{id}', { params: { memberNumber, id } })
  const offer = useMemberRead('GET /v3/members/{memberNumber}/connected-apps/offer', { params: { memberNumber } })
  const isGone = asked.error instanceof CallFailed && (asked.error.status === 404 || asked.error.status === 400)
  if (isGone) return <Fault title={text.goneTitle} lead={text.gone} />
  return (
    <Loaded query={asked} loading={text.loading} height="24rem">
      {(request) => (
        <Loaded query={offer} loading={choice.loading} height="24rem">
          {({ meters }) => (
            <Loaded query={today} loading={choice.loading} height="24rem">
              {(day) => <Decision memberNumber={memberNumber} id={id} request={request} meters={meters} today={day} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface DecisionProps extends AskedProps {
  readonly request: AppRequest
  readonly meters: readonly OfferedMeter[]
  readonly today: CalendarDate
}

/** Navigates to the authorization server, which redirects to the app; not after the page was left. */
const goOn = ({ continueAt }: { readonly continueAt: string }) => window.location.assign(continueAt)

function Decision({ memberNumber, id, request, meters, today }: DecisionProps) {
  const { request: text, choice } = useText('connectedApps')
  const params = { memberNumber, id }
  /** Allows what was chosen, or nothing. There is one decision. */
  const decide = useTask(async (chosen: ConnectionChoice | null) =>
    chosen === null
      ? memberCall('POST /v3/members/{memberNumber}/app-requests/{id}/decline', { params, body: {} })
      : memberCall('POST /v3/members/{memberNumber}/app-requests/{id}/allow', { params, body: chosen }),
  )
  const isLeaving = decide.isPending || decide.isSuccess
  const isDeclined = decide.variables === null
  const form = useChoice({
    today,
    withName: false,
    scopes: request.scopes,
    meters,
    error: isDeclined ? null : decide.error,
    onSubmit: (typed) => decide.mutate(toChoice(typed), { onSuccess: goOn }),
  })
  return (
    <Card title={text.title(request.name)}>
      <Stack>
        <p>{text.lead}</p>
        <Facts
          facts={[
            ...(request.homeUrl === null ? [] : [{ label: text.home, value: request.homeUrl }]),
            { label: text.returns, value: request.returnsTo },
          ]}
        />
        {request.isSelfRegistered && (
          <Alert tone="warning" title={text.unknown}>
            <p>{text.unknownLead}</p>
          </Alert>
        )}
        <FailureAlert error={isDeclined ? decide.error : null} />
        {meters.length === 0 ? (
          <Alert tone="info" title={choice.noMeters} />
        ) : (
          <PortalForm
            form={form}
            busy={isLeaving && !isDeclined}
            error={form.failure}
            submit={{
              label: text.submit,
              busyLabel: text.busy,
              disabledReason: isLeaving ? text.declining : undefined,
            }}
            beside={{
              row: true,
              after: (
                <Button
                  variant="secondary"
                  busy={isLeaving && isDeclined}
                  busyLabel={text.declining}
                  disabledReason={isLeaving && !isDeclined ? text.busy : undefined}
                  onClick={() => decide.mutate(null, { onSuccess: goOn })}
                >
                  {text.decline}
                </Button>
              ),
            }}
          >
            <ChoiceFields form={form} today={today} scopes={request.scopes} meters={meters} />
          </PortalForm>
        )}
      </Stack>
    </Card>
  )
}
