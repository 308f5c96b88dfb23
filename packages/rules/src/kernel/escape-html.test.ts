import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapes what opens a tag, an attribute or an entity, wherever it stands, and nothing else', () => {
  expect(escapeHtml(`<a href="x" title='y'>R&D</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;',
  )
  expect(escapeHtml('&amp;')).toBe('&amp;amp;')
  expect(escapeHtml('Ada Ñ 5/7 = `x`;')).toBe('Ada Ñ 5/7 = `x`;')
})
