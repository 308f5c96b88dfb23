import type { Language } from '@coopline/rules/kernel/problem'
import { type ChangeEvent, type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type FieldRefusal, fieldRefusals } from './field-refusals.ts'
import { useLanguage } from './text.tsx'

type NamesOf<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] & string

interface RuleFormOptions<Values> {
  readonly start: Values
  /** Receives values without a problem. */
  readonly onSubmit: (values: Values) => void
  /** Why the last submit failed, a new object for each failure. What it says about `fields` is shown at them. */
  readonly error?: unknown
  /** Names of the fields that the server may refuse, from top to bottom. */
  readonly fields?: readonly string[]
  /** The field of a refusal that names none, by its code. */
  readonly fieldByCode?: Readonly<Record<string, string>>
  /** When a field is checked for the first time: when it loses the focus (default) or on submit. */
  readonly firstCheck?: 'blur' | 'submit'
  /** Focuses a field that may not be on the screen, on another tab for example. */
  readonly goTo?: (field: string) => void
}

/** What a control needs to show one field of text. */
export interface TextProps {
  readonly name: string
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

/** What a checkbox needs to show one flag. */
export interface FlagProps {
  readonly name: string
  readonly checked: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly error: string | undefined
}

/** A form that rules check. `PortalForm` and `FormDialog` show it. */
export interface RuleForm<Values> {
  readonly values: Values
  readonly text: (field: NamesOf<Values, string>) => TextProps
  readonly flag: (field: NamesOf<Values, boolean>) => FlagProps
  /** @param field the field that the member edits with it. */
  readonly change: (changes: Partial<Values>, field?: string) => void
  readonly blur: (field: string) => void
  readonly errorOf: (field: string) => string | undefined
  /** Shows other values, without any problem. */
  readonly reset: (values: Values) => void
  /** True once something was edited after the last failure. */
  readonly isEdited: boolean
  /** The problems of the last submit; editing does not change them. */
  readonly summary: readonly { readonly field: string; readonly text: string }[]
  /** How often a submit was refused. */
  readonly refusals: number
  /** The error, unless all of it is shown at fields. */
  readonly failure: unknown
  readonly submit: () => void
  /** Stays the same function. */
  readonly focus: (field: string) => void
  readonly onSubmit: (event: SyntheticEvent) => void
  readonly goTo: ((field: string) => void) | undefined
  readonly ref: RefObject<HTMLFormElement | null>
}

/**
 * One form, checked by rules: a field when it loses the focus, all of them on submit, and from then on while the member
 * types. A refused submit fills the summary and focuses the first field with a problem; so does a refusal by the server.
 *
 * @param check every problem of the values, from top to bottom.
 * @param messages the sentence for a problem.
 */
export function useRuleForm<Values extends object, P extends { readonly field: string }>(
  check: (values: Values) => readonly P[],
  messages: (problem: P, language: Language) => string,
  options: RuleFormOptions<Values>,
): RuleForm<Values> {
  const { error = null, fields = [], fieldByCode, firstCheck = 'blur', goTo } = options
  const { language } = useLanguage()
  const [values, setValues] = useState(options.start)
  /** What was typed last, for events that follow one another before React has drawn again. */
  const latest = useRef(values)
  const [touched, setTouched] = useState(none)
  /** The field that is being edited: a problem that was not there before appears once it loses the focus. */
  const [editing, setEditing] = useState<string | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{
    readonly problems: readonly (P | FieldRefusal<string>)[]
    readonly count: number
  }>({ problems: [], count: 0 })
  const refuse = (problems: readonly (P | FieldRefusal<string>)[]) =>
    setRefused(({ count }) => ({ problems, count: count + 1 }))
  const [editedSinceSubmit, setEditedSinceSubmit] = useState(none)
  const [isEdited, setEdited] = useState(false)

  const told = fieldRefusals(error, fields, fieldByCode)
  const [seenError, setSeenError] = useState<unknown>(null)
  if (error !== seenError) {
    setSeenError(error)
    setEditedSinceSubmit(none)
    setEdited(false)
    if (told.length > 0) refuse(told)
  }

  const ref = useRef<HTMLFormElement>(null)
  // The summary takes the focus when it appears, in an effect of its own, which runs before this one.
  useEffect(() => {
    const [first] = refused.problems
    if (first === undefined) return
    if (goTo === undefined) focusIn(ref.current, first.field)
    else goTo(first.field)
  }, [refused, goTo])

  const focus = useCallback((field: string) => focusIn(ref.current, field), [])

  const say = (problem: P | FieldRefusal<string>) =>
    isFromServer(problem) ? problem.message : messages(problem, language)
  const problems = check(values)
  const errorOf = (field: string) => {
    const problem = touched.has(field) && editing !== field && problems.find((other) => other.field === field)
    if (problem) return say(problem)
    return editedSinceSubmit.has(field) ? undefined : told.find((refusal) => refusal.field === field)?.message
  }
  const change = (changes: Partial<Values>, field?: string) => {
    latest.current = { ...latest.current, ...changes }
    setValues(latest.current)
    setEdited(true)
    if (field === undefined) return
    setEditedSinceSubmit((before) => new Set(before).add(field))
    if (isSubmitted) setTouched((before) => new Set(before).add(field))
    else if (errorOf(field) === undefined) setEditing(field)
  }
  const blur = (field: string) => {
    setEditing(null)
    if (firstCheck === 'blur') setTouched((before) => new Set(before).add(field))
  }
  const submit = () => {
    const found = check(latest.current)
    setSubmitted(true)
    setEditing(null)
    setTouched((before) => new Set([...before, ...found.map(({ field }) => field)]))
    if (found.length > 0) return refuse(found)
    setRefused(({ count }) => ({ problems: [], count }))
    options.onSubmit(latest.current)
  }
  // A field's name and its value belong together, which types cannot say of a computed name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const edit = (field: string, value: unknown) => change({ [field]: value } as Partial<Values>, field)
  return {
    values,
    text: (field) => ({
      name: field,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      value: values[field] as string,
      onChange: ({ target }) => edit(field, target.value),
      onBlur: () => blur(field),
      error: errorOf(field),
    }),
    flag: (field) => ({
      name: field,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      checked: values[field] as boolean,
      onChange: ({ target }) => {
        edit(field, target.checked)
        blur(field)
      },
      error: errorOf(field),
    }),
    change,
    blur,
    errorOf,
    reset: (next) => {
      latest.current = next
      setValues(next)
      setEdited(true)
      setTouched(none)
      setEditing(null)
      setSubmitted(false)
      setRefused(({ count }) => ({ problems: [], count }))
    },
    isEdited,
    summary: refused.problems.map((problem) => ({ field: problem.field, text: say(problem) })),
    refusals: refused.count,
    failure: told.length === 0 ? error : null,
    submit,
    onSubmit: (event) => {
      event.preventDefault()
      submit()
    },
    focus,
    goTo,
    ref,
  }
}

const focusIn = (form: HTMLFormElement | null, field: string): void =>
  form?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()

const none: ReadonlySet<string> = new Set()

const isFromServer = (problem: object): problem is FieldRefusal<string> => 'message' in problem
