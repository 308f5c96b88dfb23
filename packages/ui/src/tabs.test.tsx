import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

function Page({ onLoad = () => undefined }: { readonly onLoad?: () => void }) {
  const [selected, setSelected] = useState('b')
  const tabs = [
    { key: 'a', title: 'Login Info', content: <p>Your name</p> },
    { key: 'b', title: 'Paperless', content: <Loads onLoad={onLoad} /> },
    { key: 'c', title: 'Security', content: <p>Where you are</p> },
  ]
  return <Tabs label="My Profile" tabs={tabs} selected={selected} onSelect={setSelected} />
}

function Loads({ onLoad }: { readonly onLoad: () => void }) {
  useEffect(onLoad, [onLoad])
  return <input aria-label="Amount" />
}

const tab = (name: string) => screen.getByRole('tab', { name })

test('shows the panel of the selected tab and no other', async () => {
  render(<Page />)
  expect(screen.getByRole('tablist', { name: 'My Profile' })).toBeDefined()
  expect(screen.getByRole('tabpanel', { name: 'Paperless' })).toBeDefined()
  expect(screen.queryByText('Your name')).toBeNull()

  await userEvent.click(tab('Security'))
  expect(tab('Security').getAttribute('aria-selected')).toBe('true')
  expect(tab('Paperless').getAttribute('aria-selected')).toBe('false')
  expect(screen.getAllByRole('tabpanel').map(({ textContent }) => textContent)).toEqual(['Where you are'])
})

test('arrow keys, Home and End move between tabs; Tab moves into the panel', async () => {
  render(<Page />)
  await userEvent.tab()
  expect(document.activeElement).toBe(tab('Paperless'))
  for (const [key, name] of [
    ['{ArrowRight}', 'Security'],
    ['{ArrowRight}', 'Login Info'],
    ['{ArrowLeft}', 'Security'],
    ['{Home}', 'Login Info'],
    ['{End}', 'Security'],
    ['{ArrowLeft}', 'Paperless'],
  ] as const) {
    await userEvent.keyboard(key)
    expect(document.activeElement).toBe(tab(name))
    expect(tab(name).getAttribute('aria-selected')).toBe('true')
  }
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }))
})

test('keys that are pressed faster than the page follows continue from the tab that has the focus', async () => {
  const selections: string[] = []
  const tabs = ['a', 'b', 'c'].map((key) => ({ key, title: `Tab ${key}`, content: null }))
  render(<Tabs label="My Profile" tabs={tabs} selected="a" onSelect={(key) => selections.push(key)} />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(document.activeElement).toBe(tab('Tab c'))
  expect(selections).toEqual(['b', 'c'])
})

test('a tab that is shown again keeps what was typed and reloads its data', async () => {
  let loads = 0
  const onLoad = () => {
    loads += 1
  }
  render(<Page onLoad={onLoad} />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '12')
  await userEvent.click(tab('Login Info'))
  expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull()
  await userEvent.click(tab('Paperless'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('12')
  expect(loads).toBe(2)
})
