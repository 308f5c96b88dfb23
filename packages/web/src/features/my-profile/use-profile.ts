import type { MemberDetails } from '@coopline/contract/my-profile/my-profile.contract'
import { profileMessage } from '@coopline/rules/my-profile/my-profile.messages'
import type { PaymentSetup } from '@coopline/rules/my-profile/stored-payments'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { memberCall } from '../../portal/member-call.ts'
import { useSite } from '../../portal/site.tsx'
import { type Availability, useAvailability } from '../../portal/use-availability.ts'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { useMemberSend } from '../../portal/use-member-send.ts'
import { type RuleForm, useRuleForm } from '../../portal/use-rule-form.ts'
import { fieldsOf, problemsOf } from './profile-problems.ts'
import { type ProfileOffer, profileOfferOf } from './profile-offer.ts'
import { nothingTyped, type TypedProfile, typedOf, updateOf } from './typed-profile.ts'

/** My Profile while it is being changed: what every tab reads and writes. */
export interface Profile {
  readonly details: UseQueryResult<MemberDetails>
  readonly setups: UseQueryResult<{ readonly autopayments: readonly PaymentSetup[] }>
  readonly offer: ProfileOffer
  /** All tabs are one form; it is empty until the details are loaded. */
  readonly form: RuleForm<TypedProfile>
  readonly username: Availability
  /** What went wrong that belongs to no field; `null` without a failure. */
  readonly failure: unknown
  /** Said after a change was saved. */
  readonly success: { readonly text: string; readonly count: number } | null
  readonly isBusy: boolean
}

/** Loads My Profile, keeps what is typed on its tabs, and sends all of it at once. @param goTo shows a field. */
export function useProfile(memberNumber: string, goTo: (field: string) => void): Profile {
  const { reload, ...loaded } = useLoaded(memberNumber)
  const { details } = loaded
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const [nameFailure, setNameFailure] = useState<unknown>(null)
  const [success, setSuccess] = useState<Profile['success']>(null)
  const username = useNameCheck(memberNumber, setNameFailure)
  const send = useMemberSend('POST /v3/members/{memberNumber}/details')

  const onSuccess = async (message: string) => {
    setSuccess((before) => ({ text: message, count: (before?.count ?? 0) + 1 }))
    const saved = await reload()
    if (saved !== undefined) form.reset(typedOf(saved))
  }
  const onSubmit = (typed: TypedProfile) => {
    const body = updateOf(memberNumber, typed)
    send.mutate({ params: { memberNumber }, body }, { onSuccess: ({ message }) => void onSuccess(message) })
  }
  const form: RuleForm<TypedProfile> = useRuleForm(
    checkOf(loaded, username, strictEmailEnding),
    ({ code }, language) => profileMessage(code, language),
    {
      start: nothingTyped,
      onSubmit,
      error: send.error,
      fields: details.data === undefined ? [] : fieldsOf(typedOf(details.data)),
      fieldByCode: { 'username-taken': 'loginId' },
      goTo,
    },
  )
  useStart(form, details.data)
  return {
    ...loaded,
    form: {
      ...form,
      onSubmit: (event) => {
        event.preventDefault()
        if (send.isPending) return
        setSuccess(null)
        setNameFailure(null)
        form.submit()
      },
    },
    username,
    failure: form.failure ?? nameFailure,
    success,
    isBusy: send.isPending,
  }
}

/** Fills the form once with what is loaded. What is loaded later does not replace what was typed. */
function useStart(form: RuleForm<TypedProfile>, details: MemberDetails | undefined): void {
  const [isStarted, setStarted] = useState(false)
  if (isStarted || details === undefined) return
  setStarted(true)
  form.reset(typedOf(details))
}

const checkOf =
  (
    { details, setups, offer }: Pick<Profile, 'details' | 'setups' | 'offer'>,
    username: Availability,
    strictEmailEnding: boolean,
  ) =>
  (typed: TypedProfile) => {
    if (details.data === undefined) return []
    const paymentSetups = setups.data?.autopayments ?? []
    const isTaken = username.verdictOf(typed.loginId) === 'taken'
    return problemsOf(typed, details.data, { offer, paymentSetups, strictEmailEnding, isTaken })
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
