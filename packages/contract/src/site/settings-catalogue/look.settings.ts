import { settingsOf } from './setting.ts'

const { colour, link, ownFile } = settingsOf('look')

/** What the portal looks like. The style sheet lies on this site: another site's could read what members type. */
export const lookSettings = {
  brandColour: colour(
    '#1b5e8c',
    'Colour of the cooperative; readable text colours are derived from it.',
    'addition: look',
  ),
  portalLogoPath: link('', 'Logo of the header and of the web chat; without one the name stands there.', 'ST-20'),
  portalFavIconPath: link('./favicon.ico', 'Icon of the browser tab.', 'ST-19, SH-79'),
  homeBannerImagePath: link('', 'Banner image of the home page.', 'HM-01'),
  featureFlagCustomCss: ownFile(
    '',
    'Style sheet of the cooperative, loaded last; none when empty.',
    'ST-25, SH-78, REQ-D-214',
  ),
}
