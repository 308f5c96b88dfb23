import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aProblem } from '../../../test-support/answers.ts'
import { aSite } from '../../../test-support/a-site.ts'
import { giveCredentials, onOverview, openLogin, password, press, username } from '../../../test-support/open-login.tsx'
import { bodyOf, headersOf } from '../../../test-support/open-quick-pay.tsx'
import { aMember, storedUser } from '../../../test-support/render-portal.tsx'
import { accountsLine, endLine, loginLine, storedMember } from '../../../test-support/sign-in-answers.ts'
import { theMember } from '../../../test-support/their-account.ts'

const alertText = async () => (await screen.findByRole('alert')).textContent
const main = () => within(screen.getByRole('main'))
const wrongPassword = aProblem(400, '', [
  { code: 'wrong-credentials', message: 'The username or password does not match our records.' },
])

describe('the page', () => {
  test("a visitor finds the heading 'Sign In' under the title 'Login' [LG-02, RT-18]", async () => {
    const { address } = await openLogin()
    expect(screen.getByRole('heading', { level: 1, name: 'Sign In' })).toBeDefined()
    expect(document.title).toBe('Login')
    expect(address()).toBe('/login')
  })

  test('the login page has a username and a password that password managers know [LG-03, LG-04]', async () => {
    await openLogin()
    expect(username().autocomplete).toBe('username')
    expect(password().autocomplete).toBe('current-password')
    expect(password().type).toBe('password')
  })

  test('asks for no code before the password was right [LG-05]', async () => {
    await openLogin()
    expect(screen.queryByRole('textbox', { name: 'Verification code' })).toBeNull()
  })

  test('Create Account leads to /register [LG-09]', async () => {
    await openLogin()
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toBe('/register')
  })

  test('links to the pages for a forgotten username or password [LG-10]', async () => {
    await openLogin()
    const link = screen.getByRole('link', { name: 'Forgot username or password?' })
    expect(link.getAttribute('href')).toBe('/forgot-password')
  })

  test('a help dialog explains signing in [LG-11]', async () => {
    const { user } = await openLogin({}, { site: aSite({ settings: { phoneNumber: '(715) 555-0100' } }) })
    await press(user, 'Help with signing in')
    const dialog = within(screen.getByRole('dialog', { name: 'Signing in' }))
    expect(dialog.getByText(/enter its 6-digit code after your password/)).toBeDefined()
    expect(dialog.getByRole('link', { name: '(715) 555-0100' }).getAttribute('href')).toBe('tel:7155550100')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test("the cooperative's image is at the right [CF-13, LG-12]", async () => {
    await openLogin({}, { site: aSite({ settings: { loginRightImage: '/brand/login.jpg' } }) })
    expect(screen.getByRole('main').querySelector('img')?.getAttribute('src')).toBe('/brand/login.jpg')
  })

  test('an image that does not load leaves no gap', async () => {
    await openLogin({}, { site: aSite({ settings: { loginRightImage: '/brand/login.jpg' } }) })
    fireEvent.error(screen.getByRole('main').querySelector('img') as HTMLElement)
    expect(screen.getByRole('main').querySelector('img')).toBeNull()
  })

  test('without the setting there is no image [LG-13]', async () => {
    await openLogin()
    expect(screen.getByRole('main').querySelector('img')).toBeNull()
  })

  test('the page asks members of a UPN portal to create a new account [CF-10, LG-14]', async () => {
    await openLogin({}, { site: aSite({ settings: { siteOrigin: 'UPN' } }) })
    expect(main().getByText('Your existing username and password will not work here.')).toBeDefined()
    const link = main().getByRole('link', { name: 'Create a new portal account' })
    expect(link.getAttribute('href')).toBe('/register')
  })

  test('members of any other portal are not [LG-15]', async () => {
    await openLogin({}, { site: aSite({ settings: { siteOrigin: 'upn2' } }) })
    expect(main().queryByText('Your existing username and password will not work here.')).toBeNull()
  })

  test("with sessionTimeOut it says 'You have successfully logged out' [LG-07, LG-08]", async () => {
    await openLogin({}, { path: '/login?sessionTimeOut=true' })
    expect(main().getByText('You have successfully logged out')).toBeDefined()
    expect(main().getByText(/^Your session ended because you were not active for a while/u)).toBeDefined()
  })

  test('without sessionTimeOut it does not [LG-08]', async () => {
    await openLogin()
    expect(main().queryByText('You have successfully logged out')).toBeNull()
  })

  test('everything is in Spanish', async () => {
    await openLogin({}, { language: 'es', path: '/login?sessionTimeOut=true' })
    expect(screen.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeDefined()
    expect(main().getByText('Ha cerrado la sesión correctamente')).toBeDefined()
    expect(screen.getByRole('textbox', { name: 'Nombre de usuario' })).toBeDefined()
  })
})

describe('what may be entered', () => {
  test('missing fields show errors at the field and above the form, and nothing is sent [LG-16, LG-18]', async () => {
    const { user, sent } = await openLogin()
    await press(user, 'Sign In')
    const summary = within(screen.getByRole('alert', { name: 'There is a problem' }))
    expect(summary.getByRole('link', { name: 'Please enter your username.' })).toBeDefined()
    expect(summary.getByRole('link', { name: 'Please enter your password.' })).toBeDefined()
    expect(username().getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(username()))
    expect(sent(loginLine)).toEqual([])
    await user.type(username(), 'a')
    expect(username().getAttribute('aria-invalid')).toBeNull()
  })

  test('a username has at most 60 characters and a password 50 [LG-17, LG-19]', async () => {
    const { user } = await openLogin()
    await user.type(username(), 'u'.repeat(61))
    await user.type(password(), 'p'.repeat(51))
    expect(username().value).toHaveLength(60)
    expect(password().value).toHaveLength(50)
  })

  test('the password takes no space [LG-20]', async () => {
    const { user } = await openLogin()
    await user.type(password(), 'Blue Lantern 7')
    expect(password().value).toBe('BlueLantern7')
  })

  test('a password can be pasted where the cooperative allows it [CF-08, LG-22]', async () => {
    const { user } = await openLogin({}, { site: aSite({ settings: { allowPasswordPasting: true } }) })
    await user.click(password())
    await user.paste('Blue-Lantern7')
    expect(password().value).toBe('Blue-Lantern7')
  })

  test('a password cannot be pasted where the cooperative forbids it [CF-08, LG-22]', async () => {
    const { user } = await openLogin({}, { site: aSite({ settings: { allowPasswordPasting: false } }) })
    await user.click(password())
    await user.paste('Blue-Lantern7')
    expect(password().value).toBe('')
  })
})

describe('signing in', () => {
  test('a member gives username and password, and lands on the overview with their account [LG-01, LG-24, DE-01]', async () => {
    const { user, address, sent } = await openLogin()
    await giveCredentials(user)
    expect(await onOverview()).toBeDefined()
    expect(address()).toBe('/accountoverview')
    expect(bodyOf(sent(loginLine)[0])).toEqual({ username: 'ada.lindqvist', password: 'Blue-Lantern7' })
    expect(headersOf(sent(accountsLine)[0]).get('authorization')).toBe('Bearer access-1')
    expect(storedUser()).toEqual(storedMember)
  })

  test('stores the access token, the member number and whether a code was required [DU-30]', async () => {
    const { user } = await openLogin({ [loginLine]: theMember.withSecondStep().toLogin() })
    await giveCredentials(user)
    await onOverview()
    expect(storedUser()).toEqual({ accessToken: 'access-1', memberNumber: 'M1001', memberMfaEnabled: true })
  })

  test('removes the space that a phone adds after the username', async () => {
    const { user, sent } = await openLogin()
    await user.type(username(), ' ada.lindqvist ')
    await user.type(password(), 'x')
    await press(user, 'Sign In')
    await onOverview()
    expect(bodyOf(sent(loginLine)[0])).toEqual({ username: 'ada.lindqvist', password: 'x' })
  })

  test('two presses send one sign-in', async () => {
    const { user, sent } = await openLogin({ [loginLine]: new Promise(() => undefined) })
    await giveCredentials(user)
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Signing in…' }))
    expect(sent(loginLine)).toHaveLength(1)
  })

  test('a refusal shows an alert, clears the password and focuses the username [LG-30, LG-31, LG-32]', async () => {
    const { user } = await openLogin({ [loginLine]: wrongPassword })
    await giveCredentials(user)
    expect(await alertText()).toBe('The username or password does not match our records.')
    expect(password().value).toBe('')
    expect(username().value).toBe('ada.lindqvist')
    await waitFor(() => expect(document.activeElement).toBe(username()))
    expect(password().getAttribute('aria-invalid')).toBeNull()
    expect(storedUser()).toBeNull()
  })

  test('a refused password is not said to be missing, even after a submit without one', async () => {
    const { user } = await openLogin({ [loginLine]: wrongPassword })
    await press(user, 'Sign In')
    expect(main().getAllByText('Please enter your password.')).not.toEqual([])
    await giveCredentials(user)
    expect(await alertText()).toBe('The username or password does not match our records.')
    expect(main().queryByText('Please enter your password.')).toBeNull()
    expect(password().getAttribute('aria-invalid')).toBeNull()
  })

  test('without a network the alert says so [LG-30]', async () => {
    const { user, answers } = await openLogin()
    delete answers[loginLine]
    await giveCredentials(user)
    expect(await alertText()).toBe('Unknown error!We could not connect. Check your internet connection and try again.')
  })

  test('a refusal removes the notice of having logged out', async () => {
    const { user } = await openLogin({ [loginLine]: wrongPassword }, { path: '/login?sessionTimeOut=true' })
    await giveCredentials(user)
    await alertText()
    expect(main().queryByText('You have successfully logged out')).toBeNull()
  })

  test("without an account the member is logged out, on the server too: 'No valid account found. You have been logged out.' [LG-25]", async () => {
    const { user, address, sent } = await openLogin({
      [accountsLine]: { results: [], totalRecords: 0 },
      [endLine]: { ended: 1 },
    })
    await giveCredentials(user)
    expect(await alertText()).toBe('No valid account found. You have been logged out.')
    expect(address()).toBe('/login')
    expect(headersOf(sent(endLine)[0]).get('authorization')).toBe('Bearer access-1')
    expect(bodyOf(sent(endLine)[0])).toEqual({ everywhere: false })
    expect(storedUser()).toBeNull()
  })

  test('accounts that cannot be loaded leave no one half signed in', async () => {
    const { user, sent } = await openLogin({ [accountsLine]: aProblem(500), [endLine]: { ended: 1 } })
    await giveCredentials(user)
    expect(await alertText()).toBe('We are unable to process your request at this time. Please try again later.')
    expect(sent(endLine)).toHaveLength(1)
    expect(storedUser()).toBeNull()
  })
})

describe('where it leads', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const arrive = async (path: string, site = aSite()) => {
    // The answer would redirect to the partner.
    const answers = { 'GET /v2/aclara/member/M1001': new Promise(() => undefined) }
    const { user, address } = await openLogin(answers, { path, site })
    await giveCredentials(user)
    await waitFor(() => expect(address()).not.toContain('/login'))
    return address()
  }

  test('signing in leads to returnUrl, with its query [LG-06, LG-26]', async () => {
    expect(await arrive('/login?returnUrl=%2Fpayment-options%3Ffrom%3Dmail')).toBe('/payment-options?from=mail')
  })

  test('signing in leads to the meter link as it is written [LG-27]', async () => {
    const replaceState = vi.spyOn(window.history, 'replaceState')
    await arrive(`/login?returnUrl=${encodeURIComponent("/accountoverview?link=mymeter&x='é")}`)
    // Not what a parser of addresses makes of it: %27%C3%A9.
    expect(replaceState.mock.calls.map(([, , url]) => url)).toContain("/accountoverview?link=mymeter&x='é")
  })

  test('signing in leads to the overview when returnUrl is of another site or of no page [SEC-55]', async () => {
    expect(await arrive('/login?returnUrl=%2F%2Fevil.example%2Faccountoverview')).toBe('/accountoverview')
  })

  test('signing in leads to /aclarajump with AclaraAce [CF-04, LG-28]', async () => {
    expect(await arrive('/login', aSite({ features: ['AclaraAce'] }))).toBe('/aclarajump')
  })

  test('signing in leads to returnUrl rather than to /aclarajump [LG-26]', async () => {
    const site = aSite({ features: ['AclaraAce'] })
    expect(await arrive('/login?returnUrl=%2Fpayment-options', site)).toBe('/payment-options')
  })

  test('signing in leads to the overview otherwise [LG-29]', async () => {
    expect(await arrive('/login')).toBe('/accountoverview')
  })

  test('Back does not lead to the login page', async () => {
    const { user, address, goBack } = await openLogin({}, { path: '/home' })
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Sign In' }))
    await giveCredentials(user)
    await onOverview()
    await goBack()
    expect(address()).toBe('/home')
  })

  test('a member who is signed in is redirected at once, with AclaraAce too', async () => {
    const site = aSite({ features: ['AclaraAce'] })
    const { address } = await openLogin({}, { session: { ...aMember, memberNumber: 'M1001' }, site })
    expect(await onOverview()).toBeDefined()
    expect(address()).toBe('/accountoverview')
  })
})

test('a member who owes no code is kept without a trace of the second step', async () => {
  const { user } = await openLogin({ [loginLine]: theMember.withSecondStep().toLogin() })
  await giveCredentials(user)
  await onOverview()
  expect(storedUser()).toEqual({ ...storedMember, memberMfaEnabled: true })
})
