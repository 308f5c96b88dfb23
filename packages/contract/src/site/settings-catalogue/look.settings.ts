import { settingsOf } from './setting.ts'

const { colour, link, ownFile } = settingsOf('look')

/** What the portal looks like. The style sheet lies on this site: another site's could read what members type. */
export const lookSettings = {
  brandColour: colour(
    '#1b5e8c',
    'Colour of the cooperative; readable text colours are derived from it.',
    'addition: look',
  ),
  portalLogoPath: link('', 'Logo of the header and of the web chat; without one the name stands there.', 'spec 002 §3'),
  portalFavIconPath: link('./favicon.ico', 'Icon of the browser tab.', 'spec 002 §3, §9'),
  homeBannerImagePath: link('', 'Banner image of the home page.', 'spec 000 §2 Home'),
  featureFlagCustomCss: ownFile(
    '',
    'Style sheet of the cooperative, loaded last; none when empty.',
    'spec 002 §3, §7; decision G-19',
  ),
}
