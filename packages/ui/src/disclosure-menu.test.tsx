import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DisclosureMenu } from './disclosure-menu.tsx'

function show() {
  const followed: string[] = []
  render(
    <>
      <DisclosureMenu
        label="Main"
        menuLabel="Menu"
        items={[
          { title: 'Home', href: '/', current: true },
          {
            title: 'Services',
            columns: [
              { heading: 'Energy', links: [{ title: 'Savings', href: '/savings' }] },
              { links: [{ title: 'Trees', href: 'https://trees.example', external: true }] },
            ],
          },
        ]}
        onFollow={(event, href) => {
          event.preventDefault()
          followed.push(href)
        }}
      />
      <button type="button">Elsewhere</button>
    </>,
  )
  return { followed, services: screen.getByRole('button', { name: 'Services' }) }
}

test('a button opens its links, a second press closes them', async () => {
  const { services } = show()
  expect(screen.queryByRole('link', { name: 'Savings' })).toBeNull()
  await userEvent.click(services)
  expect(services.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: 'Savings' })).toBeTruthy()
  await userEvent.click(services)
  expect(screen.queryByRole('link', { name: 'Savings' })).toBeNull()
})

test('Escape closes the panel and returns to its button', async () => {
  const { services } = show()
  const user = userEvent.setup()
  await user.click(services)
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Savings' }))
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('link', { name: 'Savings' })).toBeNull()
  expect(document.activeElement).toBe(services)
})

test('a press elsewhere closes it, and so does leaving by keyboard', async () => {
  const { services } = show()
  const user = userEvent.setup()
  await user.click(services)
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('link', { name: 'Savings' })).toBeNull()

  await user.click(services)
  await user.tab()
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('link', { name: 'Savings' })).toBeNull()
})

test('following a link closes the menu and calls the page', async () => {
  const { followed, services } = show()
  await userEvent.click(services)
  await userEvent.click(screen.getByRole('link', { name: 'Savings' }))
  expect(followed).toEqual(['/savings'])
  expect(services.getAttribute('aria-expanded')).toBe('false')
})

test('the phone button unfolds the menu and Escape folds it', async () => {
  show()
  const menu = screen.getByRole('button', { name: 'Menu' })
  await userEvent.click(menu)
  expect(menu.getAttribute('aria-expanded')).toBe('true')
  await userEvent.keyboard('{Escape}')
  expect(menu.getAttribute('aria-expanded')).toBe('false')
})

test('the menu of links begins with what was open before it was there', () => {
  const items = [
    { title: 'Home', href: '/' },
    { title: 'More', columns: [{ links: [{ title: 'Terms', href: '/terms' }] }] },
  ]
  render(<DisclosureMenu label="Main" menuLabel="Menu" items={items} startsAs={{ unfolded: true, open: 'More' }} />)
  for (const name of ['Menu', 'More'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('link', { name: 'Terms' })).toBeTruthy()
})

test('the page being read is marked, and a link elsewhere opens in its own window without a way back', async () => {
  const { services } = show()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page')
  await userEvent.click(services)
  expect(screen.getByRole('link', { name: 'Trees' })).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
})

test('entries, columns and links may have equal titles: each is there once and opens what is its own', async () => {
  const failures = vi.spyOn(console, 'error')
  const columns = (href: string) => [
    {
      heading: 'More',
      links: [
        { title: 'Rates', href },
        { title: 'Rates', href: `${href}/2` },
      ],
    },
    { heading: 'More', links: [{ title: 'Rates', href: `${href}/3` }] },
  ]
  const items = [
    { title: 'Bills', columns: columns('/a') },
    { title: 'Bills', columns: columns('/b') },
    { title: 'Home', href: '/home' },
    { title: 'Home', href: '/home' },
  ]
  render(<DisclosureMenu label="Main" menuLabel="Menu" items={items} />)
  expect(screen.getAllByRole('link', { name: 'Home' })).toHaveLength(2)
  await userEvent.click(screen.getAllByRole('button', { name: 'Bills' })[1] as HTMLElement)
  const addresses = screen.getAllByRole('link', { name: 'Rates' }).map((link) => link.getAttribute('href'))
  expect(addresses).toEqual(['/b', '/b/2', '/b/3'])
  expect(failures).not.toHaveBeenCalled()
})
