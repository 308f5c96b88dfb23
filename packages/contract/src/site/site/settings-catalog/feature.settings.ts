import { settingsOf } from './setting.ts'

const { flag } = settingsOf('feature')

/** Features that the cooperative offers: together they are the `features` list (ST-26). One that is absent is off. */
export const featureSettings = {
  QuickPay: flag(
    false,
    'Offers the Quick Pay page and its introduction on the home page.',
    'Ofrece la página de Quick Pay y su presentación en la página de inicio.',
    'CF-02, QP-06',
  ),
  ApplicationForService: flag(
    false,
    'Offers the application for new service.',
    'Ofrece la solicitud de servicio nuevo.',
    'CF-03',
  ),
  AclaraAce: flag(
    false,
    'Sends members to the Aclara meter-data portal after they sign in.',
    'Lleva a los miembros al portal de datos de medidores de Aclara después de iniciar sesión.',
    'CF-04, LG-28',
  ),
  Outage: flag(
    false,
    'Opens the outage page, its links and its button.',
    'Abre la página de interrupciones, sus enlaces y su botón.',
    'CG-12, ST-57',
  ),
  OutageMapLinkEnabled: flag(
    false,
    'Offers the outage map that outageMapLink names.',
    'Ofrece el mapa de interrupciones que indica outageMapLink.',
    'ST-58',
  ),
  Notifications: flag(
    false,
    'Offers notifications when allowSubscribeForNotification is also on.',
    'Ofrece notificaciones cuando allowSubscribeForNotification también está activado.',
    'CG-13, ST-59',
  ),
  Arrangements: flag(false, 'Offers payment arrangements.', 'Ofrece convenios de pago.', 'CG-14, ST-54'),
  OnlineArrangements: flag(
    false,
    'Lets members make a payment arrangement online for a past-due account, when Arrangements is also on.',
    'Permite a los miembros hacer en línea un convenio de pago para una cuenta vencida, cuando Arrangements también está activado.',
    'addition: REQ-D-392',
  ),
  Autopay: flag(false, 'Offers AutoPay.', 'Ofrece el pago automático (AutoPay).', 'CG-15, ST-53'),
  AverageBilling: flag(
    false,
    'Opens the Average Billing page.',
    'Abre la página de facturación promedio.',
    'CG-16, ST-56',
  ),
  Deposits: flag(false, 'Offers the list of deposits.', 'Ofrece la lista de depósitos.', 'ST-55'),
  CapitalCredits: flag(
    false,
    'Lists a member’s capital credits by year.',
    'Muestra los créditos de capital de un miembro por año.',
    'addition: REQ-D-378',
  ),
  RoundUp: flag(false, 'Offers Operation RoundUp.', 'Ofrece Operation RoundUp.', 'ST-62'),
  RoundUpEnabled: flag(
    false,
    'Lets members enroll accounts in Operation RoundUp (basic).',
    'Permite a los miembros inscribir cuentas en Operation RoundUp (básico).',
    'CG-17, ST-66, REQ-D-216',
  ),
  RoundUpPlusEnabled: flag(
    false,
    'Lets members choose an amount and an expiration date (RoundUp Plus).',
    'Permite a los miembros elegir un monto y una fecha de vencimiento (RoundUp Plus).',
    'CG-18, ST-67, REQ-D-216',
  ),
  Usages: flag(
    false,
    'Offers usage and opens its daily tab first.',
    'Ofrece el consumo y abre primero su pestaña diaria.',
    'CG-19, ST-60',
  ),
  OnlineServiceOrder: flag(false, 'Offers service requests.', 'Ofrece solicitudes de servicio.', 'CG-20, ST-61'),
  LinkedAccountsEnabled: flag(
    false,
    'Shows accounts linked to an account.',
    'Muestra las cuentas vinculadas a una cuenta.',
    'CG-21',
  ),
  WebChatEnabled: flag(
    false,
    'Shows the web chat that webChatSetting describes.',
    'Muestra el chat web que describe webChatSetting.',
    'ST-63, SH-76',
  ),
  MDMEnabled: flag(
    false,
    'Limits usage to 180 days and opens a day when its bar is selected.',
    'Limita el consumo a 180 días y abre un día cuando se selecciona su barra.',
    'ST-64, US-20',
  ),
  MdmCloudEnabled: flag(
    false,
    'Offers the Interval tab and the meter attributes.',
    'Ofrece la pestaña de intervalos y los atributos del medidor.',
    'ST-65, US-07',
  ),
  MfaEnabled: flag(
    false,
    'Offers the Multi-Factor Authentication tab.',
    'Ofrece la pestaña de autenticación multifactor.',
    'CG-23',
  ),
  PaperlessMemberEnabled: flag(
    false,
    'Offers paperless options for a whole membership.',
    'Ofrece opciones sin papel para toda una membresía.',
    'CG-24',
  ),
  PaperlessAccountEnabled: flag(
    false,
    'Offers paperless options for each account.',
    'Ofrece opciones sin papel para cada cuenta.',
    'CG-25',
  ),
  StoredPaymentDataEnabled: flag(
    false,
    'Lets members remove a saved card or bank account.',
    'Permite a los miembros eliminar una tarjeta o cuenta bancaria guardada.',
    'CG-26',
  ),
}
