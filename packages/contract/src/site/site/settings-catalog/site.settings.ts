import { z } from 'zod'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'
import { linkText, urlText } from './written-forms.ts'

const {
  flag,
  text,
  longText,
  html,
  url,
  link,
  ownFile,
  number,
  eitherNumber,
  list,
  object,
  choice,
  localMinute,
  timeZone,
} = settingsOf('site settings')
const server = settingsOf('site settings', 'server')

const shortText = z.string().max(200)

const webChat = z.strictObject({
  apiUrl: linkText,
  scriptUrl: linkText,
  coopId: shortText,
  subTitle: shortText,
  userName: shortText,
  introText: z.string().max(1_000),
  virtualAgentName: shortText,
  buttons: z.array(z.strictObject({ label: shortText, value: shortText, visible: z.boolean() })).max(20),
})

const servicesProductsLinks = z.strictObject({
  energySavings: urlText,
  applianceRepair: urlText,
  treeTrimming: urlText,
  securitySystems: urlText,
})

const accountTypes = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(40),
      description: z.string().min(1).max(120),
      descriptionInSpanish: z.string().min(1).max(120).exactOptional(),
    }),
  )
  .max(50)
  .refine((types) => new Set(types.map((type) => type.id)).size === types.length, 'Give each account type a unique id')

/** Settings for the cooperative's identity, its links, and the site as a whole. */
export const siteSettings = {
  taskLinks: server.flag(
    false,
    'Puts links into bill, past-due and outage messages that pay that bill or show that outage for 72 hours without sign-in. Bills also need QuickPay.',
    'Incluye en los mensajes de facturas, pagos vencidos e interrupciones enlaces para pagar esa factura o ver esa interrupción durante 72 horas sin iniciar sesión. Las facturas también requieren QuickPay.',
    'addition: decision 0100',
  ),
  coopName: text(
    'Cooperative',
    'Name of the cooperative, in titles and in the copyright line.',
    'Nombre de la cooperativa, en los títulos y en la línea de derechos de autor.',
    'ST-15, REQ-D-215',
  ),
  coopWebsiteUrl: url(
    '',
    'Address of the cooperative’s own website, linked in the footer.',
    'Dirección del sitio web de la cooperativa, enlazada en el pie de página.',
    'ST-16, REQ-D-215',
  ),
  coopContactUsLink: link(
    '',
    'Contact link in the footer.',
    'Enlace de contacto en el pie de página.',
    'ST-13, REQ-D-215',
  ),
  phoneNumber: text('', 'Phone number in the footer.', 'Número de teléfono en el pie de página.', 'ST-08'),
  emergencyContactNumber: text(
    '',
    'Emergency number in the footer.',
    'Número de emergencia en el pie de página.',
    'ST-14, REQ-D-215',
  ),
  ...withSpanish({
    officeHours: longText('', 'Office hours in the footer.', 'Horario de oficina en el pie de página.', 'ST-09'),
  }),
  email: text('', 'Email address in the footer.', 'Correo electrónico en el pie de página.', 'ST-10'),
  address: longText('', 'Postal address in the footer.', 'Dirección postal en el pie de página.', 'ST-11'),
  ...withSpanish({
    aboutUs: html('', 'About Us text in the footer.', 'Texto «Acerca de nosotros» en el pie de página.', 'ST-12'),
  }),
  facebookUrl: url(
    '',
    'Facebook link in the footer; none when empty.',
    'Enlace de Facebook en el pie de página; ninguno si está vacío.',
    'ST-01',
  ),
  twitterUrl: url(
    '',
    'Twitter link in the footer; none when empty.',
    'Enlace de Twitter en el pie de página; ninguno si está vacío.',
    'ST-02',
  ),
  youtubeUrl: url(
    '',
    'YouTube link in the footer; none when empty.',
    'Enlace de YouTube en el pie de página; ninguno si está vacío.',
    'ST-03',
  ),
  instagramUrl: url(
    '',
    'Instagram link in the footer; none when empty.',
    'Enlace de Instagram en el pie de página; ninguno si está vacío.',
    'ST-04',
  ),
  pinterestUrl: url(
    '',
    'Pinterest link in the footer; none when empty.',
    'Enlace de Pinterest en el pie de página; ninguno si está vacío.',
    'ST-05',
  ),
  yelpUrl: url(
    '',
    'Yelp link in the footer; none when empty.',
    'Enlace de Yelp en el pie de página; ninguno si está vacío.',
    'ST-06',
  ),
  linkedInUrl: url(
    '',
    'LinkedIn link in the footer; none when empty.',
    'Enlace de LinkedIn en el pie de página; ninguno si está vacío.',
    'ST-07',
  ),
  copyright: object(z.strictObject({ year: z.string().max(20), caption: z.string().max(200) }))(
    { year: '', caption: '' },
    'Year and caption of the copyright line; without a caption, the line shows the cooperative’s name.',
    'Año y leyenda de la línea de derechos de autor; sin leyenda, la línea muestra el nombre de la cooperativa.',
    'ST-17, SH-59, REQ-D-215',
  ),
  signOutLink: link(
    '',
    'Where signing out leads when this is a login page; otherwise home.',
    'Adónde lleva cerrar la sesión cuando es una página de inicio de sesión; si no, a la página de inicio.',
    'ST-21, SH-65',
  ),
  logoClickRedirectionLink: link('/home', 'Where the logo leads.', 'Adónde lleva el logotipo.', 'ST-22, SH-03'),
  homeClickRedirectionLink: link('/home', 'Where Home leads.', 'Adónde lleva Inicio.', 'ST-23, SH-04'),
  googleAnalyticsCode: text(
    '',
    'Analytics code; when empty, no analytics script is loaded.',
    'Código de análisis; si está vacío, no se carga ningún script de análisis.',
    'ST-24, SH-74',
  ),
  tagManagerUrl: url(
    'https://www.googletagmanager.com/gtag/js',
    'Address of the analytics loader.',
    'Dirección del cargador de análisis.',
    'SH-74, REQ-D-214',
  ),
  pageViewReceiver: choice(
    'none',
    'ga4',
    'plausible',
    'matomo',
    'umami',
  )(
    'ga4',
    'Analytics service that the portal reports the path of each navigation to; GA4 needs googleAnalyticsCode and the environment’s GA4 secret.',
    'Servicio de análisis al que el portal informa la ruta de cada navegación; GA4 necesita googleAnalyticsCode y el secreto de GA4 del entorno.',
    'SH-75, REQ-D-263',
  ),
  pageViewUrl: server.url(
    '',
    'Address that takes the page views, such as https://analytics.example.org/matomo.php or …/api/send; GA4 and Plausible have one of their own.',
    'Dirección que recibe las vistas de página, como https://analytics.example.org/matomo.php o …/api/send; GA4 y Plausible tienen la suya.',
    'SH-75, REQ-D-263',
  ),
  pageViewSite: server.text(
    '',
    'Plausible domain, Matomo site id or Umami website id that page views count for.',
    'Dominio de Plausible, identificador de sitio de Matomo o de sitio web de Umami al que se suman las vistas de página.',
    'SH-75, REQ-D-263',
  ),
  siteScriptPath: ownFile(
    '',
    'Script of this site that is notified of each navigation.',
    'Script de este sitio que recibe aviso de cada navegación.',
    'SH-69, REQ-D-006',
  ),
  webChatSetting: object(webChat)(
    {
      apiUrl: '',
      scriptUrl: '',
      coopId: '',
      subTitle: '',
      userName: '',
      introText: '',
      virtualAgentName: 'Virtual Agent',
      buttons: [],
    },
    'Service, texts and quick buttons of the web chat.',
    'Servicio, textos y botones rápidos del chat web.',
    'ST-27, ST-28, REQ-D-214',
  ),
  siteOrigin: text(
    '',
    'UPN shows first-time users the banner on the login page.',
    'UPN muestra el aviso de la página de inicio de sesión a quienes la usan por primera vez.',
    'CF-10, REQ-D-026',
  ),
  loginRightImage: link(
    '',
    'Image on the right of the login page; none when empty.',
    'Imagen a la derecha de la página de inicio de sesión; ninguna si está vacío.',
    'LG-12, REQ-D-067',
  ),
  allowPasswordPasting: flag(
    true,
    'Allows pasting into password fields.',
    'Permite pegar texto en los campos de contraseña.',
    'CF-08, REQ-D-010',
  ),
  allowAmountPasting: flag(
    true,
    'Allows pasting into the payment amount of Quick Pay.',
    'Permite pegar texto en el monto del pago de Quick Pay.',
    'QP-18, REQ-D-269',
  ),
  RURAL_ADDRESSES: flag(
    true,
    'Accepts street numbers with letters or a fraction, addresses without one (PO box, rural or highway route), and apostrophes in city names.',
    'Acepta números de calle con letras o una fracción, direcciones sin número (apartado postal, ruta rural o de carretera) y apóstrofos en el nombre de la ciudad.',
    'PF-29, PF-36, REQ-D-268',
  ),
  keyEmailTwice: flag(
    false,
    'Asks for the email address twice at registration.',
    'Pide el correo electrónico dos veces en el registro.',
    'CF-11, RG-54',
  ),
  allowUserProvidedContact: flag(
    false,
    'Lets people who register enter a contact that is not on file, with the amount of one of their last two bills. Anyone who has such a bill can then register the account: leave it off where contacts are on file.',
    'Permite que quienes se registran indiquen un contacto que no está en el expediente, con el monto de una de sus dos últimas facturas. Cualquiera que tenga esa factura podría registrar la cuenta: déjelo desactivado si los contactos están en el expediente.',
    'CF-12, RG-17',
  ),
  STRICT_EMAIL_ENDING: flag(
    false,
    'Accepts only email addresses whose ending has 2 to 4 letters.',
    'Acepta solo correos electrónicos cuya terminación tiene de 2 a 4 letras.',
    'RG-52, REQ-D-009',
  ),
  ssnDigits: eitherNumber(0, 4)(
    4,
    'How many of the last digits of a Social Security number claims of unclaimed capital credits ask for: 4, or 0 for none.',
    'Cuántos de los últimos dígitos del número de Seguro Social piden las reclamaciones de créditos de capital no reclamados: 4, o 0 para ninguno.',
    'CG-07, UC-33, REQ-D-360',
  ),
  quickPayVerifyTimeoutSeconds: number(1, 300)(
    30,
    'Seconds that the browser waits for the Quick Pay verification.',
    'Segundos que el navegador espera la verificación de Quick Pay.',
    'CF-14, REQ-D-057',
  ),
  quickPayMaskDetails: flag(
    false,
    'Masks the name and address after a Quick Pay verification.',
    'Oculta parte del nombre y la dirección después de una verificación de Quick Pay.',
    'addition: privacy',
  ),
  servicesProductsLinks: object(servicesProductsLinks)(
    { energySavings: '', applianceRepair: '', treeTrimming: '', securitySystems: '' },
    'Where the four tiles of Services and Products lead; a tile without an address is disabled.',
    'Adónde llevan los cuatro recuadros de Servicios y productos; un recuadro sin dirección queda desactivado.',
    'SV-02 to SV-05, REQ-D-261',
  ),
  serviceAccountTypes: list(accountTypes)(
    [],
    'Account types that members can request new service for, with an optional Spanish name; when empty, the link leads straight to the application.',
    'Tipos de cuenta para los que los miembros pueden solicitar servicio nuevo, con un nombre opcional en español; si está vacío, el enlace lleva directamente a la solicitud.',
    'AP-23, HM-10',
  ),
  serviceApplicationsPerHour: server.number(1, 100_000)(
    10,
    'New service applications per client per hour. The limit is five times as high per network.',
    'Solicitudes de servicio nuevo por cliente y hora. El límite es cinco veces mayor por red.',
    'addition: REQ-D-390',
  ),
  serviceApplicationDocumentsPerWeek: server.number(1, 100_000)(
    40,
    'Documents that one client can attach to service applications per week. The limit is five times as high per network.',
    'Documentos que un cliente puede adjuntar a solicitudes de servicio por semana. El límite es cinco veces mayor por red.',
    'addition: decision 0194',
  ),
  serviceApplicationMegabytes: server.number(1, 1_000_000)(
    10_000,
    'Maximum megabytes of documents that the portal keeps for all service applications together.',
    'Máximo de megabytes de documentos que el portal guarda para todas las solicitudes de servicio en conjunto.',
    'addition: decision 0194',
  ),
  timeZone: timeZone(
    'America/Chicago',
    'Time zone that sets the current date.',
    'Zona horaria que determina la fecha actual.',
    'REQ-D-001',
  ),
  underMaintenance: flag(
    false,
    'Shows the maintenance page instead of the portal.',
    'Muestra la página de mantenimiento en lugar del portal.',
    'MT-07',
  ),
  maintenanceEnd: localMinute(
    '',
    'When maintenance is expected to end, as `yyyy-MM-dd HH:mm` in the cooperative’s time zone. The maintenance page says it until then.',
    'Cuándo se espera que termine el mantenimiento, como `yyyy-MM-dd HH:mm` en la zona horaria de la cooperativa. La página de mantenimiento lo indica hasta entonces.',
    'addition: REQ-D-319',
  ),
  myMeterUrl: server.url(
    '',
    'Address of MyMeter; memberNumber and accountNumber are added to its query. Not offered when empty.',
    'Dirección de MyMeter; se le agregan memberNumber y accountNumber. No se ofrece si está vacía.',
    'AC-11',
  ),
  aclaraUrl: server.url(
    '',
    'Address of the Aclara meter-data portal.',
    'Dirección del portal de datos de medidores de Aclara.',
    'DU-10, AJ-04',
  ),
  aclaraClientId: server.text(
    '',
    'The cooperative’s client id at the Aclara portal.',
    'Identificador de cliente de la cooperativa en el portal de Aclara.',
    'DU-10, AJ-04',
  ),
}
