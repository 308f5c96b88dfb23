import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { AccountList } from '../../app/shell/account-list.tsx'
import { queryOf } from '../../test-support/answers.ts'
import { renderPortal } from '../../test-support/render-portal.tsx'
import { accountsLine, storedMember, theirAccounts } from '../../test-support/sign-in-answers.ts'
import { route } from '../page/route-table.tsx'
import { useAddressedAccount, useSelectedAccount } from './selected-account.ts'
import { useSession } from './session.tsx'
import { theirAccount } from '../../test-support/their-account.ts'

const house = theirAccount.toListed({ accountNumber: '100' })
const barn = theirAccount.toListed({
  accountNumber: '200',
  isPrimaryAccount: false,
  serviceAddress: '7 Barn Rd, Cloverdale, WI 54001',
  dueDate: calendarDate('2027-04-01'),
})
const cabin = theirAccount.toListed({ accountNumber: '300', isPrimaryAccount: false })
const theirs = [house, barn, cabin]

/** Like the service, lists the named account first when it is the member's. */
const answer = (address: string) => {
  const first = queryOf(address).get('first')
  return theirAccounts(
    ...theirs.toSorted((a, b) => Number(b.accountNumber === first) - Number(a.accountNumber === first)),
  )
}

const memberOf = (session: ReturnType<typeof useSession>) => session.member?.memberNumber ?? ''

function Selected() {
  const { account } = useSelectedAccount(memberOf(useSession()))
  return <h1>Account {account?.accountNumber ?? 'unknown'}</h1>
}

/** As the list under the header, whose code comes after the page. */
function Later() {
  const [isShown, setShown] = useState(false)
  return isShown ? <Selected /> : <button onClick={() => setShown(true)}>More</button>
}

const addressed = (rules: Parameters<typeof useAddressedAccount>[1]) =>
  function Addressed() {
    const { account, isRefused } = useAddressedAccount(memberOf(useSession()), rules)
    return (
      <>
        <h1>Account {account?.accountNumber ?? 'unknown'}</h1>
        {isRefused && <p>Not theirs</p>}
      </>
    )
  }

const page = (path: string, Page: () => React.JSX.Element) =>
  route({ path, guarded: true, load: async () => ({ Page }) })

const table = [
  page('/plain', Selected),
  page('/later', Later),
  page('/profile', addressed({})),
  page('/overview', addressed({ stays: true })),
  page('/aside', addressed({ stays: true, onlyHere: true })),
  page('/view-all-accounts', () => <h1>All accounts</h1>),
]

const open = (path: string) =>
  renderPortal({
    path,
    table,
    session: storedMember,
    accountList: <AccountList />,
    answers: { [accountsLine]: answer },
  })

const shown = async (account: string) => screen.findByRole('heading', { level: 1, name: `Account ${account}` })
const list = () => within(screen.getByRole('navigation', { name: 'Your accounts' }))

test('before a member chooses, the primary account is the selected one', async () => {
  await open('/plain')
  expect(await shown('100')).toBeDefined()
})

test('the list shows the selected account and the others, at most four, when there is more than one [SH-52]', async () => {
  const { calls } = await open('/plain')
  await shown('100')
  const names = list()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['1001400 Prairie View Rd', '2007 Barn Rd', '3001400 Prairie View Rd'])
  expect(list().getByRole('button', { current: true }).textContent).toContain('100')
  for (const { address } of calls) expect(queryOf(address).get('pageSize')).toBe('5')
})

test('choosing another account selects it and restarts the page with it [SH-53]', async () => {
  const { user, address } = await open('/overview?accountno=300')
  await shown('300')
  await user.click(list().getByRole('button', { name: /7 Barn Rd/u }))
  expect(await shown('200')).toBeDefined()
  expect(address()).toBe('/overview')
  expect(list().getByRole('button', { current: true }).textContent).toContain('200')
})

test('parts of a page share one answer, also after the page restarts with another account', async () => {
  const { user, calls } = await open('/later')
  await screen.findByRole('button', { name: /Barn Rd/u })
  await user.click(screen.getByRole('button', { name: 'More' }))
  await shown('100')
  await user.click(list().getByRole('button', { name: /Barn Rd/u }))
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await shown('200')
  expect(
    calls.filter((call) => call.line === accountsLine).map(({ address }) => queryOf(address).get('first')),
  ).toEqual([null, '200'])
})

test('an account that the address names is selected, and leaves the address', async () => {
  const { address, user } = await open('/profile?accountno=200&tab=one')
  expect(await shown('200')).toBeDefined()
  expect(address()).toBe('/profile?tab=one')
  await user.click(list().getByRole('button', { name: /7 Barn Rd/u }))
  expect(await shown('200')).toBeDefined()
})

test('an account for this page only does not change the selection', async () => {
  await open('/aside?accountno=200')
  expect(await shown('200')).toBeDefined()
  expect(list().getByRole('button', { current: true }).textContent).toContain('100')
})

test.each(['999', 'x', '1234567890123'])(
  "for accountno %s of another member, the page says so and shows the member's own account",
  async (named) => {
    await open(`/overview?accountno=${named}`)
    expect(await shown('100')).toBeDefined()
    expect(screen.getByText('Not theirs')).toBeDefined()
  },
)
