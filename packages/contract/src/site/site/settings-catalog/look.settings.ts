import { settingsOf } from './setting.ts'

const { color, link, ownFile } = settingsOf('look')

/** Settings for the look of the portal. The style sheet must be on this site: one of another site could read what members type. */
export const lookSettings = {
  brandColor: color(
    '#1b5e8c',
    'Brand color of the cooperative; readable text colors are derived from it.',
    'Color de marca de la cooperativa; de él se derivan colores de texto legibles.',
    'addition: look',
  ),
  portalLogoPath: link(
    '',
    'Logo in the header and the web chat; when empty, they show the name.',
    'Logotipo en el encabezado y en el chat web; si está vacío, muestran el nombre.',
    'ST-20',
  ),
  portalFavIconPath: link('./favicon.ico', 'Browser tab icon.', 'Icono de la pestaña del navegador.', 'ST-19, SH-79'),
  homeBannerImagePath: link('', 'Banner image on the home page.', 'Imagen principal de la página de inicio.', 'HM-01'),
  featureFlagCustomCss: ownFile(
    '',
    'Style sheet of the cooperative, loaded last on every page; none when empty. Beside it, images and fonts come from this site only.',
    'Hoja de estilo de la cooperativa, cargada al final en cada página; ninguna si está vacío. Con ella, las imágenes y fuentes provienen solo de este sitio.',
    'ST-25, SH-78, REQ-D-265',
  ),
}
