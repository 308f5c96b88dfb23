import { isRoutingNumber } from '@coopline/rules/paying/drafts/routing-number'
import { mostDocuments } from '@coopline/rules/service/service-applications/check-document'
import { z } from 'zod'
import { settingsOf } from './setting.ts'

const profile = settingsOf('profile')
const serverProfile = settingsOf('profile', 'server')
const draft = settingsOf('draft')
const serverDraft = settingsOf('draft', 'server')
const usage = settingsOf('usage')
const service = settingsOf('service request')
const outage = settingsOf('outage')
const serverOutage = settingsOf('outage', 'server')
const serverService = settingsOf('service request', 'server')

const secretQuestions = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(40),
      description: z.string().min(1).max(200),
      descriptionInSpanish: z.string().min(1).max(200),
      visible: z.boolean(),
    }),
  )
  .min(1)
  .max(50)
  .refine(
    (questions) => new Set(questions.map(({ id }) => id)).size === questions.length,
    'Give each question an id of its own',
  )

const outageProblems = z
  .array(z.strictObject({ description: z.string().min(1).max(200), descriptionInSpanish: z.string().min(1).max(200) }))
  .min(1)
  .max(50)

/** The service request types a member can choose, keyed by the work type in the cooperative's system. */
const serviceOrderTypes = z
  .array(
    z.strictObject({
      id: z.string().min(1).max(40),
      description: z.string().min(1).max(100),
      descriptionInSpanish: z.string().min(1).max(100),
    }),
  )
  .min(1)
  .max(50)

/** Settings for the changes that members may make to their own data (CG-03 to CG-06). */
export const profileSettings = {
  ALLOW_NAME_UPDATE: profile.flag(
    false,
    'Lets members change their name.',
    'Permite a los miembros cambiar su nombre.',
    'PF-48, CG-03',
  ),
  ALLOW_ADDRESS_UPDATE: profile.flag(
    false,
    'Lets members change their address.',
    'Permite a los miembros cambiar su dirección.',
    'PF-49, CG-04',
  ),
  ALLOW_PHONE_UPDATE: profile.flag(
    false,
    'Lets members change their phone numbers.',
    'Permite a los miembros cambiar sus números de teléfono.',
    'PF-50, CG-05',
  ),
  ALLOW_PROFILE_DB_UPDATE: profile.flag(
    false,
    'Applies profile changes immediately; when off, staff review them first.',
    'Aplica de inmediato los cambios del perfil; si está desactivado, el personal los revisa primero.',
    'PF-51, PF-52, CG-06',
  ),
  paperlessOptions: profile.choice('NONE', 'BILL', 'OTHER', 'BOTH')(
    'NONE',
    'Paperless options offered at registration: bills, other notices, both or none.',
    'Opciones sin papel que se ofrecen en el registro: facturas, otros avisos, ambos o ninguno.',
    'CG-08, REQ-D-076',
  ),
  marketingSignup: profile.flag(
    false,
    'Offers marketing email at registration.',
    'Ofrece correos de promoción en el registro.',
    'CG-09, REQ-D-076',
  ),
  secretQuestions: serverProfile.list(secretQuestions)(
    [
      {
        id: 'first-pet',
        description: 'What was the name of your first pet?',
        descriptionInSpanish: '¿Cómo se llamaba su primera mascota?',
        visible: true,
      },
      {
        id: 'first-street',
        description: 'What street did you live on as a child?',
        descriptionInSpanish: '¿En qué calle vivía en su infancia?',
        visible: true,
      },
      {
        id: 'first-school',
        description: 'What was the name of your first school?',
        descriptionInSpanish: '¿Cómo se llamaba su primera escuela?',
        visible: true,
      },
      {
        id: 'first-car',
        description: 'What was the make of your first car?',
        descriptionInSpanish: '¿De qué marca fue su primer automóvil?',
        visible: true,
      },
      {
        id: 'favorite-teacher',
        description: 'Who was your favorite teacher?',
        descriptionInSpanish: '¿Quién fue su maestro o maestra favorita?',
        visible: true,
      },
    ],
    'Security questions that members choose from; a hidden one is no longer offered but stays with members who chose it.',
    'Preguntas de seguridad que eligen los miembros; una oculta ya no se ofrece, pero la conservan los miembros que la eligieron.',
    'AP-26, DM-14',
  ),
}

const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[ -~]*$/u, 'Write letters, digits and signs without accents')

const routingNumber = z.string().refine((text) => text === '' || isRoutingNumber(text), 'Enter a valid routing number')

/** The sender of bank files. The longest value of each field is what the NACHA file has room for. */
const achOriginator = z
  .strictObject({
    destination: routingNumber,
    destinationName: line(23),
    immediateDestination: z
      .string()
      .regex(/^(?:[0-9]{9,10})?$/u, 'Enter nine or ten digits, or leave it empty')
      .default(''),
    origin: line(10),
    originName: line(23),
    companyName: line(16),
    companyId: line(10),
    entryDescription: line(10),
    cutoffHour: z.int().min(0).max(23),
    balanced: z.boolean(),
    offsetRoutingNumber: routingNumber,
    offsetAccountNumber: z.string().regex(/^[0-9]{0,17}$/u, 'Enter at most 17 digits'),
  })
  .refine(
    ({ balanced, offsetRoutingNumber, offsetAccountNumber }) =>
      !balanced || (offsetRoutingNumber !== '' && offsetAccountNumber !== ''),
    'A balanced file needs the routing and account number of the offset',
  )

/** Settings for automatic drafts (CG-31 to CG-34). */
export const draftSettings = {
  defaultDraftType: draft.choice('CREDIT', 'BANK')(
    'CREDIT',
    'Draft method selected by default.',
    'Forma de débito recurrente seleccionada al principio.',
    'DR-18, CG-31',
  ),
  blockPastDueDrafts: draft.flag(
    false,
    'Refuses drafts for past-due accounts.',
    'Rechaza débitos recurrentes de cuentas vencidas.',
    'DR-24, CG-32',
  ),
  maxDaysAfterBilling: draft.number(1, 28)(
    20,
    'Maximum number of days after billing for a draft.',
    'Máximo de días después de la facturación para un débito recurrente.',
    'DR-39, CG-33',
  ),
  bankDraftByFile: draft.flag(
    false,
    'Submits bank drafts for file processing instead of through the hosted page.',
    'Envía los débitos bancarios para procesarlos por archivo en lugar de hacerlo en la página de pago.',
    'DR-32, CG-34',
  ),
  portalRunsDrafts: serverDraft.flag(
    false,
    'The portal takes due bank drafts and writes the bank file; otherwise the cooperative’s system does both.',
    'El portal cobra los débitos bancarios que vencen y escribe el archivo para el banco; si no, el sistema de la cooperativa hace ambas cosas.',
    'addition: decision 0057',
  ),
  runHour: serverDraft.number(0, 23)(
    14,
    'Hour of a banking day at which the portal takes what is due that day; changes made before it count.',
    'Hora de un día bancario a la que el portal cobra lo que vence ese día; los cambios hechos antes cuentan.',
    'addition: decision 0057',
  ),
  achPrenotes: serverDraft.flag(
    false,
    'Checks the bank account of a new draft by a prenote, three banking days before its first debit.',
    'Comprueba la cuenta bancaria de un débito nuevo con una prenotificación, tres días bancarios antes del primer cobro.',
    'addition: decision 0057',
  ),
  achOriginator: serverDraft.object(achOriginator)(
    {
      destination: '',
      destinationName: '',
      immediateDestination: '',
      origin: '',
      originName: '',
      companyName: '',
      companyId: '',
      entryDescription: 'UTIL PMT',
      cutoffHour: 17,
      balanced: false,
      offsetRoutingNumber: '',
      offsetAccountNumber: '',
    },
    'Who sends bank files (NACHA) through which bank, as agreed with that bank; no file is written without it. immediateDestination: what the file header names where the bank asks for something else than a space and its routing number, such as ten digits.',
    'Quién envía los archivos bancarios (NACHA) y por qué banco, según lo acordado con ese banco; sin esto no se escribe ningún archivo. immediateDestination: lo que indica el encabezado del archivo si el banco pide algo distinto de un espacio y su número de ruta, como diez dígitos.',
    'addition: decision 0057',
  ),
}

/** Settings for the usage tracker (US-61), and for usage and outages of accounts that are not electric (OU-10, US-38). */
export const usageSettings = {
  hideNonElectricUsage: usage.flag(
    false,
    'Hides usage for accounts that are not electric.',
    'Oculta el consumo de las cuentas que no son de electricidad.',
    'US-38, REQ-D-216',
  ),
  hideNonElectricOutage: usage.flag(
    false,
    'Closes the outage page to accounts that are not electric.',
    'Cierra la página de interrupciones a las cuentas que no son de electricidad.',
    'OU-10, CG-29',
  ),
  USAGESORTORDER: usage.choice('DESC', 'ASC')(
    'DESC',
    'Order of the usage table: newest first or oldest first.',
    'Orden de la tabla de consumo: primero lo más reciente o lo más antiguo.',
    'US-61, ST-70, REQ-D-236',
  ),
  USAGETABLESTRUCTURE: usage.list(
    z.union([
      z.array(z.string().min(1).max(40)).max(30),
      z
        .string()
        .max(1_000)
        .transform((text) =>
          text
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== ''),
        )
        .pipe(z.array(z.string().max(40)).max(30)),
    ]),
  )(
    [],
    'Columns of the usage table, in order; the standard columns when empty.',
    'Columnas de la tabla de consumo, en orden; las estándar si está vacío.',
    'US-61, ST-71, REQ-D-236',
  ),
}

/** Settings for outage reports, and for outages that anyone may see (OU-20, OU-26, OU-27). */
export const outageSettings = {
  outageProblems: serverOutage.list(outageProblems)(
    [
      { description: 'The power is out', descriptionInSpanish: 'No hay electricidad' },
      { description: 'Lights are dim or flickering', descriptionInSpanish: 'Las luces están débiles o parpadean' },
      { description: 'A power line is down', descriptionInSpanish: 'Hay un cable eléctrico caído' },
      { description: 'A tree is on the line', descriptionInSpanish: 'Hay un árbol sobre el cable' },
      { description: 'Something else', descriptionInSpanish: 'Otro problema' },
    ],
    'Problems on the outage form. The report to the cooperative contains the description. Text messages report the first.',
    'Problemas del formulario de interrupciones. El reporte a la cooperativa contiene la descripción. Los mensajes de texto reportan el primero.',
    'OU-20, DE-31',
  ),
  publicOutages: outage.flag(
    false,
    'Shows active outages and the outage map without sign-in.',
    'Muestra las interrupciones activas y el mapa sin iniciar sesión.',
    'addition: decision 0084',
  ),
  publicOutageReports: outage.flag(
    false,
    'Lets members report an outage without sign-in, by account and phone number.',
    'Permite a los miembros reportar una interrupción sin iniciar sesión, con la cuenta y el número de teléfono.',
    'addition: REQ-D-386',
  ),
  offlineOutages: outage.flag(
    false,
    'Keeps the outage pages, the last outages and a waiting report in the browser for when the connection is lost. N removes the service worker and what it kept from every browser at its next visit.',
    'Guarda en el navegador las páginas de interrupciones, las últimas interrupciones y un reporte en espera para cuando se pierde la conexión. N elimina el service worker y lo que guardó de cada navegador en su próxima visita.',
    'addition: decision 0196',
  ),
  outageStaleHours: serverOutage.number(0, 8_760)(
    168,
    'Hours after which an outage file with scope delta ends active incidents that no file has mentioned. 0: never.',
    'Horas después de las cuales un archivo de interrupciones con alcance delta cierra los incidentes activos que ningún archivo ha mencionado. 0: nunca.',
    'addition: REQ-D-385',
  ),
  publicOutageReportsPerHour: serverOutage.number(1, 100_000)(
    20,
    'Outage reports without sign-in per client per hour. The limit is five times as high per network, and the same per account and phone number.',
    'Reportes de interrupciones sin iniciar sesión por cliente y hora. El límite es cinco veces mayor por red, y el mismo por cuenta y número de teléfono.',
    'addition: REQ-D-386',
  ),
  hideOutageCallBackRequest: serverOutage.flag(
    false,
    'Hides the callback request on the outage form.',
    'Oculta la solicitud de llamada en el formulario de interrupciones.',
    'OU-26, DE-31',
  ),
  callbackCheckBoxDefaultValue: serverOutage.flag(
    false,
    'Selects the callback request on the outage form by default.',
    'Selecciona al principio la solicitud de llamada en el formulario de interrupciones.',
    'OU-27, DE-31',
  ),
}

/** Settings for service requests (SR-28, SR-44). */
export const serviceRequestSettings = {
  serviceOrderTypes: serverService.list(serviceOrderTypes)(
    [
      { id: '1', description: 'Start service', descriptionInSpanish: 'Iniciar el servicio' },
      { id: '2', description: 'Stop service', descriptionInSpanish: 'Terminar el servicio' },
      { id: '3', description: 'Disconnect service', descriptionInSpanish: 'Desconectar el servicio' },
    ],
    'Service request types that members can choose. Work type 2 is a move-out with a forwarding address.',
    'Tipos de solicitud de servicio que pueden elegir los miembros. El tipo de trabajo 2 es una mudanza con dirección de reenvío.',
    'SR-01, DU-15',
  ),
  serviceApplicationDocuments: service.number(0, mostDocuments)(
    5,
    'Maximum number of documents, such as an ID or a lease, with an application for service; 0 takes none.',
    'Máximo de documentos, como una identificación o un contrato de alquiler, en una solicitud de servicio; con 0 no se acepta ninguno.',
    'addition: decision 0194',
  ),
  DISC_SO_MAX_REQ_DAYS: service.number(0, 3_650)(
    30,
    'Maximum number of days ahead for the requested completion date.',
    'Máximo de días por adelantado para la fecha solicitada.',
    'SR-44, ST-72, REQ-D-249',
  ),
  DISC_SO_REQUIRE_FORWARDING_ADDR: service.flag(
    false,
    'Requires a forwarding address for a request to disconnect service.',
    'Exige una dirección de reenvío para solicitar la desconexión del servicio.',
    'SR-28, ST-73',
  ),
}
