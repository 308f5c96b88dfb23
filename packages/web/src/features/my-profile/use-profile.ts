import type { MemberDetails } from '@coopline/contract/my-profile/my-profile.contract'
import { checkProfile, type ProfileProblem } from '@coopline/rules/my-profile/check-profile'
import { profileMessage } from '@coopline/rules/my-profile/my-profile.messages'
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
import { useRefusedSubmit } from '../../portal/use-refused-submit.ts'
import { type ProfileOffer, profileOfferOf } from './profile-offer.ts'
import { formOf, savedOf, type TypedProfile, typedOf, updateOf } from './typed-profile.ts'

interface SaidProblem {
  readonly field: string
  readonly message: string
}

/** My Profile while it is being changed: what every tab reads and writes. */
export interface Profile {
  readonly details: UseQueryResult<MemberDetails>
  readonly setups: UseQueryResult<{ readonly autopayments: readonly PaymentSetup[] }>
  readonly offer: ProfileOffer
  /** `null` until it is loaded. */
  readonly typed: TypedProfile | null
  readonly change: (changes: Partial<TypedProfile>) => void
  /** The field was left: from now on what is wrong with it is said. */
  readonly leave: (field: string) => void
  readonly errorOf: (field: string) => string | undefined
  readonly username: Availability
  readonly refused: { readonly problems: readonly SaidProblem[]; readonly count: number }
  /** What went wrong that belongs to no field. */
  readonly failure: unknown
  /** Said after a change was saved. */
  readonly news: { readonly text: string; readonly count: number } | null
  readonly isBusy: boolean
  readonly submit: () => void
}

const detailsLine = 'GET /v3/members/{memberNumber}/details'

/** Loads My Profile, keeps what is typed on its tabs, and sends all of it at once. @param goTo shows a field. */
export function useProfile(memberNumber: string, goTo: (field: string) => void): Profile {
  const { language } = useLanguage()
  const site = useSite()
  const queries = useQueryClient()
  const offer = profileOfferOf(site)
  const input = { params: { memberNumber } }
  const details = useMemberRead(detailsLine, input)
  const setups = useMemberRead('GET /v3/members/{memberNumber}/autopayments', input, { enabled: offer.storedPayments })
  const [typed, setTyped] = useState<TypedProfile | null>(null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [news, setNews] = useState<Profile['news']>(null)
  const refusedSubmit = useRefusedSubmit<SaidProblem>(goTo)
  const username = useAvailability(
    (name) =>
      memberCall('GET /v3/members/{memberNumber}/usernames/{username}/availability', {
        params: { memberNumber, username: name },
      }),
    setFailure,
  )
  if (typed === null && details.data !== undefined) setTyped(typedOf(details.data))

  const problems = problemsOf()
  function problemsOf(): readonly SaidProblem[] {
    if (typed === null || details.data === undefined) return []
    const saved = savedOf(details.data, setups.data?.autopayments ?? [])
    const { paperless } = offer
    const { today } = details.data
    const { STRICT_EMAIL_ENDING: strictEmailEnding } = site.settings
    const found = checkProfile(formOf(typed), saved, { strictEmailEnding, paperless, today })
    const isTaken = typed.loginId !== saved.loginId && username.verdictOf(typed.loginId) === 'taken'
    return inOrder([
      ...found.map(({ code, field }) => ({ field, message: profileMessage(code, language) })),
      ...(isTaken ? [{ field: 'loginId', message: profileMessage('username-taken', language) }] : []),
    ])
  }

  const send = useMemberSend('POST /v3/members/{memberNumber}/details')
  const reload = async () => {
    const fresh = await details.refetch()
    await queries.invalidateQueries({ queryKey: ['GET /v3/members/{memberNumber}/autopayments'] })
    if (fresh.data !== undefined) setTyped(typedOf(fresh.data))
  }
  const refuseBy = (error: unknown, sent: TypedProfile) => {
    const refusals = fieldRefusals(error, fieldsOf(sent), { 'username-taken': 'loginId' })
    if (refusals.length === 0) return setFailure(error)
    setTold(Object.fromEntries(refusals.map(({ field, message }) => [field, message])))
    refusedSubmit.refuse(refusals)
  }
  const submit = () => {
    if (typed === null || send.isPending) return
    setNews(null)
    setFailure(null)
    setLeft(new Set(fieldsOf(typed)))
    if (problems.length > 0) return refusedSubmit.refuse(problems)
    refusedSubmit.accept()
    send.mutate(
      { params: { memberNumber }, body: updateOf(memberNumber, typed) },
      {
        onError: (error) => refuseBy(error, typed),
        onSuccess: ({ message }) => {
          setLeft(new Set())
          setTold({})
          setNews((before) => ({ text: message, count: (before?.count ?? 0) + 1 }))
          void reload()
        },
      },
    )
  }

  return {
    details,
    setups,
    offer,
    typed,
    username,
    failure,
    news,
    refused: refusedSubmit,
    isBusy: send.isPending,
    submit,
    change: (changes) => {
      setTyped((before) => before && { ...before, ...changes })
      setTold((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))))
    },
    leave: (field) => setLeft((before) => (before.has(field) ? before : new Set([...before, field]))),
    errorOf: (field) =>
      told[field] ?? (left.has(field) ? problems.find((problem) => problem.field === field)?.message : undefined),
  }
}

/** The fields of the tabs from top to bottom. */
const ownFields = [
  'userName',
  'loginId',
  'password',
  'cnfpassword',
  'currentPassword',
  'securityQuestionId',
  'securityQuestionAnswer',
  'removeStoredCreditData',
  'removeStoredBankData',
  'paperlessConfirmText',
] as const satisfies readonly ProfileProblem['field'][]

const fieldsOf = ({ roundupAccounts }: TypedProfile): readonly string[] => [
  ...ownFields,
  ...roundupAccounts.flatMap((_, index) => [`roundupAccounts.${index}.amount`, `roundupAccounts.${index}.expiration`]),
]

const inOrder = (problems: readonly SaidProblem[]): readonly SaidProblem[] => {
  const order: readonly string[] = ownFields
  const placeOf = ({ field }: SaidProblem) => (order.includes(field) ? order.indexOf(field) : order.length)
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))
}
