import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Content, type ContentNode } from './content.tsx'

function html(...nodes: readonly ContentNode[]): string {
  const { container } = render(<Content nodes={nodes} inline />)
  return container.innerHTML
}

test('text and allowed elements become what they say', () => {
  expect(html('Call ', { t: 'b', c: ['us'] }, { t: 'br' }, { t: 'ul', c: [{ t: 'li', c: ['now'] }] })).toBe(
    'Call <b>us</b><br><ul><li>now</li></ul>',
  )
})

test('markup inside text stays text', () => {
  expect(html('<img src=x onerror=alert(1)>')).toBe('&lt;img src=x onerror=alert(1)&gt;')
})

test('an unknown element keeps its words and loses itself, a script loses its words too', () => {
  expect(html({ t: 'marquee', c: ['Hello'] }, { t: 'script', c: ['alert(1)'] }, { t: 'style', c: ['*{}'] })).toBe(
    'Hello',
  )
})

test('handlers, classes, styles and unknown attributes are dropped', () => {
  expect(
    html({ t: 'p', a: { onclick: 'x()', class: 'c', style: 'color:red', id: 'x', lang: 'es' }, c: ['Hola'] }),
  ).toBe('<p lang="es">Hola</p>')
})

test('a picture keeps its size and always has a text for it', () => {
  render(<Content nodes={[{ t: 'img', a: { src: '/logo.png', width: '20', onerror: 'x()' } }]} />)
  const picture = screen.getByAltText('')
  expect(picture.getAttributeNames().toSorted()).toEqual(['alt', 'src', 'width'])
  expect(picture.getAttribute('src')).toBe('/logo.png')
})

test('a link into its own window gives that window no way back', () => {
  expect(html({ t: 'a', a: { href: 'https://coop.example', target: '_blank' }, c: ['Map'] })).toBe(
    '<a href="https://coop.example" target="_blank" rel="noopener noreferrer">Map</a>',
  )
  expect(html({ t: 'a', a: { href: '/bills', target: '_top' }, c: ['Bills'] })).toBe('<a href="/bills">Bills</a>')
})

describe('addresses', () => {
  test.each(['https://a.example/x', 'http://a.example', 'mailto:a@b.example', 'tel:+17155550100', '/bills?x=1#y'])(
    '%s is kept',
    (href) => {
      render(<Content nodes={[{ t: 'a', a: { href }, c: ['link'] }]} />)
      expect(screen.getByText('link').getAttribute('href')).toBe(href)
    },
  )

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    'bills',
    '',
  ])('%j is dropped', (href) => {
    render(<Content nodes={[{ t: 'a', a: { href, HREF: href }, c: ['link'] }]} />)
    expect(screen.getByText('link').hasAttribute('href')).toBe(false)
  })
})
