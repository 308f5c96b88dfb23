import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { provideAllTexts } from '../../../frame/provide-all-texts.ts'
import { SiteProvider } from '../../../portal/page/site.tsx'
import { LanguageProvider } from '../../../portal/text/text.tsx'
import { aSite } from '../../../test-support/a-site.ts'
import { QuickPayFrame } from './quick-pay.frame.tsx'

await provideAllTexts()

const drawn = (features: readonly string[]) =>
  renderToStaticMarkup(
    <LanguageProvider initial="en">
      <SiteProvider site={aSite({ features })}>
        <QuickPayFrame />
      </SiteProvider>
    </LanguageProvider>,
  )

test('before any script the page has its heading, its steps, and its fields to type into', () => {
  const html = drawn(['QuickPay'])
  for (const words of ['Quick Pay', 'Find your account', 'Account number', 'Last 4 digits of your phone number']) {
    expect(html).toContain(words)
  }
  expect(html.match(/<input/gu)).toHaveLength(2)
  expect(html).not.toContain('style=')
})

test('before any script a cooperative without Quick Pay says so [QP-07]', () => {
  expect(drawn([])).toContain('Service unavailable, please contact administrator.')
})
