import type { Env } from '../src/platform/env.ts'

/** Settings of the demo cooperative by their keys in the catalog, for the variant that is wanted. */
export const demoSettings = (variant: Env['DEMO_VARIANT']): Readonly<Record<string, unknown>> => ({
  ...cooperative,
  ...features,
  ...configuration,
  ...payments,
  ...variants[variant],
})

const cooperative = {
  coopName: 'Prairie Ridge Electric Cooperative',
  utilityName: 'Prairie Ridge Electric Cooperative',
  coopWebsiteUrl: 'https://prairie-ridge.example.org',
  phoneNumber: '(715) 555-0100',
  emergencyContactNumber: '(715) 555-0199',
  officeHours: 'Monday to Friday, 7:30 AM to 4:00 PM',
  officeHours_es: 'Lunes a viernes, de 7:30 a. m. a 4:00 p. m.',
  email: 'office@prairie-ridge.example.org',
  address: '1420 Prairie Lane, Eau Claire, WI 54701',
  aboutUs:
    '<p>Prairie Ridge Electric Cooperative is owned by the members it serves in western Wisconsin. We have brought power to farms, homes and businesses since 1936.</p>',
  aboutUs_es:
    '<p>Prairie Ridge Electric Cooperative pertenece a los miembros a quienes sirve en el oeste de Wisconsin. Desde 1936 llevamos electricidad a granjas, hogares y negocios.</p>',
  facebookUrl: 'https://www.facebook.com/prairie-ridge-example',
  youtubeUrl: 'https://www.youtube.com/prairie-ridge-example',
  timeZone: 'America/Chicago',
  staffConsole: true,
  connectEnabled: true,
  connectSelfRegistration: true,
  sharedAccess: true,
  brandColor: '#1b5e8c',
  myMeterUrl: 'https://mymeter.prairie-ridge.example.org/',
  servicesProductsLinks: {
    energySavings: 'https://prairie-ridge.example.org/energy-savings',
    applianceRepair: 'https://prairie-ridge.example.org/appliance-repair',
    treeTrimming: 'https://prairie-ridge.example.org/tree-trimming',
    securitySystems: 'https://prairie-ridge.example.org/security-systems',
  },
  webChatSetting: {
    apiUrl: '/demo/chat-agent',
    scriptUrl: '',
    coopId: '54701',
    subTitle: 'Prairie Ridge Electric Cooperative',
    userName: 'Guest',
    introText: 'Hello! Ask a question, or choose one below.',
    virtualAgentName: 'Virtual Agent',
    buttons: [
      { label: 'Pay my bill', value: 'How can I pay my bill?', visible: true },
      { label: 'Report an outage', value: 'How can I report an outage?', visible: true },
      { label: 'Office hours', value: 'When is the office open?', visible: true },
      { label: 'Talk to a person', value: 'Can I talk to a person?', visible: false },
    ],
  },
  legalContent:
    '<p>This is a demo. The cooperative and its members are fictional and no real payments are made.</p><h2>Payments</h2><p>Payments go to a sandbox that accepts only test cards and test bank accounts.</p>',
  legalContent_es:
    '<p>Esta es una demostración. La cooperativa y sus miembros son ficticios y no se hacen pagos reales.</p><h2>Pagos</h2><p>Los pagos van a un entorno de pruebas que solo acepta tarjetas y cuentas bancarias de prueba.</p>',
} as const

const features = {
  QuickPay: true,
  ApplicationForService: true,
  AclaraAce: false,
  Outage: true,
  publicOutages: true,
  publicOutageReports: true,
  offlineOutages: true,
  taskLinks: true,
  OutageMapLinkEnabled: true,
  Notifications: true,
  Arrangements: true,
  OnlineArrangements: true,
  Autopay: true,
  AverageBilling: true,
  Deposits: true,
  CapitalCredits: true,
  RoundUp: true,
  RoundUpEnabled: true,
  RoundUpPlusEnabled: true,
  Usages: true,
  OnlineServiceOrder: true,
  LinkedAccountsEnabled: true,
  WebChatEnabled: true,
  MDMEnabled: true,
  MdmCloudEnabled: true,
  MfaEnabled: true,
  PaperlessMemberEnabled: true,
  PaperlessAccountEnabled: true,
  StoredPaymentDataEnabled: true,
} as const

const configuration = {
  allowSubscribeForNotification: true,
  allowFutureDatedPayments: true,
  allowCreditDraft: true,
  allowBankDraft: true,
  whecEnabled: false,
  serviceRequestMenuEnabled: true,
  memberInfoLinkAvailable: true,
  capitalCreditClaimEmail: 'capital.credits@prairie-ridge.example.org',
  ccLetterReturnMessage: '<p>Did you get a letter about your capital credits? Sign it, then return it here.</p>',
  ccLetterReturnMessage_es: '<p>¿Recibió una carta sobre sus créditos de capital? Fírmela y devuélvala aquí.</p>',
  unclaimedCapitalCreditMessage:
    '<p>We owe capital credits to former members whom we could not reach. Look for your name or the name of your business.</p>',
  unclaimedCapitalCreditMessage_es:
    '<p>Debemos créditos de capital a antiguos miembros a quienes no pudimos localizar. Busque su nombre o el de su empresa.</p>',
  isOnlineDelinquentView: true,
  ALLOW_NAME_UPDATE: true,
  ALLOW_ADDRESS_UPDATE: true,
  ALLOW_PHONE_UPDATE: true,
  // Changes of a profile are looked at first, which the demo cooperative does within a minute.
  ALLOW_PROFILE_DB_UPDATE: false,
  accountServiceEnabled: true,
  // The propane account of the demo shows what this does.
  hideNonElectricOutage: true,
  siteOrigin: '',
  marketingSignup: true,
  marketingText:
    '<p>Learn how to save energy at home. Choose to get our annual electric kit and our news by email.</p>',
  marketingText_es:
    '<p>Aprenda a ahorrar energía en casa. Puede recibir nuestro paquete anual de electricidad y nuestras noticias por correo electrónico.</p>',
} as const

const payments = {
  utilityAllowCreditCard: true,
  utilityAllowEcheck: true,
  allowVisa: true,
  allowMaster: true,
  allowAmex: true,
  allowDiscover: true,
  allowOverPay: false,
  allowUnderPay: true,
  prepaidMinimumPaymentAmount: '20.00',
  ccPrepaidAmountMinimum: '20.00',
  echeckProcessAsDraft: false,
  bankDraftByFile: true,
  portalRunsDrafts: true,
  achPrenotes: true,
  achOriginator: {
    destination: '091809003',
    destinationName: 'Cedar Valley Bank',
    origin: '1412345678',
    originName: 'Prairie Cooperative',
    companyName: 'Prairie Coop',
    companyId: '1412345678',
    entryDescription: 'UTIL PMT',
    cutoffHour: 17,
    balanced: false,
    offsetRoutingNumber: '',
    offsetAccountNumber: '',
  },
  defaultDraftType: 'BANK',
  enforceNoMoreEchecks: true,
  pgClientId: '54701',
  payOnlinePayCutoffAccount: true,
  payOnlineAllowCutoffPaymentOverride: false,
  defaultPaymentAmt: 'ACCOUNT BALANCE',
  cutoffMessage: 'Please call our office at (715) 555-0100 to pay this account.',
  cutoffMessage_es: 'Llame a nuestra oficina al (715) 555-0100 para pagar esta cuenta.',
  onlineConvFeeText: 'Convenience fee: 2.95% for cards, $0.50 for eChecks.',
  onlineConvFeeText_es: 'Cargo por conveniencia: 2.95% con tarjeta, $0.50 con cheque electrónico.',
  cardConvenienceFee: { kind: 'percent', value: '2.95', count: 1 },
  echeckConvenienceFee: { kind: 'flat', value: '0.50', count: 1 },
} as const

const variants: Readonly<Record<Env['DEMO_VARIANT'], Readonly<Record<string, unknown>>>> = {
  standard: {},
  whec: { whecEnabled: true },
  upn: { siteOrigin: 'UPN' },
  aclara: { AclaraAce: true, aclaraUrl: 'https://aclara.example.org/portal', aclaraClientId: 'PRAIRIE' },
}
