import type { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'

/** The call that loads the recent activity. Ending a session invalidates it. */
export const activityLine = 'GET /v3/members/{memberNumber}/activity' satisfies (typeof signIn)['activity']['call']
