import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { emptyApplication } from '@coopline/rules/service/service-applications/check-application'
import { applicationText } from '@coopline/rules/service/service-applications/service-applications.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../../../platform/secrets/encrypt-at-rest.ts'

export type ApplicationDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'random' | 'settings'>

const day = 24 * 3_600_000
/** Lifetime of a draft after its last save. `submittedMs` is that of a submitted application's link. */
export const draftMs = 7 * day
export const submittedMs = 400 * day

/** Wrong links per client and hour. */
const missesPerHour = 30

/** @throws NotAllowed while the cooperative does not accept applications online (CF-03). */
export function requireApplications({ settings }: Pick<Deps, 'settings'>): void {
  if (!settings.current().ApplicationForService) throw new NotAllowed('ApplicationForService is off')
}

export const sealDraft = (deps: SealingDeps, referenceNumber: string, form: ApplicationForm): Uint8Array =>
  encryptAtRest(deps, 'service-application', Buffer.from(JSON.stringify(form)), referenceNumber)

/** Decrypts a draft. Fields that an earlier version of the form lacked are empty. */
export function openDraft({ keys }: Pick<Deps, 'keys'>, referenceNumber: string, draft: Uint8Array): ApplicationForm {
  const text = Buffer.from(decryptAtRest(keys, 'service-application', draft, referenceNumber)).toString()
  return { ...emptyApplication, ...(JSON.parse(text) as ApplicationForm) }
}

const linkRefused = (): Refused => new Refused(refusal(applicationText, 'link-not-good'))

/** Counts an invalid link. @throws TooManyAttempts. */
export const limitWrongLinks = async (deps: ApplicationDeps, request: RequestFacts): Promise<void> =>
  limitVisitor(deps, request, { kind: 'service-applications.wrong-link', limit: missesPerHour })

/**
 * Refuses an invalid link and limits how many a client may try.
 *
 * @throws Refused with the same message for unknown and expired links; TooManyAttempts.
 */
export async function refuseLink(deps: ApplicationDeps, request: RequestFacts): Promise<never> {
  await limitWrongLinks(deps, request)
  throw linkRefused()
}
