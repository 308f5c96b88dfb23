import type { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'

/** What loads the recent activity; ending a session makes it old. */
export const activityLine = 'GET /v3/members/{memberNumber}/activity' satisfies (typeof signIn)['activity']['call']
