import type { TextsOf } from '../../../portal/text/text-store.ts'

/** Returns the whole minutes from an instant until now, never negative. Both are in milliseconds since 1970. */
export const minutesSince = (instant: number, now: number): number => Math.max(0, Math.floor((now - instant) / 60_000))

/** Describes a number of minutes as an age, such as '3 hours ago'. */
export function ageText(
  minutes: number,
  text: Pick<TextsOf<'outage'>['everyone'], 'now' | 'minutes' | 'hours'>,
): string {
  if (minutes < 1) return text.now
  return minutes < 60 ? text.minutes(minutes) : text.hours(Math.floor(minutes / 60))
}
