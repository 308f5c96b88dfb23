import { settingsOf } from './setting.ts'

const { number } = settingsOf('limits', 'server')

const source = 'REQ-D-005'

/**
 * Limits on attempts and requests, and lifetimes. The limits on failed verifications keep anyone from guessing the last four digits of a
 * phone number.
 */
export const limitSettings = {
  quickPayFailuresPerAccountPerDay: number(1, 100)(
    5,
    'Failed verifications for one account in 24 hours.',
    'Verificaciones fallidas de una cuenta en 24 horas.',
    source,
  ),
  quickPayFailuresPerMemberPerYear: number(1, 10_000)(
    12,
    'Failed verifications for all accounts of one member in 365 days; browsers that verified the account before have their own count.',
    'Verificaciones fallidas de todas las cuentas de un miembro en 365 días; los navegadores que ya verificaron la cuenta tienen su propio conteo.',
    'addition: decision 0282',
  ),
  quickPayFailuresPerClientPerHour: number(1, 1_000)(
    10,
    'Failed verifications in an hour from one client, which is an IPv4 address or an IPv6 network of /64; after more, payers who have not verified the account before are refused.',
    'Verificaciones fallidas en una hora desde un cliente, que es una dirección IPv4 o una red IPv6 /64; si hay más, se rechaza a los pagadores que no han verificado la cuenta antes.',
    source,
  ),
  quickPayFailuresPerNetworkPerHour: number(1, 10_000)(
    30,
    'Failed verifications from one network in an hour.',
    'Verificaciones fallidas desde una red en una hora.',
    source,
  ),
  quickPayGlobalFailuresPer10Minutes: number(1, 100_000)(
    60,
    'Failed verifications for all accounts in 10 minutes; after more, payers who have not verified the account before are refused. A large cooperative needs more.',
    'Verificaciones fallidas de todas las cuentas en 10 minutos; si hay más, se rechaza a los pagadores que no han verificado la cuenta antes. Una cooperativa grande necesita más.',
    source,
  ),
  quickPayRequisitionsPerHour: number(1, 1_000)(
    10,
    'Payment requests in an hour for one account by one payer: the member, a person with shared access, or one client address without a login. All such addresses together get three times as many for an account, and one address five times as many for all accounts.',
    'Solicitudes de pago en una hora de una cuenta por un mismo pagador: el miembro, una persona con acceso compartido o una dirección de cliente sin inicio de sesión. Todas esas direcciones en conjunto tienen el triple para una cuenta, y una dirección cinco veces más para todas las cuentas.',
    `${source}, REQ-D-290`,
  ),
  quickPayTokenMinutes: number(1, 60)(
    15,
    'Lifetime of a verification, in minutes.',
    'Duración de una verificación, en minutos.',
    source,
  ),
  taskLinkCallsPerHour: number(1, 100_000)(
    60,
    'Links in messages opened, and the same number of payments started by them, per client per hour; five times as many per network.',
    'Enlaces de mensajes que se abren, y la misma cantidad de pagos iniciados con ellos, por cliente y hora; cinco veces más por red.',
    'addition: decision 0100',
  ),
  webChatMessagesPerHour: number(1, 100_000)(
    120,
    'Chat messages per client per hour; five times as many per network.',
    'Mensajes de chat por cliente y hora; cinco veces más por red.',
    'addition: decision 0281',
  ),
  usageFilesPerHour: number(1, 100_000)(
    30,
    'Usage file downloads per login per hour.',
    'Descargas de archivos de consumo por usuario y hora.',
    'addition: downloads',
  ),
  requisitionExpiryMinutes: number(5, 1_440)(
    90,
    'Minutes that a payment can stay open on the payment page.',
    'Minutos que un pago puede quedar abierto en la página de pago.',
    'addition: hand-off',
  ),
}
