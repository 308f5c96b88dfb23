import { addDays, calendarDate, type CalendarDate, isBefore } from '@coopline/rules/kernel/calendar-date'
import { parseMoney } from '@coopline/rules/kernel/money'
import type { DemoFact } from './demo-facts.ts'
import { daysToPay } from './demo-history.ts'
import { type DemoDetails, demoMeters, noDetails } from './demo-member.ts'
import { namedSecurities } from './named-securities.ts'

/** Dates of the details of a fact that must hold on the day of the start. */
export interface NamedDates {
  readonly draftDate: CalendarDate | null
  readonly arrangementDue: CalendarDate | null
  readonly restoredAt: string | null
  readonly roundUpEnds: CalendarDate | null
}

/**
 * Builds the details that the facts describe in words for one account, on `today`. `rows` are all facts of its member.
 */
export function namedDetails(fact: DemoFact, rows: readonly DemoFact[], today: CalendarDate): DemoDetails {
  const says = (words: string) => fact.whatElse.includes(words)
  const dates = namedDates(fact, today)
  return {
    ...noDetails,
    ...messagesOf(fact),
    returnedItems: fact.noMoreChecks ? 2 : 0,
    hasAutopay: says('AutoPay by card exists'),
    autopayMethod: says('AutoPay by card exists') ? 'CHARGE' : null,
    draftDate: dates.draftDate,
    draftMethod: draftMethodOf(fact),
    draft: draftOf(fact),
    collectsReadings: says('water account, gallons'),
    isUsageSuspended: says('usage suspended message'),
    meterSenseUrl: says('15-minute intervals with demand') ? 'https://metersense.prairie-ridge.example.org/' : '',
    meters: demoMeters(fact.type, fact.account, says('three meters') ? 3 : 1),
    linked: rows.filter((row) => linkedWith(row) === fact.account || linkedWith(fact) === row.account).map(accountOf),
    arrangement:
      dates.arrangementDue === null ? null : { balance: fact.balance, next: fact.pastDue, due: dates.arrangementDue },
    outage: outageOf(fact, dates),
    pastOutages: says('two past outages') ? pastOutagesOf(today) : [],
    serviceOrders: says('primary account; 36 months') ? serviceOrdersOf(fact, today) : [],
    ...namedSecurities(fact, today),
    // The two ways in which a bill cannot be opened, on one account.
    hiddenBill: says('water account, gallons') ? 2 : null,
    lostBillDocument: says('water account, gallons') ? { age: 3, name: `${fact.account}-lost.pdf` } : null,
    isPaperless: says('paperless'),
    roundUp: roundUpOf(fact, dates),
  }
}

const accountOf = (fact: DemoFact): string => fact.account
const linkedWith = (fact: DemoFact): string | undefined => /linked to ([0-9]+)/u.exec(fact.whatElse)?.[1]

function messagesOf(fact: DemoFact): Partial<DemoDetails> {
  const says = (words: string) => fact.whatElse.includes(words)
  return {
    ...(says('cutoff message set') && {
      cutoffMessage: 'Your account is past due. Pay the past-due amount by the cutoff date to keep your service.',
    }),
    ...(says('low balance alert') && {
      prepaidAlert: 'Your prepaid balance is low. Make a payment soon to keep your service connected.',
    }),
    ...(says('prepaid and disconnected') && {
      prepaidAlert: 'Your prepaid service is disconnected. Pay the reconnect amount to restore it.',
    }),
    ...(says('stored card and stored bank account') && {
      billMessage: 'Thank you for being a member. Call 811 before you dig: locating buried lines is free.',
      statementHeading: 'Our annual meeting is in May. Look for your ballot with your April bill.',
      capitalCreditMessage: 'Your share of this year’s capital credit refund, $18.64, was credited to your account.',
    }),
    ...(says('late fee on the last bill') && {
      billMessage: 'We added a 1.5% late fee because your last bill was not paid by its due date.',
    }),
    ...(says('no more checks') && {
      billMessage: 'Your bank returned two of your checks. We cannot accept checks from you until further notice.',
    }),
    ...(says('credit balance') && { billMessage: 'You have a credit. No payment is due.' }),
    ...(says('prefers Spanish') && {
      billMessage: 'Llame al 811 antes de excavar: localizar las líneas enterradas es gratis.',
    }),
  }
}

/**
 * Returns the row of the outage system: out in an active outage, on where the power is known to be on, `null` for
 * disconnected accounts and other services, which that system does not know.
 */
function outageOf(fact: DemoFact, { restoredAt }: NamedDates): DemoDetails['outage'] {
  if (fact.whatElse.includes('active outage')) return { isOut: true, restoredAt }
  const isOn = fact.type === 'Electric' && fact.accountStatus === 'Active' && fact.derivedStatus !== 'Disconnected'
  return isOn && fact.derivedStatus !== 'Pending Reconnect' ? { isOut: false, restoredAt: null } : null
}

/** The dates, counted from `today`. Power returns early next morning, in Wisconsin. */
export function namedDates(fact: DemoFact, today: CalendarDate): NamedDates {
  const says = (words: string) => fact.whatElse.includes(words)
  return {
    draftDate: draftDateOf(fact, today),
    arrangementDue:
      says('payment arrangement whose next payment is overdue') && fact.dueInDays !== null
        ? addDays(today, fact.dueInDays)
        : null,
    restoredAt: says('active outage with an estimated restoration time') ? `${addDays(today, 1)}T11:30:00Z` : null,
    roundUpEnds: says('RoundUp enrolled') ? addDays(today, daysOfRoundUp) : null,
  }
}

const pastOutagesOf = (today: CalendarDate): DemoDetails['pastOutages'] =>
  (
    [
      [41, '02:10', '05:45', 'Storm damage'],
      [203, '16:30', '17:55', 'Tree on the line'],
    ] as const
  ).map(([daysAgo, from, until, description]) => ({
    from: `${addDays(today, -daysAgo)}T${from}:00Z`,
    until: `${addDays(today, -daysAgo)}T${until}:00Z`,
    description,
  }))

/** Enough orders to fill a second page. */
const serviceOrdersOf = ({ account }: DemoFact, today: CalendarDate): DemoDetails['serviceOrders'] =>
  (
    [
      [12, 'Meter check', 'Scheduled'],
      [95, 'Tree trimming', 'Completed'],
      [240, 'Disconnect service', 'Completed'],
      [254, 'Yard light repair', 'Completed'],
      [402, 'Start service', 'Completed'],
      [610, 'Line locate', 'Completed'],
      [1_080, 'Start service', 'Completed'],
    ] as const
  ).map(([daysAgo, description, status], place) => ({
    number: `SO-${account.slice(-4)}-${70 - place}`,
    description,
    requestedOn: addDays(today, -daysAgo),
    status,
  }))

/** More than a year from now, so that the enrollment is active. */
const daysOfRoundUp = 400

function roundUpOf(fact: DemoFact, { roundUpEnds }: NamedDates): DemoDetails['roundUp'] {
  const amount = /RoundUp enrolled with amount ([0-9.]+)/u.exec(fact.whatElse)?.[1]
  return amount === undefined ? null : { amount: parseMoney(amount), expiration: roundUpEnds }
}

function draftMethodOf({ whatElse }: DemoFact): DemoDetails['draftMethod'] {
  if (whatElse.includes('bank draft on day')) return 'ECHECK'
  return whatElse.includes('card draft') ? 'CHARGE' : null
}

/** An invented bank, which the demo's directory lists too. */
const draftedBank = 'Cedar Valley Bank'

function draftOf({ whatElse }: DemoFact): DemoDetails['draft'] {
  const day = /bank draft on day ([0-9]{1,2}) of the month/u.exec(whatElse)?.[1]
  if (day !== undefined)
    return { type: 'DAY_OF_MONTH', day: Number(day), kind: 'Checking', ending: '4417', institution: draftedBank }
  const days = /card draft ([0-9]+) days after billing/u.exec(whatElse)?.[1]
  if (days === undefined) return null
  return { type: 'DAYS_AFTER_BILLING', day: Number(days), kind: 'Card', ending: '1111', institution: '' }
}

function draftDateOf(fact: DemoFact, today: CalendarDate): CalendarDate | null {
  const dayOfMonth = /bank draft on day ([0-9]{1,2}) of the month/u.exec(fact.whatElse)?.[1]
  if (dayOfMonth !== undefined) return nextDayOfMonth(dayOfMonth.padStart(2, '0'), today)
  const afterBilling = /card draft ([0-9]+) days after billing/u.exec(fact.whatElse)?.[1]
  if (afterBilling === undefined || fact.dueInDays === null) return null
  return addDays(today, fact.dueInDays - daysToPay + Number(afterBilling))
}

/** `day` is one that every month has. */
function nextDayOfMonth(day: string, today: CalendarDate): CalendarDate {
  const inMonthOf = (date: CalendarDate) => calendarDate(`${date.slice(0, 8)}${day}`)
  const thisMonth = inMonthOf(today)
  return isBefore(thisMonth, today) ? inMonthOf(addDays(calendarDate(`${today.slice(0, 8)}01`), 31)) : thisMonth
}
