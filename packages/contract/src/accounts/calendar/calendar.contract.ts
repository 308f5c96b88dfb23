import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant, wireMemberNumber } from '../../wire.ts'

const own = z.strictObject({ memberNumber: wireMemberNumber })

/** The private address of a member's due dates, for calendar programs to subscribe to (REQ-D-393). */
export const calendar = {
  status: endpoint('calendar.status', 'GET /v3/members/{memberNumber}/calendar', {
    auth: 'member',
    portalView: true,
    summary: 'Get the calendar status',
    source: 'REQ-D-393',
    params: own,
    answer: z.strictObject({ since: wireInstant.nullable() }),
    errors: [401, 404],
  }),
  turnOn: endpoint('calendar.turnOn', 'POST /v3/members/{memberNumber}/calendar', {
    auth: 'member',
    proof: 'always',
    summary: 'Create a calendar address, returned once; revokes the previous one',
    source: 'REQ-D-393',
    params: own,
    answer: z.strictObject({
      since: wireInstant,
      /** `https://…/calendar/….ics`. Anyone who has this address can read the due dates. */
      address: z.string(),
    }),
    errors: [401, 403, 404],
  }),
  turnOff: endpoint('calendar.turnOff', 'DELETE /v3/members/{memberNumber}/calendar', {
    auth: 'member',
    summary: 'Revoke the calendar address',
    source: 'REQ-D-393',
    params: own,
    answer: z.strictObject({ since: z.null() }),
    errors: [401, 404],
  }),
}

export type CalendarAddress = z.output<typeof calendar.turnOn.answer>
