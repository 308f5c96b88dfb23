import type { MemberDetails } from '@coopline/contract/my-profile/my-profile.contract'
import type { PaymentSetup } from '@coopline/rules/my-profile/stored-payments'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldRefusals } from '../../portal/field-refusals.ts'
import { memberCall } from '../../portal/member-call.ts'
import { useSite } from '../../portal/site.tsx'
import { useLanguage } from '../../portal/text.tsx'
import { type Availability, useAvailability } from '../../portal/use-availability.ts'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { useSubmitErrors } from '../../portal/use-submit-errors.ts'
import { fieldsOf, problemsOf, type SaidProblem } from './profile-problems.ts'
import { type ProfileOffer, profileOfferOf } from './profile-offer.ts'
import { type TypedProfile, typedOf, updateOf } from './typed-profile.ts'

/** My Profile while it is being changed: what every tab reads and writes. */
export interface Profile extends Typing {
  readonly details: UseQueryResult<MemberDetails>
  readonly setups: UseQueryResult<{ readonly autopayments: readonly PaymentSetup[] }>
  readonly offer: ProfileOffer
  readonly errorOf: (field: string) => string | undefined
  readonly username: Availability
  readonly refused: { readonly problems: readonly SaidProblem[]; readonly count: number }
  /** What went wrong that belongs to no field. */
  readonly failure: unknown
  /** Said after a change was saved. */
  readonly success: { readonly text: string; readonly count: number } | null
  readonly isBusy: boolean
  readonly submit: () => void
}

/** Loads My Profile, keeps what is typed on its tabs, and sends all of it at once. @param goTo shows a field. */
export function useProfile(memberNumber: string, goTo: (field: string) => void): Profile {
  const loaded = useLoaded(memberNumber)
  const typing = useTyping(loaded.details.data)
  const { typed } = typing
  const [failure, setFailure] = useState<unknown>(null)
  const [success, setSuccess] = useState<Profile['success']>(null)
  const refused = useSubmitErrors<SaidProblem>(goTo)
  const username = useNameCheck(memberNumber, setFailure)
  const problems = useProblems(loaded, typed, username)
  const send = useMemberSend('POST /v3/members/{memberNumber}/details')

  const onError = (error: unknown, sent: TypedProfile) => {
    const refusals = fieldRefusals(error, fieldsOf(sent), { 'username-taken': 'loginId' })
    if (refusals.length === 0) return setFailure(error)
    typing.tell(refusals)
    refused.refuse(refusals)
  }
  const onSuccess = async (message: string) => {
    setSuccess((before) => ({ text: message, count: (before?.count ?? 0) + 1 }))
    typing.beginAnew(await loaded.reload())
  }
  const submit = () => {
    if (typed === null || send.isPending) return
    setSuccess(null)
    setFailure(null)
    typing.leaveAll(fieldsOf(typed))
    if (problems.length > 0) return refused.refuse(problems)
    refused.accept()
    const input = { params: { memberNumber }, body: updateOf(memberNumber, typed) }
    send.mutate(input, {
      onError: (error) => onError(error, typed),
      onSuccess: ({ message }) => void onSuccess(message),
    })
  }
  const errorOf = (field: string) => typing.told[field] ?? problems.find((one) => one.field === field)?.message
  return {
    ...loaded,
    ...typing,
    username,
    failure,
    success,
    refused,
    isBusy: send.isPending,
    submit,
    errorOf: (field) => (typing.isTouched(field) ? errorOf(field) : undefined),
  }
}

/** Everything that is wrong with what is typed; nothing while there is nothing to evaluateForm. */
function useProblems(
  { details, setups, offer }: Pick<Profile, 'details' | 'setups' | 'offer'>,
  typed: TypedProfile | null,
  username: Availability,
): readonly SaidProblem[] {
  const { language } = useLanguage()
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  if (typed === null || details.data === undefined) return []
  const paymentSetups = setups.data?.autopayments ?? []
  const isTaken = username.verdictOf(typed.loginId) === 'taken'
  return problemsOf(typed, details.data, { language, offer, paymentSetups, strictEmailEnding, isTaken })
}

const setupsLine = 'GET /v3/members/{memberNumber}/autopayments'

function useLoaded(memberNumber: string) {
  const queries = useQueryClient()
  const offer = profileOfferOf(useSite())
  const input = { params: { memberNumber } }
  const details = useMemberRead('GET /v3/members/{memberNumber}/details', input)
  const setups = useMemberRead(setupsLine, input, { enabled: offer.storedPayments })
  const reload = async () => {
    const [fresh] = await Promise.all([details.refetch(), queries.invalidateQueries({ queryKey: [setupsLine] })])
    return fresh.data
  }
  return { details, setups, offer, reload }
}

const useNameCheck = (memberNumber: string, onFailure: (error: unknown) => void): Availability =>
  useAvailability(
    (username) =>
      memberCall('GET /v3/members/{memberNumber}/usernames/{username}/availability', {
        params: { memberNumber, username },
      }),
    onFailure,
  )

interface Typing {
  /** `null` until it is loaded. */
  readonly typed: TypedProfile | null
  readonly change: (changes: Partial<TypedProfile>) => void
  /** The field was left: from now on what is wrong with it is said. */
  readonly leave: (field: string) => void
}

/** What is typed on the tabs, and which fields were left. Nothing that is loaded later takes the place of what was typed. */
function useTyping(details: MemberDetails | undefined) {
  const [typed, setTyped] = useState<TypedProfile | null>(null)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  if (typed === null && details !== undefined) setTyped(typedOf(details))
  return {
    typed,
    /** What the service said about fields that have not been changed since. */
    told,
    tell: (problems: readonly SaidProblem[]) =>
      setTold(Object.fromEntries(problems.map(({ field, message }) => [field, message]))),
    change: (changes: Partial<TypedProfile>) => {
      setTyped((before) => before && { ...before, ...changes })
      setTold((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !((field.split('.')[0] ?? '') in changes))),
      )
    },
    isTouched: (field: string) => touched.has(field),
    leave: (field: string) => setTouched((before) => (before.has(field) ? before : new Set([...before, field]))),
    leaveAll: (fields: readonly string[]) => setTouched(new Set(fields)),
    /** After saving: what was saved, with no secret in a field. */
    beginAnew: (saved: MemberDetails | undefined) => {
      setTouched(new Set())
      setTold({})
      if (saved !== undefined) setTyped(typedOf(saved))
    },
  }
}
