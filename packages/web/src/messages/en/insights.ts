/** Usage insights and usage alerts. */
export const texts = {
  title: 'What your usage shows',
  loading: 'Loading your usage insights',
  through: (day: string) => `From readings through ${day}.`,
  tooThin: 'There are not enough readings yet to say more about your usage.',
  projected: {
    label: 'Projected next bill',
    value: (amount: string) => `About ${amount}`,
    note: (from: string, to: string, low: string, high: string) =>
      `For ${from} to ${to}; likely between ${low} and ${high}.`,
    basis: (days: string, soFar: string, used: string) =>
      `Based on ${soFar} kWh in the first ${days} days and ${used} kWh expected in total.`,
    error: (tries: string, median: string, band: string) =>
      `When we tested this on your last ${tries} bills, it was typically off by ${median}, and within ${band} four times out of five.`,
  },
  comparison: {
    label: 'Compared with last year, adjusted for weather',
    less: (percent: string) => `${percent} less`,
    more: (percent: string) => `${percent} more`,
    same: 'About the same',
    note: (from: string, to: string, used: string, expected: string) =>
      `${from} to ${to}: ${used} kWh. Last year’s usage in this year’s weather would be ${expected} kWh.`,
    basis: (usedYearAgo: string, now: string, then: string, share: string) =>
      `Last year: ${usedYearAgo} kWh. Degree days: ${now} now, ${then} then. Weather explains ${share} of your daily changes.`,
  },
  baseLoad: {
    label: 'Always-on usage',
    value: (watts: string) => `${watts} watts`,
    note: (share: string, days: string) =>
      `The lowest hour of a typical day, about ${share} of your usage. From ${days} days of hourly readings.`,
  },
  highestHour: {
    label: 'Highest hour',
    value: (kwh: string) => `${kwh} kWh`,
    note: (day: string, from: string, to: string) => `${day}, ${from} to ${to}. The highest hour of the last 30 days.`,
  },
  alerts: {
    title: 'Usage alerts',
    lead: 'We check new readings every day and alert you once for each cause. Choose email or text under “High usage” above.',
    loading: 'Loading usage alerts',
    none: 'This account has no meter that we can watch.',
    dailyKwh: 'Daily usage above (kWh)',
    projectedBill: 'Next bill projected above',
    optional: 'optional',
    limitHint: 'Leave empty for no alert.',
    continuousWater: 'Water runs for 24 hours without a stop',
    baseLoadDoubled: 'Always-on usage doubles',
    snoozedUntil: 'Snooze all usage alerts through',
    snoozeHint: 'Leave empty to get alerts. Up to 90 days.',
    save: 'Save alerts',
    saving: 'Saving alerts',
    saved: 'Your usage alerts are saved.',
  },
}
