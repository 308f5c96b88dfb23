import { brandName, brands, type CardType } from '../card-brand.ts'
import type { CardProblemCode } from '../card-form.ts'
import type { EcheckProblemCode } from '../echeck-form.ts'
import type { Language } from '../hand-off-form.ts'
import type { Behavior } from '../test-numbers.ts'

/** Every text that a payer reads. */
export interface Messages {
  readonly sandboxNote: string
  readonly securePayment: string
  readonly payTitle: (utility: string) => string
  readonly amountToPay: string
  readonly account: string
  readonly amount: string
  readonly fee: string
  readonly total: string
  readonly feeOf: (money: string) => string
  readonly noFee: string
  readonly method: string
  readonly card: string
  readonly echeck: string
  readonly cardHeading: string
  readonly echeckHeading: string
  readonly acceptedCards: string
  readonly cardNumber: string
  readonly cardName: string
  readonly cardExpiry: string
  readonly cardExpiryHint: string
  readonly cardCvc: string
  readonly cardCvcHint: string
  readonly cardZip: string
  readonly bankName: string
  readonly routingNumber: string
  readonly routingHint: string
  readonly bankAccount: string
  readonly bankAccountHint: string
  readonly bankAccountAgain: string
  readonly bankAccountType: string
  readonly checking: string
  readonly savings: string
  readonly cardTooMuch: (money: string) => string
  readonly pay: (money: string) => string
  readonly authorize: (money: string, utility: string) => string
  readonly storeTitle: (utility: string) => string
  readonly storeText: (utility: string) => string
  readonly store: string
  readonly storedTitle: string
  readonly storedText: string
  readonly storeCanceledTitle: string
  readonly storeCanceledText: string
  readonly noLongerStored: string
  readonly cancel: (utility: string) => string
  readonly returnTo: (utility: string) => string
  readonly errorTitle: string
  readonly errorPrefix: string
  readonly cardDeclined: string
  readonly bankDeclined: string
  readonly returnedByBank: string
  readonly chargedBack: string
  readonly nothingAccepted: string
  readonly tryAnotherMethod: string
  readonly testNumbers: string
  readonly testNumbersIntro: string
  readonly testCardHint: string
  readonly testBankHint: (routing: string) => string
  readonly behaviors: Readonly<Record<Behavior, string>>
  readonly paidTitle: string
  readonly paidText: string
  readonly canceledTitle: string
  readonly canceledText: string
  readonly refundedTitle: string
  readonly refundedText: string
  readonly reversedTitle: string
  readonly confirmation: string
  readonly paidWith: string
  readonly endingIn: (name: string, lastFour: string) => string
  readonly unknownTitle: string
  readonly unknownText: string
  readonly refusedTitle: string
  readonly refusedText: string
  readonly reason: string
  readonly problems: Readonly<Record<CardProblemCode | EcheckProblemCode, (about: ProblemFacts) => string>>
}

interface ProblemFacts {
  readonly cardType?: CardType | undefined
  readonly acceptedCardTypes: readonly CardType[]
  /** The highest amount, formatted. */
  readonly maximum: string
}

const brandList = (types: readonly CardType[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(types.map(brandName))

const cvcLength = (type: CardType | undefined): number => (type === undefined ? 3 : brands[type].cvcLength)

const english: Messages = {
  sandboxNote: 'Test payments only. Do not enter a real card or account.',
  securePayment: 'Secure payment',
  payTitle: (utility) => `Pay ${utility}`,
  amountToPay: 'You pay today',
  account: 'Account',
  amount: 'Amount',
  fee: 'Convenience fee',
  total: 'Total',
  feeOf: (money) => `${money} fee`,
  noFee: 'No fee',
  method: 'Payment method',
  card: 'Card',
  echeck: 'Bank account',
  cardHeading: 'Card details',
  echeckHeading: 'Bank account details',
  acceptedCards: 'Accepted cards',
  cardNumber: 'Card number',
  cardName: 'Name on card',
  cardExpiry: 'Expiration date',
  cardExpiryHint: 'MM/YY',
  cardCvc: 'Security code',
  cardCvcHint: '3 digits (4 for American Express)',
  cardZip: 'Billing ZIP code',
  bankName: 'Name on account',
  routingNumber: 'Routing number',
  routingHint: '9 digits, at the bottom left of a check',
  bankAccount: 'Account number',
  bankAccountHint: '4 to 17 digits',
  bankAccountAgain: 'Confirm account number',
  bankAccountType: 'Account type',
  checking: 'Checking',
  savings: 'Savings',
  cardTooMuch: (money) => `You can pay up to ${money} by card.`,
  pay: (money) => `Pay ${money}`,
  authorize: (money, utility) => `By selecting Pay, you authorize a one-time payment of ${money} to ${utility}.`,
  storeTitle: (utility) => `Save a payment method for ${utility}`,
  storeText: (utility) => `You are not charged now. ${utility} can charge this method when you pay or set up AutoPay.`,
  store: 'Save payment method',
  storedTitle: 'This payment method is saved',
  storedText: 'You were not charged.',
  storeCanceledTitle: 'No payment method was saved',
  storeCanceledText: 'To save one, start again from your utility’s site.',
  noLongerStored: 'This payment method is no longer saved.',
  cancel: (utility) => `Cancel and return to ${utility}`,
  returnTo: (utility) => `Return to ${utility}`,
  errorTitle: 'Check what you entered',
  errorPrefix: 'Error',
  cardDeclined: 'Your card was declined.',
  bankDeclined: 'Your bank declined the payment.',
  returnedByBank: 'Your bank returned the payment.',
  chargedBack: 'The card company reversed the payment after a dispute.',
  nothingAccepted: 'You were not charged. You can try again below.',
  tryAnotherMethod: 'Try another method',
  testNumbers: 'Test numbers',
  testNumbersIntro: 'Only these numbers work here. Each one has a different result.',
  testCardHint: 'Any name, any future date, any security code, any ZIP code.',
  testBankHint: (routing) => `Any name. Routing number ${routing}.`,
  behaviors: {
    approve: 'Approved',
    decline: 'Declined',
    slow: 'Approved, slow response',
    'lost-postback': 'Approved, the notice to the utility is lost',
    'doubled-postback': 'Approved, the notice arrives more than once',
    'late-postback': 'Approved, the notice arrives late',
    'wrong-amount': 'Approved, the notice gives a wrong amount',
    unreadable: 'Approved, the notice cannot be read',
  },
  paidTitle: 'This payment is complete',
  paidText: 'You were charged once. You do not need to do anything else.',
  canceledTitle: 'This payment was canceled',
  canceledText: 'You were not charged. To pay, start again from your utility’s site.',
  refundedTitle: 'This payment was refunded',
  refundedText: 'The money is on its way back to you.',
  reversedTitle: 'This payment was reversed',
  confirmation: 'Confirmation number',
  paidWith: 'Paid with',
  endingIn: (name, lastFour) => `${name} ending in ${lastFour}`,
  unknownTitle: 'This payment page does not exist',
  unknownText: 'The address may be incomplete. Start the payment again from your utility’s site.',
  refusedTitle: 'This payment cannot be opened',
  refusedText:
    'The payment details changed or expired. You were not charged. Go back to your utility’s site and start the payment again.',
  reason: 'Technical details',
  problems: {
    'card-number-missing': () => 'Enter the card number.',
    'card-number-invalid': () => 'This is not a valid card number. Check the digits.',
    'card-brand-unknown': ({ acceptedCardTypes }) =>
      `This card is not accepted. Use ${brandList(acceptedCardTypes, 'en')}.`,
    'card-brand-refused': ({ cardType, acceptedCardTypes }) =>
      `${cardType === undefined ? 'This card' : brandName(cardType)} is not accepted. Use ${brandList(acceptedCardTypes, 'en')}.`,
    'card-not-a-test-card': () => 'Only test cards work here. Choose one from “Test numbers” below.',
    'card-above-maximum': ({ maximum }) => `You can pay up to ${maximum} by card. Choose another way to pay.`,
    'card-name-missing': () => 'Enter the name on the card.',
    'card-expiry-missing': () => 'Enter the expiration date.',
    'card-expiry-invalid': () => 'Enter the expiration date as MM/YY, for example 09/29.',
    'card-expired': () => 'This card has expired. Use another card.',
    'card-cvc-missing': () => 'Enter the security code.',
    'card-cvc-length': ({ cardType }) => `The security code for this card has ${cvcLength(cardType)} digits.`,
    'card-zip-invalid': () => 'Enter the billing ZIP code: 5 digits, or 9 with a dash.',
    'bank-name-missing': () => 'Enter the name on the account.',
    'routing-missing': () => 'Enter the routing number.',
    'routing-invalid': () => 'This is not a valid routing number. Check the 9 digits.',
    'bank-account-missing': () => 'Enter the account number.',
    'bank-account-invalid': () => 'Enter an account number of 4 to 17 digits.',
    'bank-account-not-a-test-account': () => 'Only test accounts work here. Choose one from “Test numbers” below.',
    'bank-account-again-missing': () => 'Enter the account number again to confirm it.',
    'bank-account-differs': () => 'The account numbers do not match.',
    'bank-account-type-missing': () => 'Select checking or savings.',
  },
}

const spanish: Messages = {
  sandboxNote: 'Solo pagos de prueba. No ingrese una tarjeta o cuenta real.',
  securePayment: 'Pago seguro',
  payTitle: (utility) => `Pagar a ${utility}`,
  amountToPay: 'Usted paga hoy',
  account: 'Cuenta',
  amount: 'Monto',
  fee: 'Cargo por conveniencia',
  total: 'Total',
  feeOf: (money) => `Cargo de ${money}`,
  noFee: 'Sin cargo',
  method: 'Forma de pago',
  card: 'Tarjeta',
  echeck: 'Cuenta bancaria',
  cardHeading: 'Datos de la tarjeta',
  echeckHeading: 'Datos de la cuenta bancaria',
  acceptedCards: 'Tarjetas aceptadas',
  cardNumber: 'Número de tarjeta',
  cardName: 'Nombre en la tarjeta',
  cardExpiry: 'Fecha de vencimiento',
  cardExpiryHint: 'MM/AA',
  cardCvc: 'Código de seguridad',
  cardCvcHint: '3 dígitos (4 en American Express)',
  cardZip: 'Código postal de facturación',
  bankName: 'Nombre del titular',
  routingNumber: 'Número de ruta',
  routingHint: '9 dígitos, abajo a la izquierda en un cheque',
  bankAccount: 'Número de cuenta',
  bankAccountHint: 'De 4 a 17 dígitos',
  bankAccountAgain: 'Confirme el número de cuenta',
  bankAccountType: 'Tipo de cuenta',
  checking: 'De cheques',
  savings: 'De ahorros',
  cardTooMuch: (money) => `Puede pagar hasta ${money} con tarjeta.`,
  pay: (money) => `Pagar ${money}`,
  authorize: (money, utility) => `Al seleccionar Pagar, usted autoriza un pago único de ${money} a ${utility}.`,
  storeTitle: (utility) => `Guardar un método de pago para ${utility}`,
  storeText: (utility) =>
    `No se le cobra nada ahora. ${utility} podrá cobrar a este método cuando usted pague o configure AutoPay.`,
  store: 'Guardar método de pago',
  storedTitle: 'Este método de pago está guardado',
  storedText: 'No se le cobró nada.',
  storeCanceledTitle: 'No se guardó ningún método de pago',
  storeCanceledText: 'Para guardar uno, empiece de nuevo desde el sitio de su empresa de servicios.',
  noLongerStored: 'Este método de pago ya no está guardado.',
  cancel: (utility) => `Cancelar y volver a ${utility}`,
  returnTo: (utility) => `Volver a ${utility}`,
  errorTitle: 'Revise lo que ingresó',
  errorPrefix: 'Error',
  cardDeclined: 'Su tarjeta fue rechazada.',
  bankDeclined: 'Su banco rechazó el pago.',
  returnedByBank: 'Su banco devolvió el pago.',
  chargedBack: 'La compañía de la tarjeta revirtió el pago tras una disputa.',
  nothingAccepted: 'No se le cobró nada. Puede intentarlo de nuevo más abajo.',
  tryAnotherMethod: 'Probar otra forma de pago',
  testNumbers: 'Números de prueba',
  testNumbersIntro: 'Aquí solo funcionan estos números. Cada uno da un resultado distinto.',
  testCardHint: 'Cualquier nombre, fecha futura, código de seguridad y código postal.',
  testBankHint: (routing) => `Cualquier nombre. Número de ruta ${routing}.`,
  behaviors: {
    approve: 'Aprobado',
    decline: 'Rechazado',
    slow: 'Aprobado, respuesta lenta',
    'lost-postback': 'Aprobado, el aviso a la empresa se pierde',
    'doubled-postback': 'Aprobado, el aviso llega más de una vez',
    'late-postback': 'Aprobado, el aviso llega tarde',
    'wrong-amount': 'Aprobado, el aviso indica otro monto',
    unreadable: 'Aprobado, el aviso no se puede leer',
  },
  paidTitle: 'Este pago está completo',
  paidText: 'Se le cobró una sola vez. No tiene que hacer nada más.',
  canceledTitle: 'Este pago fue cancelado',
  canceledText: 'No se le cobró nada. Para pagar, empiece de nuevo desde el sitio de su empresa de servicios.',
  refundedTitle: 'Este pago fue reembolsado',
  refundedText: 'El dinero va camino a su tarjeta o cuenta bancaria.',
  reversedTitle: 'Este pago fue revertido',
  confirmation: 'Número de confirmación',
  paidWith: 'Pagado con',
  endingIn: (name, lastFour) => `${name} que termina en ${lastFour}`,
  unknownTitle: 'Esta página de pago no existe',
  unknownText:
    'Puede que la dirección esté incompleta. Empiece el pago de nuevo desde el sitio de su empresa de servicios.',
  refusedTitle: 'No se puede abrir este pago',
  refusedText:
    'Los datos del pago cambiaron o vencieron. No se le cobró nada. Regrese al sitio de su empresa de servicios y empiece el pago de nuevo.',
  reason: 'Detalles técnicos',
  problems: {
    'card-number-missing': () => 'Ingrese el número de tarjeta.',
    'card-number-invalid': () => 'Este número de tarjeta no es válido. Revise los dígitos.',
    'card-brand-unknown': ({ acceptedCardTypes }) =>
      `Esta tarjeta no se acepta. Use ${brandList(acceptedCardTypes, 'es')}.`,
    'card-brand-refused': ({ cardType, acceptedCardTypes }) =>
      `${cardType === undefined ? 'Esta tarjeta' : brandName(cardType)} no se acepta. Use ${brandList(acceptedCardTypes, 'es')}.`,
    'card-not-a-test-card': () =>
      'Aquí solo funcionan tarjetas de prueba. Elija una en “Números de prueba”, más abajo.',
    'card-above-maximum': ({ maximum }) => `Puede pagar hasta ${maximum} con tarjeta. Elija otra forma de pago.`,
    'card-name-missing': () => 'Ingrese el nombre que aparece en la tarjeta.',
    'card-expiry-missing': () => 'Ingrese la fecha de vencimiento.',
    'card-expiry-invalid': () => 'Ingrese la fecha de vencimiento como MM/AA, por ejemplo 09/29.',
    'card-expired': () => 'Esta tarjeta está vencida. Use otra tarjeta.',
    'card-cvc-missing': () => 'Ingrese el código de seguridad.',
    'card-cvc-length': ({ cardType }) => `El código de seguridad de esta tarjeta tiene ${cvcLength(cardType)} dígitos.`,
    'card-zip-invalid': () => 'Ingrese el código postal de facturación: 5 dígitos, o 9 con un guion.',
    'bank-name-missing': () => 'Ingrese el nombre del titular de la cuenta.',
    'routing-missing': () => 'Ingrese el número de ruta.',
    'routing-invalid': () => 'Este número de ruta no es válido. Revise los 9 dígitos.',
    'bank-account-missing': () => 'Ingrese el número de cuenta.',
    'bank-account-invalid': () => 'Ingrese un número de cuenta de 4 a 17 dígitos.',
    'bank-account-not-a-test-account': () =>
      'Aquí solo funcionan cuentas de prueba. Elija una en “Números de prueba”, más abajo.',
    'bank-account-again-missing': () => 'Ingrese otra vez el número de cuenta para confirmarlo.',
    'bank-account-differs': () => 'Los números de cuenta no coinciden.',
    'bank-account-type-missing': () => 'Seleccione cuenta de cheques o de ahorros.',
  },
}

export const messagesFor = (language: Language): Messages => (language === 'es' ? spanish : english)
