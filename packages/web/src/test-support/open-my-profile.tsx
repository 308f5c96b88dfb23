import type { SiteStart } from '@coopline/contract/site/site/site.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { loadTexts } from '../portal/text/text-store.ts'
import { type Answers, aProblem, type SentCall } from './answers.ts'
import { aSite } from './a-site.ts'
import {
  activityLine,
  anActivity,
  aListedSession,
  autopaymentsLine,
  detailsLine,
  memberDetails,
  passkeysLine,
  sessionsLine,
  statusLine,
} from './my-profile-answers.ts'
import { renderPortal } from './render-portal.tsx'
import { storedMember } from './sign-in-answers.ts'

interface ProfileInTest {
  readonly user: UserEvent
  /** The network's answers; a test may change them between two calls. */
  readonly answers: Record<string, unknown>
  readonly address: () => string
  readonly sent: (line: string) => readonly SentCall[]
}

interface ProfileOptions {
  readonly path?: string
  /** The navigation state of the link to the page. */
  readonly state?: unknown
  readonly site?: SiteStart
  readonly language?: Language
  readonly session?: typeof storedMember
  /** Pages that links of this page open. */
  readonly visits?: readonly string[]
}

const sections = [
  'myProfile',
  'emailCode',
  'newPassword',
  'authenticatorApp',
  'passkeys',
  'loginSecurity',
  'stepUp',
] as const

/** A cooperative that offers everything that a member may do for the security of the login. */
const offeringSite = () => aSite({ features: ['MfaEnabled'], settings: { passkeysEnabled: true } })

/** My Profile of a member without an app or a passkey. */
export async function openProfile(answers: Answers = {}, options: ProfileOptions = {}): Promise<ProfileInTest> {
  const changeable = {
    [detailsLine]: memberDetails(),
    [autopaymentsLine]: { autopayments: [] },
    [statusLine]: { mfaEnabled: false, recoveryCodesLeft: 0 },
    [passkeysLine]: { passkeys: [] },
    [sessionsLine]: { sessions: [aListedSession()] },
    [activityLine]: { activities: [anActivity()] },
    ...answers,
  }
  // A page that another test has loaded in one language does not wait for the other.
  for (const section of sections) await loadTexts(options.language ?? 'en', section)
  const { user, calls, address } = await renderPortal({
    path: '/my-profile',
    site: offeringSite(),
    session: storedMember,
    answers: changeable,
    visits: ['/my-profile', '/login', '/home'],
    ...options,
  })
  return { user, answers: changeable, address, sent: (line) => calls.filter((call) => call.line === line) }
}

export const pressed = (user: UserEvent, name: string | RegExp) => user.click(screen.getByRole('button', { name }))

/** The service asks for reauthentication. */
export const proofWanted = () => aProblem(403, '', [{ code: 'step-up-required', message: 'Confirm your identity.' }])

export const refusal = (code: string, message: string) => aProblem(400, '', [{ code, message }])
