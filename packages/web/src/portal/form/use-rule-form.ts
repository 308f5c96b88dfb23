import type { Language } from '@coopline/rules/kernel/problem'
import { afterPress } from '@coopline/ui/press'
import { type ChangeEvent, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type FieldRefusal, fieldRefusals } from '../call/field-refusals.ts'
import { findSavedTyping, forgetSavedTyping, watchTyping } from './saved-typing.ts'
import { useLanguage } from '../text/text.tsx'

type NamesOf<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] & string

interface FieldProblem {
  readonly field: string
}

interface RuleFormOptions<Values> {
  readonly start: Values
  /** Receives values without a problem. */
  readonly onSubmit: (values: Values) => void
  /** The reason that the last submit failed, a new object for each failure. What it says about `fields` is shown at them. */
  readonly error?: unknown
  /** Names of the fields that the server may refuse, from top to bottom. */
  readonly fields?: readonly string[]
  /** The field of a refusal that names none, by its code. */
  readonly fieldByCode?: Readonly<Record<string, string>>
  /** When a field is checked for the first time: when it loses the focus (default) or on submit. */
  readonly firstCheck?: 'blur' | 'submit'
  /** Focuses a field that may not be on the screen, on another tab for example. */
  readonly goTo?: (field: string) => void
  /**
   * Restores what is typed when the session ends and the same member signs in again: a name that no other form has. Not
   * for forms with secrets.
   */
  readonly restoreAs?: string
}

/** The properties of a control for one text field. */
export interface TextProps {
  readonly name: string
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  readonly onBlur: () => void
  readonly error: string | undefined
}

/** The properties of a checkbox for one flag. */
interface FlagProps {
  readonly name: string
  readonly checked: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly error: string | undefined
}

/** A form that rules check. `PortalForm` and `FormDialog` show it. */
export interface RuleForm<Values> {
  readonly values: Values
  /** Returns the current values, for an answer that arrives later. */
  readonly latest: () => Values
  readonly text: (field: NamesOf<Values, string>) => TextProps
  readonly flag: (field: NamesOf<Values, boolean>) => FlagProps
  /** @param field the field that the member edits with it. */
  readonly change: (changes: Partial<Values>, field?: string) => void
  readonly blur: (field: string) => void
  readonly errorOf: (field: string) => string | undefined
  /** Shows other values, without any problem. */
  readonly reset: (values: Values) => void
  /** Shows `to` in the place of `from`, which it showed before. Fields that were edited meanwhile stay. */
  readonly replace: (from: Values, to: Values) => void
  /** True once something was edited after the last failure. */
  readonly isEdited: boolean
  /** The problems of the last submit; editing does not change them. */
  readonly summary: readonly { readonly field: string; readonly text: string }[]
  /** The number of refused submits. */
  readonly refusals: number
  /** The error, unless all of it is shown at fields. */
  readonly failure: unknown
  readonly submit: () => void
  /** Focuses a field, or the first control, and answers with it. The function stays the same. */
  readonly focus: (field?: string) => HTMLElement | null
  readonly onSubmit: (event: SyntheticEvent) => void
  readonly goTo: ((field: string) => void) | undefined
  /** The `ref` of the form's element. */
  readonly attach: (form: HTMLFormElement | null) => void
}

/**
 * One form, checked by rules: a field when it loses the focus, all of them on submit, and from then on while the member
 * types. A refused submit fills the summary and focuses the first field with a problem; so does a refusal by the server.
 *
 * @param check every problem of the values, from top to bottom.
 * @param messages the sentence for a problem.
 */
export function useRuleForm<Values extends object, P extends FieldProblem>(
  check: (values: Values) => readonly P[],
  messages: (problem: P, language: Language) => string,
  options: RuleFormOptions<Values>,
): RuleForm<Values> {
  const { error = null, fields = [], fieldByCode, firstCheck = 'blur', goTo } = options
  const { language } = useLanguage()
  const { attach, focus } = useFormElement()
  const { values, latest, set } = useValues(options.start, options.restoreAs)
  const serverRefusals = fieldRefusals(error, fields, fieldByCode)
  const refusals = useRefusals<P>(error, serverRefusals, goTo ?? focus)
  const checks = useChecks(firstCheck)

  const say = (problem: P | FieldRefusal<string>) =>
    isFromServer(problem) ? problem.message : messages(problem, language)
  const problems = check(values)
  const errorOf = (field: string) => {
    const problem = checks.shows(field) && problems.find((other) => other.field === field)
    if (problem) return say(problem)
    return refusals.edited.has(field) ? undefined : serverRefusals.find((refusal) => refusal.field === field)?.message
  }
  const change = (changes: Partial<Values>, field?: string) => {
    set({ ...latest(), ...changes })
    refusals.edit(field)
    if (field !== undefined) checks.edit(field, errorOf(field) !== undefined)
  }
  const submit = () => {
    const found = check(latest())
    checks.submit(found.map(({ field }) => field))
    refusals.refuse(found)
    if (found.length === 0) options.onSubmit(latest())
  }
  const reset = (next: Values, isEdit = false) => {
    set(next)
    checks.reset()
    if (!isEdit) refusals.reset()
  }
  const replace = (from: Values, to: Values) =>
    latest() === from ? reset(to) : reset(keepEdits(from, latest(), to), true)
  const { isEdited, refused } = refusals
  const core = { values, change, blur: checks.blur, errorOf, reset, replace, isEdited, submit, focus, goTo, attach }
  return {
    ...core,
    ...controlsOf(core),
    latest,
    summary: refused.problems.map((problem) => ({ field: problem.field, text: say(problem) })),
    refusals: refused.count,
    failure: serverRefusals.length === 0 ? error : null,
    onSubmit: withoutDefault(submit),
  }
}

/** Binds fields to controls. */
function controlsOf<Values extends object>({
  values,
  change,
  blur,
  errorOf,
}: Pick<RuleForm<Values>, 'values' | 'change' | 'blur' | 'errorOf'>): Pick<RuleForm<Values>, 'text' | 'flag'> {
  // A field's name and its value belong together, which types cannot say of a computed name.
  const edit = (field: string, value: unknown) => change({ [field]: value } as Partial<Values>, field)
  return {
    text: (field) => ({
      name: field,
      value: values[field] as string,
      onChange: ({ target }) => edit(field, target.value),
      onBlur: () => blur(field),
      error: errorOf(field),
    }),
    flag: (field) => ({
      name: field,
      checked: values[field] as boolean,
      onChange: ({ target }) => {
        edit(field, target.checked)
        blur(field)
      },
      error: errorOf(field),
    }),
  }
}

/** `next`, but for the fields in which `edited` differs from `start`. */
function keepEdits<Values extends object>(start: Values, edited: Values, next: Values): Values {
  const before: ReadonlyMap<string, unknown> = new Map(Object.entries(start))
  const edits = Object.entries(edited).filter(([field, value]) => value !== before.get(field))
  return { ...next, ...Object.fromEntries(edits) }
}

/** Holds the typed values. `latest` is ahead of `values` for events that follow one another before React draws again. */
function useValues<Values extends object>(start: Values, restoreAs: string | undefined) {
  // Values of the form with this name are kept, and of no other.
  const findSaved = () => (restoreAs === undefined ? undefined : (findSavedTyping(restoreAs) as Values | undefined))
  const [first] = useState(start)
  const [values, setValues] = useState(() => findSaved() ?? first)
  const newest = useRef(values)
  useEffect(() => {
    if (restoreAs === undefined) return undefined
    forgetSavedTyping(restoreAs)
    return watchTyping(restoreAs, () => (newest.current === first ? null : newest.current))
  }, [restoreAs, first])
  const set = (next: Values) => {
    newest.current = next
    setValues(next)
  }
  return { values, latest: () => newest.current, set }
}

function useFormElement(): Pick<RuleForm<never>, 'attach' | 'focus'> {
  const form = useRef<HTMLFormElement>(null)
  const attach = useCallback((element: HTMLFormElement | null) => {
    form.current = element
  }, [])
  const focus = useCallback((field?: string) => {
    const selector = field === undefined ? 'input, select' : `[name="${field}"]`
    const control = form.current?.querySelector<HTMLElement>(selector) ?? null
    control?.focus()
    return control
  }, [])
  return { attach, focus }
}

/** Decides which problems are visible: those of fields that lost the focus or were refused, except a new one in the field being edited. */
function useChecks(firstCheck: 'blur' | 'submit') {
  const [touched, setTouched] = useState(none)
  const [editing, setEditing] = useState<string | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  // The field that had the focus when the form was cleared: leaving it is no sign that the member left it out.
  const cleared = useRef<string | null>(null)
  const touch = (...fields: readonly string[]) => setTouched((before) => new Set([...before, ...fields]))
  return {
    shows: (field: string) => touched.has(field) && editing !== field,
    edit: (field: string, hasError: boolean) => {
      cleared.current = null
      if (isSubmitted && firstCheck === 'blur') touch(field)
      else if (!hasError) setEditing(field)
    },
    // A problem that appears moves what is below it, and leaving a field is often the beginning of a press.
    blur: (field: string) => {
      const isCleared = cleared.current === field
      cleared.current = null
      afterPress(() => {
        setEditing(null)
        if (firstCheck === 'blur' && !isCleared) touch(field)
      })
    },
    submit: (wrong: readonly string[]) => {
      setSubmitted(true)
      setEditing(null)
      touch(...wrong)
    },
    reset: () => {
      cleared.current = document.activeElement?.getAttribute('name') ?? null
      setTouched(none)
      setEditing(null)
      setSubmitted(false)
    },
  }
}

/** The reason that the last submit was refused, by the rules or by the server, and what was edited since the server did. */
function useRefusals<P extends FieldProblem>(
  error: unknown,
  serverRefusals: readonly FieldRefusal<string>[],
  goTo: (field: string) => unknown,
) {
  type Refused = { readonly problems: readonly (P | FieldRefusal<string>)[]; readonly count: number }
  const [refused, setRefused] = useState<Refused>({ problems: [], count: 0 })
  const [edited, setEdited] = useState(none)
  const [isEdited, setIsEdited] = useState(false)
  const accept = () => setRefused(({ count }) => ({ problems: [], count }))
  const refuse = (problems: Refused['problems']) =>
    problems.length === 0 ? accept() : setRefused(({ count }) => ({ problems, count: count + 1 }))

  const [seenError, setSeenError] = useState<unknown>(null)
  if (error !== seenError) {
    setSeenError(error)
    setEdited(none)
    setIsEdited(false)
    if (serverRefusals.length > 0) refuse(serverRefusals)
  }
  // The summary takes the focus when it appears, in an effect of its own, which runs before this one.
  useEffect(() => {
    const [first] = refused.problems
    if (first !== undefined) goTo(first.field)
  }, [refused, goTo])

  const edit = (field?: string) => {
    setIsEdited(true)
    if (field !== undefined) setEdited((before) => new Set(before).add(field))
  }
  const reset = () => {
    setIsEdited(true)
    accept()
  }
  return { refused, refuse, reset, edited, isEdited, edit }
}

const withoutDefault = (submit: () => void) => (event: SyntheticEvent) => {
  event.preventDefault()
  submit()
}

const none: ReadonlySet<string> = new Set()

const isFromServer = (problem: object): problem is FieldRefusal<string> => 'message' in problem
