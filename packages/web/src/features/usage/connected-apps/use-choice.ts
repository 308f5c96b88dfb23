import type { ConnectedMeter, ConnectionChoice } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { checkGrant, type GrantProblem, maxConnectedMeters } from '@coopline/rules/usage/connected-apps/check-grant'
import { connectionMessage } from '@coopline/rules/usage/connected-apps/connected-apps.messages'
import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'

/** The form values of a connection. */
export interface TypedChoice {
  readonly name: string
  readonly scopes: readonly string[]
  /** Meter keys. */
  readonly meters: readonly string[]
  readonly historyMonths: string
  readonly endsOn: string
}

export const keyOf = ({ accountNumber, meterNumber }: ConnectedMeter): string => `${accountNumber}/${meterNumber}`

export const toChoice = ({ scopes, meters, historyMonths, endsOn }: TypedChoice): ConnectionChoice => ({
  scopes: [...scopes],
  meters: meters.map((key) => {
    const [accountNumber = '', ...rest] = key.split('/')
    return { accountNumber, meterNumber: rest.join('/') }
  }),
  historyMonths: Number(historyMonths),
  endsOn,
})

export interface OfferedScope {
  readonly text: string
  readonly detail: 'day' | 'interval'
  readonly hasCost: boolean
  readonly months: number
}

export interface OfferedMeter extends ConnectedMeter {
  readonly street: string
}

export const furthestMonths = (scopes: readonly OfferedScope[]): number =>
  Math.max(1, ...scopes.map(({ months }) => months))

interface Options {
  readonly today: CalendarDate
  /** False for an app, which brings its own name. */
  readonly withName: boolean
  readonly scopes: readonly OfferedScope[]
  readonly meters: readonly OfferedMeter[]
  readonly error: unknown
  readonly onSubmit: (typed: TypedChoice) => void
}

/** The form for a connection. Selects everything by default, for a year. */
export const useChoice = ({ today, withName, scopes, meters, error, onSubmit }: Options): RuleForm<TypedChoice> =>
  useRuleForm<TypedChoice, GrantProblem>(
    ({ name, historyMonths, ...typed }) =>
      checkGrant({ ...typed, historyMonths: Number(historyMonths), ...(withName ? { name } : {}) }, today),
    ({ code }, language) => connectionMessage(code, language),
    {
      start: {
        name: '',
        scopes: scopes.map(({ text }) => text),
        meters: meters.slice(0, maxConnectedMeters).map(keyOf),
        historyMonths: String(Math.min(12, furthestMonths(scopes))),
        endsOn: addDays(today, 365),
      },
      onSubmit,
      error,
      fields: ['name', 'scopes', 'meters', 'historyMonths', 'endsOn'],
      firstCheck: 'submit',
    },
  )
