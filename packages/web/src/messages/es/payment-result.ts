import type { texts as english } from '../en/payment-result.ts'

export const texts: typeof english = {
  titles: { success: 'Pago realizado', cancel: 'Pago cancelado' },
  confirmed: {
    heading: 'Su pago se procesó correctamente',
    keep: 'Guarde el código de confirmación.',
    account: (accountNumber) => `Cuenta ${accountNumber}`,
    balanceNow: (balance) => `Saldo actual: ${balance}`,
    accountNumber: 'Número de cuenta',
    accountBalance: 'Saldo de la cuenta',
    paymentAmount: 'Monto del pago',
    convenienceFee: 'Cargo por conveniencia',
    totalPaymentAmount: 'Monto total del pago',
    refunded: 'Reembolsado',
    partOf: (part, total) => `${part} de ${total}`,
    lastFour: {
      cc: 'Tarjeta que termina en',
      echeck: 'Cuenta bancaria que termina en',
      unknown: 'Tarjeta o cuenta bancaria que termina en',
    },
    confirmationCode: 'Código de confirmación',
    details: 'Detalles del pago',
    done: 'Listo',
    print: 'Imprimir',
  },
  checking: {
    heading: 'Estamos revisando su pago',
    text: 'Solo tomará un momento.',
  },
  processing: {
    heading: 'Estamos confirmando su pago',
    text: 'Puede tardar hasta dos minutos. No tiene que hacer nada. No pague de nuevo.',
    retrying: 'La última consulta no funcionó. Seguiremos intentándolo.',
    stillTitle: 'Todavía no podemos confirmar su pago',
    still:
      'Aún no hemos recibido el resultado de su pago. No pague de nuevo. Si el pago se realizó, aparecerá en su cuenta. Consulte más tarde o llámenos.',
    checkAgain: 'Consultar de nuevo',
  },
  declined: {
    heading: 'Su pago fue rechazado',
    text: 'No se le cobró nada. Pruebe con otra tarjeta o cuenta bancaria, o llame a su banco.',
  },
  canceled: {
    heading: 'Su pago fue cancelado',
    text: 'No se le cobró nada.',
  },
  expired: {
    heading: 'Se agotó el tiempo para su pago',
    text: 'No recibimos ningún pago. Puede empezar de nuevo.',
  },
  refunded: {
    heading: 'Su pago fue reembolsado',
    text: 'El monto de abajo regresará a la tarjeta o cuenta bancaria que usó.',
  },
  returned: {
    heading: 'Su pago fue devuelto',
    text: 'Su banco o la compañía de su tarjeta revirtió este pago. Usted vuelve a deber ese monto en su cuenta.',
  },
  'under-review': {
    heading: 'Estamos revisando su pago',
    text: 'Recibimos su pago y estamos revisando el monto. No pague de nuevo. Su saldo cambiará cuando terminemos.',
  },
  rejected: {
    heading: 'No aplicamos su pago',
    text: 'Revisamos este pago y no lo aplicamos a su cuenta. Si se hizo un cargo a su tarjeta o cuenta bancaria, llámenos.',
  },
  failed: {
    heading: 'No pudimos mostrar su pago',
    notFound: 'No encontramos su pago con este enlace. Si ya pagó, su pago no se ve afectado.',
    sessionEnded: 'Su sesión de pago rápido terminó. Si ya pagó, su pago no se ve afectado y aparecerá en su cuenta.',
  },
  signedOut: {
    heading: 'Inicie sesión para ver su pago',
    text: 'Su sesión terminó mientras usted estaba en la página de pago. Si pagó, su pago no se ve afectado.',
    signIn: 'Iniciar sesión',
  },
  nothing: {
    heading: 'Aquí no hay ningún pago que mostrar',
    text: 'Si acaba de pagar, su pago no se ve afectado y aparecerá en su cuenta.',
  },
  cancelPage: {
    heading: 'Su pago ha sido cancelado.',
    text: 'Puede pagar cuando quiera.',
    done: 'Listo',
    again: 'Intentar de nuevo',
  },
  tryAgain: 'Intentar de nuevo',
  account: 'Volver a su cuenta',
  shared: 'Volver a las cuentas compartidas',
  home: 'Volver a la página de inicio',
  call: '¿Preguntas? Llame al',
}
