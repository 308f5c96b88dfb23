import { staffSignInMessage } from '@coopline/rules/staff/staff-sign-in/staff-sign-in.messages'
import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'

/** @throws NotAllowed while the cooperative has the console turned off. */
export function requireConsole({ settings }: Pick<Deps, 'settings'>): void {
  if (!settings.current().staffConsole)
    throw new NotAllowed('The staff console is off', refusal(staffSignInMessage, 'console-off'))
}
