import { settingsOf } from './setting.ts'

const limits = settingsOf('limits', 'server')
const shown = settingsOf('site settings')
const { number } = limits

const login = 'addition: limits of sign-in (ASVS 6.3.1)'
const session = 'REQ-D-004'
const codes = 'RG-26, REQ-D-060'
const connect = 'addition: Green Button Connect My Data'
const staff = 'addition: staff console'
const sharing = 'addition: decision 0150'
const lookUps = 'REQ-D-014'

/** Settings for authentication and its rate limits (NIST SP 800-63B-4, OWASP ASVS 5.0). */
export const signInSettings = {
  passkeysEnabled: shown.flag(
    true,
    'Offers passkeys at sign-in and under My Profile.',
    'Ofrece llaves de acceso al iniciar sesión y en Mi perfil.',
    'addition: passkeys',
  ),
  connectEnabled: shown.flag(
    false,
    'Lets members connect apps to their usage and make access tokens.',
    'Permite a los miembros conectar aplicaciones a su consumo y crear tokens de acceso.',
    connect,
  ),
  sharedAccess: shown.flag(
    false,
    'Lets members invite others to see chosen accounts until a day, each with a login of their own.',
    'Permite a los miembros invitar a otras personas a ver las cuentas elegidas hasta una fecha, cada una con su propio usuario.',
    sharing,
  ),
  sharedInvitationsPerDay: number(1, 10_000)(
    10,
    'Invitations to see accounts that one member can send in 24 hours.',
    'Invitaciones a ver cuentas que un miembro puede enviar en 24 horas.',
    sharing,
  ),
  sharedAccessCallsPerHour: number(1, 100_000)(
    60,
    'Invitations opened, codes sent and codes entered, each per client per hour; five times as many per network.',
    'Invitaciones abiertas, códigos enviados y códigos ingresados, cada uno por cliente y hora; cinco veces más por red.',
    sharing,
  ),
  connectSelfRegistration: limits.flag(
    false,
    'Lets any app register itself with the portal, in sandboxes only: in production, `coopline connect apps add` adds apps.',
    'Permite que cualquier aplicación se registre por sí misma en el portal, solo en entornos de prueba: en producción, `coopline connect apps add` agrega aplicaciones.',
    connect,
  ),
  connectCallsPerClientPerMinute: number(10, 10_000)(
    120,
    'Authorization server calls per client address per minute.',
    'Llamadas al servidor de autorización por dirección de cliente y minuto.',
    connect,
  ),
  connectRegistrationsPerClientPerHour: number(1, 1_000)(
    10,
    'App registrations per client address per hour.',
    'Registros de aplicaciones por dirección de cliente y hora.',
    connect,
  ),
  connectReadsPerHour: number(10, 100_000)(
    600,
    'Reads per connection per hour.',
    'Lecturas por conexión y hora.',
    connect,
  ),
  smsEnabled: limits.flag(
    true,
    'Also sends verification codes as text messages.',
    'También envía códigos de verificación por mensaje de texto.',
    'DM-15, REQ-D-075',
  ),
  staffConsole: limits.flag(
    false,
    'Opens the staff console at /staff.',
    'Abre la consola del personal en /staff.',
    staff,
  ),
  staffIdleMinutes: number(2, 60)(
    15,
    'Minutes without a call after which a staff session ends.',
    'Minutos sin llamadas después de los cuales termina una sesión del personal.',
    staff,
  ),
  staffLookUpsPerHour: number(1, 100_000)(
    60,
    'Members and searches that one staff user looks up in the console in an hour before the alarm bulk-look-ups is raised.',
    'Miembros y búsquedas que un usuario del personal consulta en la consola en una hora antes de que se active la alarma bulk-look-ups.',
    staff,
  ),
  staffLookUpsPerDay: number(1, 100_000)(
    300,
    'As staffLookUpsPerHour, in 24 hours.',
    'Como staffLookUpsPerHour, en 24 horas.',
    staff,
  ),
  staffSessionHours: number(1, 12)(
    8,
    'Hours after which a staff session always ends.',
    'Horas después de las cuales una sesión del personal siempre termina.',
    staff,
  ),
  loginFailuresPerClientPer15Minutes: number(1, 100)(
    5,
    'Wrong passwords for one login from one client address in 15 minutes.',
    'Contraseñas incorrectas de un usuario desde una dirección de cliente en 15 minutos.',
    login,
  ),
  loginFailuresBeforeLock: number(1, 100)(
    10,
    'Wrong passwords in a row that lock a login for ten minutes.',
    'Contraseñas incorrectas seguidas que bloquean a un usuario por diez minutos.',
    login,
  ),
  loginFailuresBeforeDisable: number(10, 1_000)(
    100,
    'Wrong passwords in a row that lock a login until its password is reset.',
    'Contraseñas incorrectas seguidas que bloquean a un usuario hasta que se restablezca su contraseña.',
    login,
  ),
  loginTriesPerClientPerMinute: number(1, 10_000)(
    20,
    'Failed sign-ins from one client address in a minute.',
    'Inicios de sesión fallidos desde una dirección de cliente en un minuto.',
    login,
  ),
  loginFailureAlarmCount: number(10, 100_000)(
    100,
    'Minimum number of failed sign-ins in ten minutes that can raise the alarm.',
    'Cantidad mínima de inicios de sesión fallidos en diez minutos que puede activar la alarma.',
    login,
  ),
  loginFailureAlarmPercent: number(10, 100)(
    80,
    'Percentage of failed sign-ins in ten minutes that raises the alarm.',
    'Porcentaje de inicios de sesión fallidos en diez minutos que activa la alarma.',
    login,
  ),
  codeFailuresPer15Minutes: number(1, 20)(
    5,
    'Wrong authenticator app codes for one login in 15 minutes.',
    'Códigos incorrectos de la aplicación de autenticación de un usuario en 15 minutos.',
    login,
  ),
  secondStepMinutes: number(1, 30)(
    5,
    'Time limit for the second step, in minutes.',
    'Tiempo límite del segundo paso, en minutos.',
    login,
  ),
  sessionIdleMinutes: number(2, 240)(
    15,
    'Minutes without a call after which a session ends.',
    'Minutos sin llamadas después de los cuales termina una sesión.',
    session,
  ),
  sessionHours: number(1, 24)(
    12,
    'Hours after which a session always ends.',
    'Horas después de las cuales una sesión siempre termina.',
    session,
  ),
  sessionWarningSeconds: number(20, 300)(
    60,
    'Seconds before the end of a session when the member is warned.',
    'Segundos antes del fin de una sesión en que se avisa al miembro.',
    session,
  ),
  stepUpMinutes: number(1, 60)(
    10,
    'Minutes after reauthentication during which members can change credentials.',
    'Minutos después de volver a identificarse en que los miembros pueden cambiar sus credenciales.',
    'REQ-D-009',
  ),
  handOffSeconds: number(10, 600)(
    60,
    'Lifetime of a partner site’s sign-in code, in seconds.',
    'Duración del código de inicio de sesión de un sitio asociado, en segundos.',
    session,
  ),
  registrationLookUpsPerClientPerHour: number(1, 1_000)(
    30,
    'Accounts that one client address may look up for registration in an hour.',
    'Cuentas que una dirección de cliente puede consultar para registrarse en una hora.',
    lookUps,
  ),
  registrationLookUpsPerNetworkPerHour: number(1, 10_000)(
    90,
    'Accounts that one network may look up for registration in an hour.',
    'Cuentas que una red puede consultar para registrarse en una hora.',
    lookUps,
  ),
  registrationLookUpsPerDay: number(1, 10_000)(
    100,
    'Look-ups for registration in 24 hours that show digits of phone numbers; later ones show none.',
    'Consultas de registro en 24 horas que muestran dígitos de números de teléfono; las posteriores no muestran ninguno.',
    lookUps,
  ),
  registrationCodeMinutes: number(5, 240)(
    120,
    'Lifetime of a verification code, in minutes.',
    'Duración de un código de verificación, en minutos.',
    'RG-26',
  ),
  registrationCodeAttempts: number(1, 10)(
    5,
    'Wrong attempts that invalidate a verification code.',
    'Intentos incorrectos que invalidan un código de verificación.',
    codes,
  ),
  registrationCodeFailuresPerClientPerHour: number(1, 1_000)(
    20,
    'Wrong verification codes from one client address in an hour.',
    'Códigos de verificación incorrectos desde una dirección de cliente en una hora.',
    codes,
  ),
  registrationCodesPer15Minutes: number(1, 20)(
    3,
    'Verification codes for one account in 15 minutes.',
    'Códigos de verificación para una cuenta en 15 minutos.',
    codes,
  ),
  registrationCodesPerDay: number(1, 50)(
    5,
    'Verification codes for one account in 24 hours.',
    'Códigos de verificación para una cuenta en 24 horas.',
    codes,
  ),
  registrationCodesForNewNetworksPerDay: number(0, 100)(
    10,
    'Further verification codes for one account in 24 hours, one for each network that has had none, after those above are used up.',
    'Códigos de verificación adicionales para una cuenta en 24 horas, uno por cada red que no ha tenido ninguno, cuando se agotan los anteriores.',
    codes,
  ),
  registrationCodesPerClientPerHour: number(1, 1_000)(
    10,
    'Verification codes for one client address in an hour.',
    'Códigos de verificación para una dirección de cliente en una hora.',
    codes,
  ),
  usernameChecksPerHour: number(1, 1_000)(
    20,
    'Usernames that one registration can check in an hour.',
    'Nombres de usuario que un registro puede comprobar en una hora.',
    codes,
  ),
  resetLinkMinutes: number(5, 240)(
    30,
    'Lifetime of a reset link, in minutes.',
    'Duración de un enlace de restablecimiento, en minutos.',
    'REQ-D-015; ASVS 6.4.3',
  ),
  resetMailsPerHour: number(1, 20)(
    3,
    'Emails about a forgotten password or username for one login in an hour.',
    'Correos sobre una contraseña o un nombre de usuario olvidados para un mismo usuario en una hora.',
    login,
  ),
}
