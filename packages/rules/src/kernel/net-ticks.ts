const ticksPerMillisecond = 10_000n

/** Ticks from the first day of year 1 to that of 1970. */
const ticksUntil1970 = 621_355_968_000_000_000n

/** An instant as .NET counts it: tenths of a microsecond since the year 1, in UTC, as text (decision G-29c). */
export const netTicks = (instant: Date): string =>
  String(ticksUntil1970 + BigInt(instant.getTime()) * ticksPerMillisecond)
