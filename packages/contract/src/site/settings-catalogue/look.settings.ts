import { settingsOf } from './setting.ts'

const { colour, ownFile } = settingsOf('look')

/** What the portal looks like. Files lie on this site: another site's style sheet or image is never loaded. */
export const lookSettings = {
  brandColour: colour(
    '#1b5e8c',
    'Colour of the cooperative; readable text colours are derived from it.',
    'spec 002 §3 (look)',
  ),
  portalLogoPath: ownFile(
    '',
    'Logo of the header and of the web chat; without one the name stands there.',
    'spec 002 §3',
  ),
  portalFavIconPath: ownFile('./favicon.ico', 'Icon of the browser tab.', 'spec 002 §3, §9'),
  homeBannerImagePath: ownFile('', 'Banner image of the home page.', 'spec 000 §2 Home'),
  featureFlagCustomCss: ownFile(
    '',
    'Style sheet of the cooperative, loaded last; none when empty.',
    'spec 002 §3, §7; decision G-19',
  ),
}
