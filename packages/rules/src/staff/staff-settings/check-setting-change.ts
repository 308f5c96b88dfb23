/** When a change of settings begins and ends, and why it is made. Instants are milliseconds since 1970. */
export interface SettingChangeForm {
  readonly reason: string
  /** `null` begins at once. */
  readonly startsAt: number | null
  /** When the settings get their former values back; `null` for never. */
  readonly endsAt: number | null
}

export type SettingChangeProblem =
  | { readonly code: 'reason-missing' | 'reason-too-long'; readonly field: 'reason' }
  | { readonly code: 'start-past' | 'start-too-late'; readonly field: 'startsAt' }
  | { readonly code: 'end-before-start' | 'end-too-late'; readonly field: 'endsAt' }

/** Maximum length of a reason, in characters. */
export const longestReason = 300

const twoYears = 2 * 366 * 86_400_000

/** Every problem of the form, from top to bottom. */
export function checkSettingChange(form: SettingChangeForm, now: number): readonly SettingChangeProblem[] {
  const { startsAt, endsAt } = form
  const reason = form.reason.trim()
  const problems: SettingChangeProblem[] = []
  if (reason === '') problems.push({ code: 'reason-missing', field: 'reason' })
  else if (reason.length > longestReason) problems.push({ code: 'reason-too-long', field: 'reason' })
  if (startsAt !== null && startsAt <= now) problems.push({ code: 'start-past', field: 'startsAt' })
  else if (startsAt !== null && startsAt > now + twoYears) problems.push({ code: 'start-too-late', field: 'startsAt' })
  if (endsAt !== null && endsAt <= Math.max(now, startsAt ?? now))
    problems.push({ code: 'end-before-start', field: 'endsAt' })
  else if (endsAt !== null && endsAt > now + twoYears) problems.push({ code: 'end-too-late', field: 'endsAt' })
  return problems
}
