import type { ChangeNote, PartCode } from '@coopline/rules/usage/insights/bill-change'

type Direction = 'up' | 'down'

const causes: Readonly<Record<PartCode | 'usageApart', Readonly<Record<Direction, string>>>> = {
  days: { up: 'it covers more days', down: 'it covers fewer days' },
  weather: {
    up: 'the weather called for more heating or cooling',
    down: 'the weather called for less heating or cooling',
  },
  usage: { up: 'you used more', down: 'you used less' },
  usageApart: {
    up: 'you used more than the weather explains',
    down: 'you used less than the weather alone would explain',
  },
  rate: { up: 'the price per unit went up', down: 'the price per unit went down' },
  fees: { up: 'fees and fixed charges went up', down: 'fees and fixed charges went down' },
  taxes: { up: 'taxes went up', down: 'taxes went down' },
  credits: { up: 'you got fewer credits', down: 'you got more credits' },
  leveling: {
    up: 'the budget or average billing adjustment went up',
    down: 'the budget or average billing adjustment went down',
  },
  other: { up: 'other charges went up', down: 'other charges went down' },
}

const parts: Readonly<Record<PartCode | 'usageApart', string>> = {
  days: 'Days in the period',
  weather: 'Weather',
  usage: 'Usage',
  usageApart: 'Usage, apart from weather',
  rate: 'Price',
  fees: 'Fees and fixed charges',
  taxes: 'Taxes',
  credits: 'Credits',
  leveling: 'Budget or average billing',
  other: 'Everything else',
}

const notes: Readonly<Record<ChangeNote, string>> = {
  'not-itemized':
    'One of the bills has no itemized charges here. Usage is shown at the price of another bill, and prices, fees, taxes and billing adjustments are under “Everything else”.',
  'no-period': 'The service period of one of the bills is not known, so days and weather are part of usage.',
  'periods-differ': 'The two bills cover periods of very different lengths.',
  'weather-unknown': 'Weather for these periods is not available, so it is part of usage.',
  'weather-unclear': 'Your usage does not follow the weather clearly enough, so weather is part of usage.',
  offsetting: 'Some amounts are larger than the bills themselves. They offset each other.',
  estimated: 'A reading at the end of one of the periods was estimated. The next actual reading corrects it.',
  'meter-changed': 'A meter was replaced between these bills.',
}

/** Explanations of bill changes. */
export const texts = {
  title: 'Why this bill changed',
  loading: 'Comparing your bills',
  first: 'This is your first bill here, so there is nothing to compare it with yet.',
  previous: 'Previous bill',
  yearAgo: 'Same month last year',
  against: { previous: 'your previous bill', yearAgo: 'the same month last year' },
  higher: (amount: string, against: string) => `This bill is ${amount} higher than ${against}`,
  lower: (amount: string, against: string) => `This bill is ${amount} lower than ${against}`,
  because: (sentence: string, cause: string) => `${sentence}, mainly because ${cause}.`,
  offset: (cause: string) => `Part of that was offset because ${cause}.`,
  same: (against: string) => `This bill is the same as ${against}.`,
  sameButOffset: (one: string, other: string) => `Two things canceled out: ${one}, and ${other}.`,
  levelUp: (amount: string) => `Your actual charges are ${amount} higher; budget or average billing evens that out.`,
  levelDown: (amount: string) => `Your actual charges are ${amount} lower; budget or average billing evens that out.`,
  table: {
    caption: (label: string, day: string) => `${label}, ${day}`,
    cause: 'Cause',
    figures: 'Figures',
    effect: 'Effect on your bill',
    total: 'Total change',
    totals: (before: string, after: string) => `${before} to ${after}`,
  },
  figures: {
    days: (before: string, after: string) => `${before} to ${after} days`,
    heating: (before: string, after: string) => `Heating degree days: ${before} to ${after}`,
    cooling: (before: string, after: string) => `Cooling degree days: ${before} to ${after}`,
    quantity: (before: string, after: string, unit: string) => `${before} to ${after} ${unit} in total`,
    share: (amount: string, unit: string, isMore: boolean) => `${amount} ${unit} ${isMore ? 'more' : 'less'}`,
    price: (before: string, after: string, unit: string) => `${before} to ${after} per ${unit}`,
    line: (before: string, after: string) => `${before} to ${after}`,
    none: 'none',
  },
  causes,
  parts,
  notes,
  method: 'Days and usage are valued at the earlier bill’s price.',
  weatherMethod: 'So is weather, which we estimate from how your own usage followed degree days on your bills.',
}
