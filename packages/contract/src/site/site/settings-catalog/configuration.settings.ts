import { z } from 'zod'
import { type MenuEntry, menuEntry } from '../site.contract.ts'
import { settingsOf } from './setting.ts'
import { withSpanish } from './with-spanish.ts'
import { linkText } from './written-forms.ts'

const { flag, text, html, url, link, list } = settingsOf('site configuration')

const deepestMenu = 8

/** True when no entry is nested too deep and every entry has an address that a link may have. */
const isValidMenu = (entries: readonly MenuEntry[], depth = 1): boolean =>
  depth <= deepestMenu &&
  entries.every(
    (entry) =>
      linkText.safeParse(entry.moduleLink).success &&
      (!entry.external || entry.moduleLink === '' || entry.moduleLink.startsWith('https://')) &&
      (entry.subMenu.length === 0 || isValidMenu(entry.subMenu, depth + 1)),
  )

const menu = z
  .array(menuEntry)
  .max(40)
  .refine(
    (entries) => isValidMenu(entries),
    `Give every entry an address that starts with a single / or, when external, with https://, and nest at most ${deepestMenu} levels`,
  )

/** Site configuration (DU-28): conditions of menu items and pages. */
export const configurationSettings = {
  allowSubscribeForNotification: flag(
    false,
    'Lets members subscribe to notifications when Notifications is also on.',
    'Permite a los miembros suscribirse a notificaciones cuando Notifications también está activado.',
    'ST-29, SH-82',
  ),
  allowFutureDatedPayments: flag(false, 'Offers scheduled payments.', 'Ofrece pagos programados.', 'ST-30, SH-89'),
  allowCreditDraft: flag(
    false,
    'Allows drafts from a credit card. While neither kind of draft is allowed, the portal collects none.',
    'Permite débitos recurrentes con tarjeta de crédito. Mientras no se permita ningún tipo de débito, el portal no cobra ninguno.',
    'ST-31, CF-06, HM-13',
  ),
  allowBankDraft: flag(
    false,
    'Allows drafts from a bank account. While neither kind of draft is allowed, the portal collects none.',
    'Permite débitos recurrentes de una cuenta bancaria. Mientras no se permita ningún tipo de débito, el portal no cobra ninguno.',
    'ST-32, CF-07, HM-13',
  ),
  whecEnabled: flag(
    false,
    'Selects the wholesale variant: drafts are called EZ Pay and the menu offers contacts.',
    'Selecciona la variante mayorista: los débitos recurrentes se llaman EZ Pay y el menú ofrece los contactos.',
    'ST-35, CF-05, SH-39, SH-83',
  ),
  displayEmergencyAnnouncement: flag(
    false,
    'Shows the emergency announcement.',
    'Muestra el anuncio de emergencia.',
    'ST-33, SH-66',
  ),
  ...withSpanish({
    emergencyAnnouncementMessage: html(
      '',
      'Text of the emergency announcement.',
      'Texto del anuncio de emergencia.',
      'ST-34, SH-66',
    ),
  }),
  displayFaqUrl: link(
    '',
    'FAQ link in the More menu; none when empty.',
    'Enlace de preguntas frecuentes en el menú Más; ninguno si está vacío.',
    'ST-36, REQ-D-215',
  ),
  nexGridEnable: flag(
    false,
    'Offers the link to the NexGrid portal.',
    'Ofrece el enlace al portal NexGrid.',
    'ST-37, SH-88',
  ),
  nexGridLinkUrl: url('', 'Address of the NexGrid portal.', 'Dirección del portal NexGrid.', 'ST-38, SH-88'),
  serviceRequestMenuEnabled: flag(
    false,
    'Offers service requests in the menu.',
    'Ofrece las solicitudes de servicio en el menú.',
    'ST-39',
  ),
  useCustomMenu: flag(
    false,
    'Replaces the standard menu with mcpMenu.',
    'Reemplaza el menú estándar por mcpMenu.',
    'ST-40, SH-41',
  ),
  mcpMenu: list(menu)(
    [],
    'Entries of the cooperative’s own menu.',
    'Opciones del menú propio de la cooperativa.',
    'ST-41, REQ-D-210',
  ),
  outageMapLink: link(
    '',
    'Address of the outage map; none when # or empty.',
    'Dirección del mapa de interrupciones; ninguna si es # o está vacía.',
    'ST-42, OU-08',
  ),
  memberInfoLinkAvailable: flag(
    false,
    'Offers the member information documents in the menu.',
    'Ofrece los documentos informativos para miembros en el menú.',
    'ST-43, MD-07',
  ),
  ...withSpanish({
    memberInfoDocsLinkName: text(
      '',
      'Label and heading of the member information documents; the standard one when empty.',
      'Etiqueta y título de los documentos informativos para miembros; los estándar si está vacío.',
      'ST-44, MD-02, REQ-D-261',
    ),
  }),
  clientAvailable: flag(
    false,
    'Sent to the browser but has no effect there.',
    'Se envía al navegador, pero allí no tiene efecto.',
    'ST-45, REQ-D-215',
  ),
  ...withSpanish({
    detailedUsageAnalysisLabel: text(
      '',
      'Label of the detailed usage analysis link; the standard one when empty.',
      'Etiqueta del enlace al análisis detallado del consumo; la estándar si está vacío.',
      'ST-46',
    ),
  }),
  isOnlineDelinquentView: flag(
    false,
    'Opens the delinquent history.',
    'Abre el historial de morosidad.',
    'ST-47, DH-25',
  ),
  delinquentViewUrl: url(
    '',
    'Prefix that addresses of delinquent documents must have.',
    'Prefijo que deben tener las direcciones de los documentos de morosidad.',
    'ST-48, REQ-D-254',
  ),
  accountServiceEnabled: flag(
    false,
    'Offers the Start/Stop Service, Outdoor Light and Right of Way links.',
    'Ofrece los enlaces para iniciar o detener el servicio, alumbrado exterior y derecho de paso.',
    'ST-68, REQ-D-216',
  ),
  outdoorLightUrl: link(
    '',
    'Where Outdoor Light leads; hidden when empty.',
    'Adónde lleva Alumbrado exterior; se oculta si está vacío.',
    'SH-85, REQ-D-219',
  ),
  rightOfWayUrl: link(
    '',
    'Where Right of Way leads; hidden when empty.',
    'Adónde lleva Derecho de paso; se oculta si está vacío.',
    'SH-86, REQ-D-219',
  ),
}
