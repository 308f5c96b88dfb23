import type { FeeOption } from '../convenience-fee/convenience-fee.ts'
import { feeOfEachPayment } from '../convenience-fee/convenience-fee.messages.ts'
import { formatUsDate } from '../../kernel/calendar-date.ts'
import type { Language } from '../../kernel/problem.ts'
import { restrictionTooltip } from '../payment-method/payment-method.messages.ts'
import { bankAccountLengths, type DraftProblem, maxBankNameLength } from './check-draft.ts'
import type { DraftObstacle } from './draft-eligibility.ts'
import type { DraftOption, DraftType } from './draft-types.ts'

type Code = DraftProblem['code']
type PlainCode = Exclude<Code, 'day-outside-window' | 'days-after-out-of-range' | 'start-too-early'>

const { min, max } = bankAccountLengths

const texts = {
  en: {
    problems: {
      'no-account': 'Please select an account to add a draft.',
      'type-missing': 'Choose when the draft is taken.',
      'day-missing': 'Day of the Month is required.',
      'day-too-late': 'Day of the Month must be before 29th',
      'start-missing': 'Enter a start date.',
      'kind-missing': 'Choose checking or savings.',
      'account-missing': 'Please enter bank account number.',
      'account-not-digits': 'Enter only the digits of the bank account number.',
      'account-length': `The bank account number's length must be between ${min} and ${max}.`,
      'confirm-missing': 'Please confirm your bank account number.',
      'confirm-differs': 'Bank account and Confirm bank account number does not match.',
      'routing-missing': 'Please enter your bank routing number.',
      'routing-not-valid': 'Please enter valid routing number.',
      'bank-name-missing': 'Please enter bank name.',
      'bank-name-too-long': `Enter a bank name of at most ${maxBankNameLength} characters.`,
      'bank-name-not-valid': 'The bank name has characters we cannot use.',
      'not-authorized': 'Please check the authorize checkbox to submit your draft.',
    } satisfies Record<PlainCode, string>,
    window: (after: number, before: number) => `Day of the Month must be after ${after} and before ${before}`,
    daysAfter: (most: number) => `Number of Days after billing must be between 1 and ${most}`,
    tooEarly: (date: string) => `Choose ${date} or a later date.`,
    ofAccount: (account: string, message: string) => `Account: ${account} ${message}`,
    pastDue: ' - Past Due',
    obstacles: {
      autopay: 'Account is signed up for AutoPay. Draft is not allowed.',
      'has-draft': 'This account has a draft. Remove it before you set up another.',
      'past-due': 'Pay the past-due amount before you set up a draft.',
    } satisfies Record<Exclude<DraftObstacle, 'card-restricted' | 'echeck-restricted'>, string>,
    types: {
      WHEN_BILLED: 'When billed',
      END_OF_MONTH: 'End of the month',
      DAY_OF_MONTH: 'Day of the month',
      DAYS_AFTER_BILLING: 'Days after billing',
      CYCLE: 'With the billing cycle',
    } satisfies Record<DraftType, string>,
    updated: 'Your draft information has been updated.',
    notUpdated: 'Your draft information could not be updated.',
    unavailable: 'Draft payments service unavailable, please contact administrator.',
    noneEligible: 'There are no eligible accounts to be set up for draft.',
    noneToRemove: 'There are no accounts available to remove from draft.',
    noAccounts: 'There are no accounts available...!',
    noDraft: 'This account has no draft.',
    feeChanged: 'The convenience fee has changed. Check it again before you set up the draft.',
    askToRemove: 'Are you sure you want to remove the draft for this account?',
    authorizations: {
      here: 'I authorize the cooperative to draft the amounts due on these accounts from this bank account.',
      CREDIT: 'I authorize the cooperative to draft the amounts due on these accounts from the card I enter next.',
      BANK: 'I authorize the cooperative to draft the amounts due on these accounts from the bank account I enter next.',
    },
  },
  es: {
    problems: {
      'no-account': 'Seleccione una cuenta para agregar un débito recurrente.',
      'type-missing': 'Elija cuándo se hace el débito.',
      'day-missing': 'El día del mes es obligatorio.',
      'day-too-late': 'El día del mes debe ser anterior al 29',
      'start-missing': 'Ingrese la fecha de inicio.',
      'kind-missing': 'Elija cuenta corriente o de ahorros.',
      'account-missing': 'Ingrese el número de la cuenta bancaria.',
      'account-not-digits': 'Ingrese solo los dígitos del número de la cuenta bancaria.',
      'account-length': `El número de la cuenta bancaria debe tener entre ${min} y ${max} dígitos.`,
      'confirm-missing': 'Confirme el número de su cuenta bancaria.',
      'confirm-differs': 'El número de la cuenta bancaria y su confirmación no coinciden.',
      'routing-missing': 'Ingrese el número de ruta de su banco.',
      'routing-not-valid': 'Ingrese un número de ruta válido.',
      'bank-name-missing': 'Ingrese el nombre del banco.',
      'bank-name-too-long': `Ingrese un nombre de banco de ${maxBankNameLength} caracteres como máximo.`,
      'bank-name-not-valid': 'El nombre del banco tiene caracteres que no podemos usar.',
      'not-authorized': 'Marque la casilla de autorización para enviar su débito recurrente.',
    } satisfies Record<PlainCode, string>,
    window: (after: number, before: number) => `El día del mes debe ser posterior al ${after} y anterior al ${before}`,
    daysAfter: (most: number) => `El número de días después de la facturación debe estar entre 1 y ${most}`,
    tooEarly: (date: string) => `Elija el ${date} o una fecha posterior.`,
    ofAccount: (account: string, message: string) => `Cuenta: ${account} ${message}`,
    pastDue: ' - Vencida',
    obstacles: {
      autopay: 'La cuenta está inscrita en el pago automático. No se permite el débito recurrente.',
      'has-draft': 'Esta cuenta tiene un débito recurrente. Elimínelo antes de configurar otro.',
      'past-due': 'Pague el saldo vencido antes de configurar un débito recurrente.',
    } satisfies Record<Exclude<DraftObstacle, 'card-restricted' | 'echeck-restricted'>, string>,
    types: {
      WHEN_BILLED: 'Al facturar',
      END_OF_MONTH: 'Fin de mes',
      DAY_OF_MONTH: 'Día del mes',
      DAYS_AFTER_BILLING: 'Días después de la facturación',
      CYCLE: 'Con el ciclo de facturación',
    } satisfies Record<DraftType, string>,
    updated: 'La información de su débito recurrente se actualizó.',
    notUpdated: 'No se pudo actualizar la información de su débito recurrente.',
    unavailable: 'El servicio de débitos recurrentes no está disponible. Comuníquese con el administrador.',
    noneEligible: 'No hay cuentas elegibles para configurar un débito recurrente.',
    noneToRemove: 'No hay cuentas con un débito recurrente que se pueda eliminar.',
    noAccounts: 'No hay cuentas disponibles.',
    noDraft: 'Esta cuenta no tiene un débito recurrente.',
    feeChanged: 'El cargo por conveniencia cambió. Revíselo de nuevo antes de configurar el débito.',
    askToRemove: '¿Seguro que desea eliminar el débito recurrente de esta cuenta?',
    authorizations: {
      here: 'Autorizo a la cooperativa a debitar de esta cuenta bancaria los montos que se deban en estas cuentas.',
      CREDIT:
        'Autorizo a la cooperativa a cobrar a la tarjeta que ingresaré a continuación los montos que se deban en estas cuentas.',
      BANK: 'Autorizo a la cooperativa a debitar de la cuenta bancaria que ingresaré a continuación los montos que se deban en estas cuentas.',
    },
  },
} as const

/** The sentence for a problem of a draft, as DR-37 to DR-55 quote it. */
export function draftMessage(problem: DraftProblem, language: Language): string {
  const text = texts[language]
  if (problem.code === 'day-outside-window') return text.window(problem.after, problem.before)
  if (problem.code === 'days-after-out-of-range') return text.daysAfter(problem.max)
  if (problem.code === 'start-too-early') return text.tooEarly(formatUsDate(problem.earliest))
  return text.problems[problem.code]
}

/** Returns the message of a problem, prefixed with its account when it concerns one of several accounts (DR-56). */
export const draftMessageOfAccount = (problem: DraftProblem, language: Language): string =>
  'accountNumber' in problem
    ? texts[language].ofAccount(problem.accountNumber, draftMessage(problem, language))
    : draftMessage(problem, language)

/** The reason that an account is disabled (DR-27 to DR-30). */
export const draftNotice = (obstacle: DraftObstacle, language: Language): string =>
  obstacle === 'card-restricted' || obstacle === 'echeck-restricted'
    ? (restrictionTooltip(obstacle === 'card-restricted' ? 'card' : 'echeck', language) ?? '')
    : texts[language].obstacles[obstacle]

/** Appended to the number of a past-due account (DR-30). */
export const pastDueSuffix = (language: Language): string => texts[language].pastDue

/** Names a type of draft as the draft options show it (DR-65). */
export const draftTypeName = (type: DraftType, language: Language): string => texts[language].types[type]

type DraftText =
  | 'updated'
  | 'notUpdated'
  | 'unavailable'
  | 'noneEligible'
  | 'noneToRemove'
  | 'noAccounts'
  | 'noDraft'
  | 'feeChanged'
  | 'askToRemove'

/** The documented sentences of the page (DR-10, DR-13, DR-35, DR-58, DR-59, EM-02). */
export const draftText = (name: DraftText, language: Language): string => texts[language][name]

/**
 * Builds the text that a member agrees to when they set up a draft (SEC-50). It stands at the checkbox and is stored with the draft.
 *
 * @param way `here` when the bank numbers are typed on our own page; otherwise what the provider stores.
 * @param fee the convenience fee of each payment; `null` when the portal takes none.
 */
export const draftAuthorization = (way: 'here' | DraftOption, fee: FeeOption | null, language: Language): string =>
  [texts[language].authorizations[way], fee === null ? '' : feeOfEachPayment(fee, language)].join(' ').trim()
