import { paths } from '@coopline/contract/paths'
import { freePort } from '@coopline/testing/free-port'
import type { CDPSession, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, unexpected, type Visitor } from './support/browser.ts'
import { focused, hasFocus, pressByKeyboard } from './support/keyboard.ts'
import { onOverview, signOut, storedUser } from './support/member.ts'
import { axeFaults } from './support/page-faults.ts'
import { type PortalUnderTest, startPortalUnderTest } from './support/portal-under-test.ts'
import { takePictures } from './support/shots.ts'
import { signInByCall } from './support/sign-in-by-call.ts'

let portal: PortalUnderTest
/** Passkeys belong to a name, which 127.0.0.1 is not. */
let origin: string

beforeAll(async () => {
  const port = String(await freePort())
  origin = `http://localhost:${port}`
  portal = await startPortalUnderTest({ PORT: port, PUBLIC_ORIGIN: origin })
  return portal.close
})

interface Device {
  readonly cdp: CDPSession
  readonly id: string
}

/** Gives the browser a device that keeps passkeys and recognizes its owner. */
async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id: authenticatorId }
}

/** Whether the user of the device can verify themselves. */
const recognize = ({ cdp, id }: Device, isUserVerified: boolean) =>
  cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified })

async function newMember(username: string): Promise<{ readonly visitor: Visitor; readonly device: Device }> {
  const visitor = await newVisitor()
  const device = await addDevice(visitor.page)
  await signInByCall(visitor.page, origin, username)
  return { visitor, device }
}

/** Waits for the list: the buttons below it move when it comes, and a press that begins before then hits nothing. */
async function openPasskeys(page: Page): Promise<void> {
  await page.goto(`${origin}${paths.myProfile()}?tab=passkeys`)
  await page.locator('main').locator('[data-ui="data-table"], [data-ui="data-table-empty"]').first().waitFor()
}
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function addPasskey(page: Page, name: string): Promise<void> {
  await pressed(page, 'Add a passkey')
  await page.getByLabel('Passkey name').fill(name)
  await pressed(page, 'Continue')
}

/** Whether the device confirms every request automatically. When off, it waits for a touch. */
const confirm = ({ cdp, id }: Device, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled })

/**
 * Presses the button of the login page. The device confirms what the button asks for and not what the browser offers by itself.
 * It must be ready before the page asks: a question that came earlier waits forever.
 */
async function askByButton(page: Page, device: Device): Promise<void> {
  const options = '**/login/passkey/options'
  await confirm(device, false)
  const offered = page.waitForResponse(options)
  await page.goto(origin + paths.login())
  await offered
  const answer = async (route: Route) => {
    await confirm(device, true)
    await route.continue()
  }
  await page.route(options, answer, { times: 1 })
  await pressByKeyboard(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
}

describe('a passkey', () => {
  test('is added once and only by its user, renamed, signs a member in without a password or a code, and is removed, by keyboard', async () => {
    const memberNumber = '10008'
    const { visitor, device } = await newMember('henry.walsh')
    const { page } = visitor
    const { keyboard } = page
    await openPasskeys(page)
    await page.getByText('You have no passkeys yet.').waitFor()
    await takePictures(page, 'passkeys-none')
    await recognize(device, false)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Add a passkey' }))
    await expect.poll(() => hasFocus(page.getByLabel('Passkey name'))).toBe(true)
    await keyboard.type('Front desk')
    await keyboard.press('Enter')
    await page.getByRole('alert').getByText('No passkey was created.').waitFor()
    await takePictures(page, 'passkeys-not-made')
    await recognize(device, true)
    await pressByKeyboard(page, page.getByRole('button', { name: 'Continue', exact: true }))
    await expect.poll(() => focused(page)).toBe('The passkey “Front desk” has been added.')
    await page.getByRole('rowheader', { name: 'Front desk' }).waitFor()
    const { credentials } = await device.cdp.send('WebAuthn.getCredentials', { authenticatorId: device.id })
    expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }])
    await takePictures(page, 'passkeys-one')
    await addPasskey(page, 'Front desk again')
    await page.getByRole('alert').getByText('This device already has a passkey for your online account.').waitFor()
    await keyboard.press('Escape')
    await expect.poll(async () => page.getByRole('rowheader').count()).toBe(1)

    await pressByKeyboard(page, page.getByRole('button', { name: 'Rename Front desk' }))
    await expect.poll(() => hasFocus(page.getByLabel('Passkey name'))).toBe(true)
    await keyboard.press('End')
    await keyboard.type(' office')
    await keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('The passkey is now called “Front desk office”.')
    await page.getByRole('rowheader', { name: 'Front desk office' }).waitFor()

    await pressByKeyboard(page, page.getByRole('button', { name: 'Sign Out', exact: true }))
    await page.getByRole('link', { name: 'Sign In', exact: true }).first().waitFor()
    // The browser offers it among the usernames, and the device says yes at once.
    await page.goto(origin + paths.login())
    await onOverview(page)
    expect(await storedUser(page)).toMatchObject({ memberNumber, memberMfaEnabled: false })
    await signOut(page)
    await askByButton(page, device)
    await onOverview(page)
    expect(await storedUser(page)).toMatchObject({ memberNumber, memberMfaEnabled: false })

    await openPasskeys(page)
    await page.getByRole('rowheader', { name: 'Front desk office' }).waitFor()
    expect(await page.getByRole('row', { name: /office/u }).innerText()).not.toContain('Never')
    await pressByKeyboard(page, page.getByRole('button', { name: 'Remove Front desk office' }))
    const dialog = page.getByRole('dialog', { name: 'Remove the passkey?' })
    await takePictures(page, 'passkeys-remove')
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Remove', exact: true }))
    await expect.poll(() => focused(page)).toBe('The passkey “Front desk office” has been removed.')

    await signOut(page)
    await askByButton(page, device)
    await page.getByRole('alert').getByText('We could not sign you in with this passkey.').waitFor()
    expect(await storedUser(page)).toBeNull()
  })

  test('cannot be created at a numeric address, and the page says so', async () => {
    const { page } = await newVisitor()
    await signInByCall(page, portal.origin, 'ada.lindqvist')
    await page.goto(`${portal.origin}${paths.myProfile()}?tab=passkeys`)
    await page.getByText('Passkeys need a web address with a name, not numbers').waitFor()
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0)
    await takePictures(page, 'passkeys-number')
  })
  test('axe finds nothing in any state of the panel, in both languages', async () => {
    const { visitor } = await newMember('luis.romero')
    const { page } = visitor
    const found: string[] = []
    const look = async (state: string, within?: string) => {
      found.push(...(await axeFaults(page, state, within === undefined ? {} : { within })))
      await takePictures(page, `passkeys-${state}`)
    }
    await openPasskeys(page)
    // First of all: looking with axe takes the device away together with its own connection.
    await addPasskey(page, 'Z')
    await page.getByRole('rowheader', { name: 'Z' }).waitFor()
    await look('added')
    await pressed(page, 'Rename Z')
    await look('rename', 'dialog[open]')
    await page.keyboard.press('Escape')
    await pressed(page, 'Remove Z')
    await look('remove', 'dialog[open]')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('rowheader').waitFor({ state: 'detached' })
    await look('none')
    await pressed(page, 'Add a passkey')
    await pressed(page, 'Continue')
    await look('name-missing', 'dialog[open]')
    expect(found).toEqual([])
    expect(unexpected(visitor)).toEqual([])
  })
})
