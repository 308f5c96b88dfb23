import type { MemberDetails } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { profileMessage } from '@coopline/rules/accounts/my-profile/my-profile.messages'
import type { PaymentSetup } from '@coopline/rules/accounts/my-profile/stored-payments'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { memberCall } from '../../../portal/call/member-call.ts'
import { useSite } from '../../../portal/page/site.tsx'
import { type Availability, useAvailability } from '../../../portal/call/use-availability.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useMemberSend } from '../../../portal/call/use-member-send.ts'
import { type RuleForm, useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSuccess } from '../../../portal/form/use-success.tsx'
import { type ProfileOffer, profileOfferOf } from './profile-offer.ts'
import { formOf, nothingTyped, savedOf, typedOf, type TypedProfile, updateOf, withoutSecrets } from './typed-profile.ts'
import { checkProfile, type ProfileProblem } from '@coopline/rules/accounts/my-profile/check-profile'

type Problem = ProfileProblem | { readonly code: 'username-taken'; readonly field: 'loginId' }

interface Circumstances {
  readonly offer: ProfileOffer
  readonly paymentSetups: readonly PaymentSetup[]
  readonly strictEmailEnding: boolean
  /** True when another member has the username that is typed. */
  readonly isTaken: boolean
}

/** Everything that is wrong with what is typed, in the order of the tabs. */
function problemsOf(
  typed: TypedProfile,
  details: MemberDetails,
  { offer, paymentSetups, strictEmailEnding, isTaken }: Circumstances,
): readonly Problem[] {
  const rule = { strictEmailEnding, paperless: offer.paperless, today: details.today }
  const found = checkProfile(formOf(typed), savedOf(details, paymentSetups), rule)
  const isTakenByOther = isTaken && typed.loginId !== details.loginId
  const problems: readonly Problem[] = isTakenByOther ? [...found, { code: 'username-taken', field: 'loginId' }] : found
  const order = fieldsOf(typed)
  return [...problems].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
}

const ownFields = [
  'userName',
  'emailCode',
  'loginId',
  'password',
  'cnfpassword',
  'currentPassword',
  'securityQuestionId',
  'securityQuestionAnswer',
  'removeStoredCreditData',
  'removeStoredBankData',
  'paperlessConfirmText',
] as const satisfies readonly (ProfileProblem['field'] | 'emailCode')[]

/** The fields of the tabs that something can be wrong with, from top to bottom. */
const fieldsOf = ({ roundupAccounts }: TypedProfile): readonly string[] => [
  ...ownFields,
  ...roundupAccounts.flatMap((_, index) => [`roundupAccounts.${index}.amount`, `roundupAccounts.${index}.expiration`]),
]

/** My Profile while it is being changed: what every tab reads and writes. */
export interface Profile {
  readonly details: UseQueryResult<MemberDetails>
  readonly setups: UseQueryResult<{ readonly autopayments: readonly PaymentSetup[] }>
  readonly offer: ProfileOffer
  /** All tabs are one form; it is empty until the details are loaded. */
  readonly form: RuleForm<TypedProfile>
  readonly username: Availability
  /** The reason that a username could not be checked; `null` without a failure. */
  readonly nameFailure: unknown
  /** Said after a change was saved. */
  readonly success: ReactNode
  readonly isBusy: boolean
}

/** Loads My Profile, keeps what is typed on its tabs, and sends all of it at once. @param goTo shows a field. */
export function useProfile(memberNumber: string, goTo: (field: string) => void): Profile {
  const { loadAgain, ...loaded } = useLoaded(memberNumber)
  const { details } = loaded
  const { STRICT_EMAIL_ENDING: strictEmailEnding } = useSite().settings
  const [nameFailure, setNameFailure] = useState<unknown>(null)
  const { success, succeedWith, clearSuccess } = useSuccess()
  const username = useNameCheck(memberNumber, setNameFailure)
  const send = useMemberSend('POST /v3/members/{memberNumber}/details')

  const onSuccess = (message: string, sent: TypedProfile) => {
    succeedWith(message)
    showSaved(sent)
    loadAgain()
  }
  const onSubmit = (typed: TypedProfile) => {
    const body = updateOf(memberNumber, typed)
    send.mutate({ params: { memberNumber }, body }, { onSuccess: ({ message }) => onSuccess(message, typed) })
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
  const showSaved = useDisplayedValues(form, details.data)
  return {
    ...loaded,
    form: {
      ...form,
      onSubmit: (event) => {
        event.preventDefault()
        clearSuccess()
        setNameFailure(null)
        form.submit()
      },
    },
    username,
    nameFailure,
    success,
    isBusy: send.isPending,
  }
}

/** Fills the form with what is loaded, now and later, and with what was saved. Neither replaces what was typed since. */
function useDisplayedValues(form: RuleForm<TypedProfile>, details: MemberDetails | undefined) {
  const [loaded, setLoaded] = useState<MemberDetails>()
  const [shown, setShown] = useState(nothingTyped)
  const show = (before: TypedProfile, typed: TypedProfile) => {
    setShown(typed)
    form.replace(before, typed)
  }
  if (details !== undefined && details !== loaded) {
    setLoaded(details)
    show(shown, typedOf(details))
  }
  return (sent: TypedProfile) => show(sent, withoutSecrets(sent))
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
  const loadAgain = () => {
    void details.refetch()
    void queries.invalidateQueries({ queryKey: [setupsLine] })
  }
  return { details, setups, offer, loadAgain }
}

const useNameCheck = (memberNumber: string, onFailure: (error: unknown) => void): Availability =>
  useAvailability(
    (username) =>
      memberCall('GET /v3/members/{memberNumber}/usernames/{username}/availability', {
        params: { memberNumber, username },
      }),
    onFailure,
  )
